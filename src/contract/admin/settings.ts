/** Settings that administrators change without a restart. A store may start with values of its own (`SETTINGS`). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText } from '#contract/values.ts'
import type { SettingKind } from './setting-kinds.ts'
import { SETTINGS, TEXT_LENGTH_MAX } from './setting-list.ts'

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]
export type SettingValue = string | number
export type SettingValues = { [Name in SettingName]: (typeof SETTINGS)[Name]['usual'] }

export const settingNamed = (name: SettingName) => SETTINGS[name] as SettingKind<SettingValue>

export const isNumberSetting = (name: SettingName): boolean => typeof SETTINGS[name].usual === 'number'

export const USUAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].usual]),
) as SettingValues

/** Returns what is wrong with a value, in a sentence that says what to enter; undefined if it can be saved. */
export function settingProblem(name: SettingName, value: SettingValue): string | undefined {
  if (typeof SETTINGS[name].usual !== typeof value) return isNumberSetting(name) ? 'Enter a number.' : 'Enter a text.'
  return settingNamed(name).problem(value)
}

const Value = z.union([PlainText(TEXT_LENGTH_MAX), z.number()])

export const Setting = z.object({
  name: z.enum(SETTING_NAMES),
  value: Value,
  defaultValue: Value,
  isDefault: z.boolean(),
  changedAt: z.nullable(Instant),
  changedBy: z.nullable(z.string()),
})
export type Setting = z.infer<typeof Setting>

export const listSettings = defineEndpoint('admin', 'GET', '/api/admin/settings', {
  key: 'read',
  summary: 'Every setting: its value, its default, and who changed it when.',
  reply: z.array(Setting),
})

export const saveSettings = defineEndpoint('admin', 'PUT', '/api/admin/settings', {
  summary: 'Changes settings, all or none, on every node within a second. Saving the same again changes nothing.',
  body: z.object({
    changes: z
      .array(
        z.object({
          name: z.enum(SETTING_NAMES),
          /** The value that the administrator saw; if it has changed, the change is refused. */
          before: Value,
          after: z.nullable(Value),
        }),
      )
      .check(z.minLength(1), z.maxLength(SETTING_NAMES.length)),
  }),
  reply: z.array(Setting),
  refusals: ['setting_invalid', 'setting_changed', 'proof_needed'],
})
