/**
 * What an administrator may change of the store without a restart. The environment's variables are the defaults; a value
 * that was saved wins until somebody goes back to the default. Rules stand here, because the form asks them before the
 * server does.
 */
import * as z from 'zod/mini'
import type { Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { isOneAddress } from '#contract/one-address.ts'
import { isTimeZone } from '#contract/store-zone.ts'
import { Instant, PlainText } from '#contract/values.ts'

/** Whether administrators may sign in with the password only. */
export const ADMIN_SECOND_FACTOR = ['optional', 'required'] as const

/** In the order of the form, with the words by which people know them. */
export const SETTING_LABELS = {
  brandName: 'Brand name',
  subsidiary: 'Line under the brand',
  supportEmail: 'Support email',
  vipGroupUrl: 'VIP group address',
  cashAppHandle: 'Cash App handle',
  holdMinutes: 'Hold time',
  linkHours: 'Payment link time',
  deliveryDays: 'Delivered files',
  leadDays: 'Personal data of leads',
  vipCap: 'Buyers of a VIP lead',
  premierCap: 'Buyers of a Premier lead',
  premiumCap: 'Buyers of a Premium lead',
  standardCap: 'Buyers of a Standard lead',
  timeZone: 'Time zone',
  usualCommissionBps: 'Commission of a new rep',
  lateCreditBps: 'Credit for a late delivery',
  adminSecondFactor: 'Two-step sign-in of administrators',
  returningCreditBps: 'Credit for returning customers',
} as const
export type SettingName = keyof typeof SETTING_LABELS
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as [SettingName, ...SettingName[]]

/** How many buyers may have a lead, by its tier; by the tier. */
export const CAP_SETTINGS = {
  vip: 'vipCap',
  premier: 'premierCap',
  premium: 'premiumCap',
  standard: 'standardCap',
} as const satisfies Record<Tier, SettingName>

/** Settings that are numbers: minutes, hours, days, buyers, hundredths of a percent. All others are text. */
export const NUMBER_SETTINGS = [
  'holdMinutes',
  'linkHours',
  'deliveryDays',
  'leadDays',
  'vipCap',
  'premierCap',
  'premiumCap',
  'standardCap',
  'usualCommissionBps',
  'lateCreditBps',
  'returningCreditBps',
] as const satisfies SettingName[]
export type SettingValue = string | number
export type SettingValues = {
  [Name in SettingName]: Name extends (typeof NUMBER_SETTINGS)[number] ? number : string
}

export const BRAND_LENGTH_MAX = 60
export const SUBSIDIARY_LENGTH_MAX = 120
export const URL_LENGTH_MAX = 500
export const EMAIL_LENGTH_MAX = 254
const HOLD_MINUTES_MAX = 120
const LINK_HOURS_MAX = 720
const DELIVERY_DAYS_MAX = 365
/** A lead is for sale for 61 days, and a payment link may promise it for 30 more. */
const LEAD_DAYS = { min: 92, max: 3_650 } as const

/** A pool counts its leads by the places they have left, from 1 to this. */
const SALE_CAP_MAX = 20

/** What would break a line, a mail's header or a page's head. */
const UNSAFE = /[\p{Cc}\u2028\u2029<>"]/u
/** `$name`: the dollar sign may be left out. A letter must be in it. */
const CASH_APP_HANDLE = /^\$?(?=.*[A-Za-z])[\w-]{1,30}$/

const textProblem = (value: string, max: number): string | undefined => {
  if (value.length > max) return `Enter at most ${max} characters.`
  return UNSAFE.test(value) ? 'Leave out line breaks, quotation marks and angle brackets.' : undefined
}

const numberProblem = (value: number, max: number, unit: string): string | undefined =>
  value >= 1 && value <= max ? undefined : `Enter 1 to ${max} ${unit}.`

const capProblem = (value: number): string | undefined =>
  numberProblem(value, SALE_CAP_MAX, 'buyers') ?? (Number.isInteger(value) ? undefined : 'Enter a whole number.')

/** Of hundredths of a percent. */
const percentProblem = (value: number): string | undefined =>
  value >= 0 && value <= 10_000 && Number.isInteger(value)
    ? undefined
    : 'Enter 0 to 100 percent, with two decimals at most.'

const isHttp = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && !/[\s\p{Cc}<>"]/u.test(value)

const RULES: { [Name in SettingName]: (value: SettingValues[Name]) => string | undefined } = {
  brandName: (value) => (value === '' ? 'Enter the name of the store.' : textProblem(value, BRAND_LENGTH_MAX)),
  subsidiary: (value) => textProblem(value, SUBSIDIARY_LENGTH_MAX),
  supportEmail: (value) =>
    value.length <= EMAIL_LENGTH_MAX && isOneAddress(value) ? undefined : 'Enter one email address.',
  vipGroupUrl: (value) =>
    value.length <= URL_LENGTH_MAX && isHttp(value)
      ? undefined
      : 'Enter an address that begins with https:// or http://.',
  cashAppHandle: (value) =>
    value === '' || CASH_APP_HANDLE.test(value)
      ? undefined
      : 'Enter a handle such as $leadyard, or leave it empty: then the Cash App is not offered.',
  holdMinutes: (value) =>
    numberProblem(value, HOLD_MINUTES_MAX, 'minutes') ??
    (Number.isInteger(value * 2) ? undefined : 'Enter whole or half minutes.'),
  linkHours: (value) =>
    numberProblem(value, LINK_HOURS_MAX, 'hours') ?? (Number.isInteger(value) ? undefined : 'Enter whole hours.'),
  deliveryDays: (value) =>
    numberProblem(value, DELIVERY_DAYS_MAX, 'days') ?? (Number.isInteger(value) ? undefined : 'Enter whole days.'),
  leadDays: (value) =>
    Number.isInteger(value) && value >= LEAD_DAYS.min && value <= LEAD_DAYS.max
      ? undefined
      : `Enter ${LEAD_DAYS.min} to ${LEAD_DAYS.max} whole days.`,
  vipCap: capProblem,
  premierCap: capProblem,
  premiumCap: capProblem,
  standardCap: capProblem,
  timeZone: (value) => (isTimeZone(value) ? undefined : 'Choose a time zone of the list, e.g. America/Chicago.'),
  usualCommissionBps: percentProblem,
  lateCreditBps: percentProblem,
  adminSecondFactor: (value) =>
    ADMIN_SECOND_FACTOR.some((one) => one === value) ? undefined : 'Choose one of the list.',
  returningCreditBps: percentProblem,
}

const isNumberSetting = (name: SettingName): boolean => NUMBER_SETTINGS.some((one) => one === name)

/** What is wrong with a value, in a sentence that says what to enter; undefined when it can be saved. */
export function settingProblem(name: SettingName, value: SettingValue): string | undefined {
  if (isNumberSetting(name) !== (typeof value === 'number')) {
    return isNumberSetting(name) ? 'Enter a number.' : 'Enter a text.'
  }
  const rule = RULES[name] as (value: SettingValue) => string | undefined
  return rule(value)
}

/** A value in words, as lists and the log show it. */
export function settingInWords(name: SettingName, value: SettingValue): string {
  switch (name) {
    case 'holdMinutes':
      return value === 1 ? '1 minute' : `${value} minutes`
    case 'linkHours':
      return value === 1 ? '1 hour' : `${value} hours`
    case 'deliveryDays':
    case 'leadDays':
      return value === 1 ? '1 day' : `${value} days`
    case 'vipCap':
    case 'premierCap':
    case 'premiumCap':
    case 'standardCap':
      return value === 1 ? '1 buyer' : `${value} buyers`
    case 'usualCommissionBps':
    case 'lateCreditBps':
    case 'returningCreditBps':
      return `${Number(value) / 100}%`
    case 'cashAppHandle':
      return value === '' ? 'not offered' : String(value)
    default:
      return value === '' ? 'empty' : String(value)
  }
}

const Value = z.union([PlainText(URL_LENGTH_MAX), z.number()])

export const Setting = z.object({
  name: z.enum(SETTING_NAMES),
  /** What counts now. */
  value: Value,
  /** What counts where nothing was saved: as this node was started. */
  defaultValue: Value,
  isDefault: z.boolean(),
  /** Null while it is the default. */
  changedAt: z.nullable(Instant),
  changedBy: z.nullable(z.string()),
})
export type Setting = z.infer<typeof Setting>

export const listSettings = defineEndpoint({
  name: 'listSettings',
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
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
          /** What the administrator saw: another value now refuses the change. */
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
