/** The form of settings in words: what each is for, and what a change of it touches. */
import {
  ADMIN_SECOND_FACTOR,
  BRAND_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  type SettingName,
  SUBSIDIARY_LENGTH_MAX,
  URL_LENGTH_MAX,
} from '#contract/admin/settings.ts'

/** How one setting is asked for. */
export interface SettingWords {
  name: SettingName
  /** Said after the label: the unit, or that it may stay empty. */
  note?: string
  /** Under the field. */
  help: string
  inputMode?: 'decimal' | 'numeric' | 'email' | 'url'
  maxLength?: number
  /** Where one of a list is chosen. */
  options?: readonly string[]
}

/** Settings that belong together. */
export interface SettingGroup {
  title: string
  intro: string
  settings: readonly SettingWords[]
}

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Brand',
    intro: 'How the store calls itself, on every page, mail and document from now on.',
    settings: [
      {
        name: 'brandName',
        help: 'In the header, in page titles, and as the sender of mails.',
        maxLength: BRAND_LENGTH_MAX,
      },
      {
        name: 'subsidiary',
        note: 'may stay empty',
        help: 'Stands under the brand in the header and on invoices.',
        maxLength: SUBSIDIARY_LENGTH_MAX,
      },
      {
        name: 'supportEmail',
        help: 'Where people ask for help. Mails name it, and come from it unless the server has another sender.',
        inputMode: 'email',
        maxLength: EMAIL_LENGTH_MAX,
      },
    ],
  },
  {
    title: 'Sign-in',
    intro: 'How administrators sign in. To change this you need your password once more.',
    settings: [
      {
        name: 'adminSecondFactor',
        help: 'Required: administrators turn on two-step sign-in before they can do anything else, you too.',
        options: ADMIN_SECOND_FACTOR,
      },
    ],
  },
  {
    title: 'Selling',
    intro: 'What buyers are offered, and how long packages wait for them.',
    settings: [
      {
        name: 'holdMinutes',
        note: 'minutes, 1 to 120',
        help: 'How long a cart holds a package. Packages that are held now keep their time.',
        inputMode: 'decimal',
        maxLength: 6,
      },
      {
        name: 'linkHours',
        note: 'hours, 1 to 720',
        help: 'How long a payment link works and a Cash App order is held. Links that were sent keep their time.',
        inputMode: 'numeric',
        maxLength: 4,
      },
      {
        name: 'deliveryDays',
        note: 'days, 1 to 365',
        help: 'How long delivered files are kept and the links to them work, never longer than personal data of leads. Links that were sent keep their time.',
        inputMode: 'numeric',
        maxLength: 3,
      },
      {
        name: 'cashAppHandle',
        note: 'empty: not offered',
        help: 'Where buyers send Cash App payments. Orders that wait for one show the new handle.',
        maxLength: 31,
      },
      {
        name: 'vipGroupUrl',
        help: 'The sign-up page that the VIP group on the home page leads to.',
        inputMode: 'url',
        maxLength: URL_LENGTH_MAX,
      },
    ],
  },
  {
    title: 'Buyers of a lead',
    intro:
      'To how many buyers one lead may be sold while it is in a tier. A lead that was sold keeps the lowest of the numbers it was sold under, for life. Stock follows within seconds; what carts and orders hold stays theirs.',
    settings: [
      {
        name: 'vipCap',
        note: 'buyers, 1 to 20',
        help: 'The store calls VIP leads exclusive. With more than 1 that is not true any more.',
        inputMode: 'numeric',
        maxLength: 2,
      },
      {
        name: 'premierCap',
        note: 'buyers, 1 to 20',
        help: 'The store calls Premier leads semi-exclusive: keep it to a few.',
        inputMode: 'numeric',
        maxLength: 2,
      },
      {
        name: 'premiumCap',
        note: 'buyers, 1 to 20',
        help: 'A lower number takes leads out of sale that so many buyers have already.',
        inputMode: 'numeric',
        maxLength: 2,
      },
      {
        name: 'standardCap',
        note: 'buyers, 1 to 20',
        help: 'Buyers in earlier tiers count too: it is how many may have a lead in all.',
        inputMode: 'numeric',
        maxLength: 2,
      },
    ],
  },
  {
    title: 'Personal data',
    intro: 'How long the store keeps what it need not keep.',
    settings: [
      {
        name: 'leadDays',
        note: 'days, 92 to 3650',
        help: 'How long owners, addresses and phones of a lead are kept after it was acquired, or after it was last sold. A shorter time deletes within a day what is older.',
        inputMode: 'numeric',
        maxLength: 4,
      },
    ],
  },
  {
    title: 'Money and days',
    intro: 'How figures are counted. What was counted before stays as it is.',
    settings: [
      {
        name: 'timeZone',
        help: 'Days of sales, pay reports and planned prices begin at midnight there. Sales keep the day they were written with.',
      },
      {
        name: 'usualCommissionBps',
        note: 'percent',
        help: 'What a new sales rep earns of each sale. Members keep their own rate; change it in Sales Team.',
        inputMode: 'decimal',
        maxLength: 6,
      },
      {
        name: 'lateCreditBps',
        note: 'percent, 0: none',
        help: 'Store credit that a buyer gets for a package delivered after 24 hours, of what was paid for it. What was given stays.',
        inputMode: 'decimal',
        maxLength: 6,
      },
      {
        name: 'returningCreditBps',
        note: 'percent, 0: none',
        help: 'Store credit for each paid order after a customer’s first, of what they paid, within 24 hours. With 0, no page or mail mentions it.',
        inputMode: 'decimal',
        maxLength: 6,
      },
    ],
  },
]
