/** Reads saved settings. */
import { SETTING_NAMES, type SettingName, type SettingValues, settingProblem } from '#contract/admin/settings.ts'

/**
 * Returns the saved settings that this version understands. Others (from another version, or against today's rules) are
 * left out, so their default applies.
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
