/** Reading what was saved of the settings. */
import { SETTING_NAMES, type SettingName, type SettingValues, settingProblem } from '#contract/admin/settings.ts'

/**
 * What was saved, as far as this version understands it. What it does not (a setting of another version, a value that is
 * against the rules by now) is left out, so that its default counts.
 */
export function understood(rows: readonly { name: string; value: unknown }[]): {
  saved: Partial<SettingValues>
  unknown: string[]
} {
  const saved: Partial<Record<SettingName, string | number>> = {}
  const unknown: string[] = []
  for (const { name, value } of rows) {
    const known = SETTING_NAMES.find((one) => one === name)
    const isValue = typeof value === 'string' || typeof value === 'number'
    if (known && isValue && !settingProblem(known, value)) saved[known] = value
    else unknown.push(name)
  }
  return { saved: saved as Partial<SettingValues>, unknown }
}
