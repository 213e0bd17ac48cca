/** The form of settings in words: what each is for, and what a change of it touches. */
import {
  BRAND_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  type SettingName,
  SUBSIDIARY_LENGTH_MAX,
  URL_LENGTH_MAX,
} from '#contract/settings.ts'

/** How one setting is asked for. */
export interface SettingWords {
  name: SettingName
  /** Said after the label: the unit, or that it may stay empty. */
  note?: string
  /** Under the field. */
  help: string
  inputMode?: 'decimal' | 'numeric' | 'email' | 'url'
  maxLength?: number
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
        help: 'How long delivered files are kept and the links to them work. Links that were sent keep their time.',
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
    ],
  },
]
