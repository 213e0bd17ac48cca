/**
 * Settings that an administrator can change without a restart. Environment variables are the defaults; a saved value
 * overrides them until someone goes back to the default.
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText } from '#contract/values.ts'
import type { SettingKind } from './setting-kinds.ts'
import { SETTINGS, TEXT_LENGTH_MAX } from './setting-list.ts'

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]
export type SettingValue = string | number
/** A value of each setting; by its name. */
export type SettingValues = { [Name in SettingName]: (typeof SETTINGS)[Name]['usual'] }

/** Returns the facts about a setting. */
export const settingNamed = (name: SettingName): SettingKind<SettingValue> =>
  SETTINGS[name] as SettingKind<SettingValue>

export const isNumberSetting = (name: SettingName): boolean => typeof SETTINGS[name].usual === 'number'

/** Every setting's default if nothing else sets it. */
export const USUAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].usual]),
) as SettingValues

/** Returns what is wrong with a value, in a sentence that says what to enter; undefined if it can be saved. */
export function settingProblem(name: SettingName, value: SettingValue): string | undefined {
  if (typeof SETTINGS[name].usual !== typeof value) {
    return isNumberSetting(name) ? 'Enter a number.' : 'Enter a text.'
  }
  return settingNamed(name).problem(value)
}

const Value = z.union([PlainText(TEXT_LENGTH_MAX), z.number()])

export const Setting = z.object({
  name: z.enum(SETTING_NAMES),
  /** The current value. */
  value: Value,
  /** The value if nothing was saved: this node's default. */
  defaultValue: Value,
  isDefault: z.boolean(),
  /** Null if it is the default. */
  changedAt: z.nullable(Instant),
  changedBy: z.nullable(z.string()),
})
export type Setting = z.infer<typeof Setting>

export const listSettings = defineEndpoint({
  name: 'listSettings',
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  key: 'read',
  summary: 'Every setting: its value, its default, and who changed it when.',
  reply: z.array(Setting),
  refusals: ['unauthenticated', 'forbidden'],
})

export const saveSettings = defineEndpoint({
  name: 'saveSettings',
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  summary:
    'Changes settings, all of them or none, on every node within a second. Saving the same again changes nothing.',
  body: z.object({
    changes: z
      .array(
        z.object({
          name: z.enum(SETTING_NAMES),
          /** The value that the administrator saw; if it has changed, the change is refused. */
          before: Value,
          /** The new value; null goes back to the default. */
          after: z.nullable(Value),
        }),
      )
      .check(z.minLength(1), z.maxLength(SETTING_NAMES.length)),
  }),
  reply: z.array(Setting),
  refusals: ['unauthenticated', 'forbidden', 'setting_invalid', 'setting_changed', 'proof_needed'],
})
