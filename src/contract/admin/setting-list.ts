/**
 * Every setting, one entry each. An entry is all that a new setting needs to be saved, listed, checked, logged, shown
 * in the form and read as `config.<name>`. The rules are here because the form checks them before the server does.
 */
import { type Tier, USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import { isOneAddress } from '#contract/one-address.ts'
import { isTimeZone, USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { choice, count, lineProblem, rate, text } from './setting-kinds.ts'

const BRAND_LENGTH_MAX = 60
const SUBSIDIARY_LENGTH_MAX = 120
const EMAIL_LENGTH_MAX = 254
const RULE_LENGTH_MAX = 200
const VERSION_LENGTH_MAX = 40
const PHONE_LENGTH_MAX = 30
/** At least seven digits; separators and an extension may surround them. */
const PHONE = /^(?=(?:\D*\d){7})[+\d(][\d ().x-]{6,29}$/
/** The longest text of any setting. */
export const TEXT_LENGTH_MAX = 500
/** `$name`; the dollar sign is optional. It must contain a letter. */
const CASH_APP_HANDLE = /^\$?(?=.*[A-Za-z])[\w-]{1,30}$/
/** A pool counts its leads by places left, from 1 to this. */
const SALE_CAP_MAX = 20
/** A lead is for sale for 61 days, and a payment link may promise it for 30 more. */
const LEAD_DAYS_MIN = 92
const LEAD_DAYS_MAX = 3_650

const isHttp = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && !/[\s\p{Cc}<>"]/u.test(value)

const BRAND = {
  brandName: text({
    label: 'Brand name',
    usual: 'Leadyard',
    help: 'In the header, in page titles, and as the sender of mails.',
    maxLength: BRAND_LENGTH_MAX,
    problem: (value) => (value === '' ? 'Enter the name of the store.' : lineProblem(value, BRAND_LENGTH_MAX)),
  }),
  subsidiary: text({
    label: 'Line under the brand',
    usual: 'Real-estate leads by county',
    note: 'may stay empty',
    help: 'Below the brand in the header and on invoices.',
    maxLength: SUBSIDIARY_LENGTH_MAX,
    problem: (value) => lineProblem(value, SUBSIDIARY_LENGTH_MAX),
  }),
  supportEmail: text({
    label: 'Support email',
    usual: 'support@example.com',
    help: 'Where people ask for help. Mails name it, and come from it unless the server has another sender.',
    inputMode: 'email',
    maxLength: EMAIL_LENGTH_MAX,
    problem: (value) =>
      value.length <= EMAIL_LENGTH_MAX && isOneAddress(value) ? undefined : 'Enter one email address.',
  }),
}

/** A page of the owner's own site; empty: pages do not link to it. */
const ownPage = (label: string, usual: string, help: string) =>
  text({
    label,
    usual,
    note: 'empty: not shown',
    help,
    inputMode: 'url',
    maxLength: TEXT_LENGTH_MAX,
    problem: (value) =>
      value === '' || (value.length <= TEXT_LENGTH_MAX && isHttp(value))
        ? undefined
        : 'Enter an address that begins with https:// or http://, or leave it empty.',
  })

const TERMS = {
  refundRule: text({
    label: 'Refund rule',
    usual: 'If we cannot deliver a package, its whole price goes back the way you paid.',
    note: 'empty: not shown',
    help: 'One or two sentences below the Pay button.',
    maxLength: RULE_LENGTH_MAX,
    problem: (value) => lineProblem(value, RULE_LENGTH_MAX),
  }),
  termsUrl: ownPage('Terms of sale', 'https://example.com/terms', 'Where buyers read the terms before they pay.'),
  termsVersion: text({
    label: 'Version of the terms',
    usual: '1',
    help: 'Its number or date. Every order keeps the version in force when it was placed, and its receipt names it. Change it together with the terms.',
    maxLength: VERSION_LENGTH_MAX,
    problem: (value) =>
      value === '' ? 'Enter the number or date of the terms in force.' : lineProblem(value, VERSION_LENGTH_MAX),
  }),
  privacyUrl: ownPage('Privacy', 'https://example.com/privacy', 'Where buyers read what happens to their data.'),
  supportPhone: text({
    label: 'Telephone',
    usual: '(512) 555-0100',
    note: 'empty: not shown',
    help: 'Below the Pay button, and on payment links of reps who have no number of their own.',
    maxLength: PHONE_LENGTH_MAX,
    problem: (value) =>
      value === '' || PHONE.test(value) ? undefined : 'Enter a telephone number such as (512) 555-0100.',
  }),
  postalAddress: text({
    label: 'Postal address',
    usual: '100 Example Street, Austin, TX 78701',
    note: 'empty: not shown',
    help: 'Where the store is, below the Pay button.',
    maxLength: RULE_LENGTH_MAX,
    problem: (value) => lineProblem(value, RULE_LENGTH_MAX),
  }),
}

const SIGN_IN = {
  adminSecondFactor: choice(
    {
      label: 'Two-step sign-in of administrators',
      usual: 'optional',
      isProven: true,
      help: 'Required: administrators turn on two-step sign-in before they can do anything else, you too.',
    },
    ['optional', 'required'],
  ),
}

const SELLING = {
  holdMinutes: count({
    label: 'Hold time',
    usual: 30,
    unit: 'minute',
    max: 120,
    hasHalves: true,
    help: 'How long a cart holds a package. Packages that are held now keep their time.',
    maxLength: 6,
  }),
  linkHours: count({
    label: 'Payment link time',
    usual: 24,
    unit: 'hour',
    max: 720,
    help: 'How long a payment link works and a Cash App order is held. Links that were sent keep their time.',
    maxLength: 4,
  }),
  deliveryDays: count({
    label: 'Delivered files',
    usual: 30,
    unit: 'day',
    max: 365,
    help: 'How long delivered files are kept and the links to them work, never longer than personal data of leads. Links that were sent keep their time.',
    maxLength: 3,
  }),
  cashAppHandle: text({
    label: 'Cash App handle',
    usual: '$leadyard',
    note: 'empty: not offered',
    isProven: true,
    help: 'Where buyers send Cash App payments. Orders that wait for one show the new handle.',
    maxLength: 31,
    problem: (value) =>
      value === '' || CASH_APP_HANDLE.test(value)
        ? undefined
        : 'Enter a handle such as $leadyard, or leave it empty: then the Cash App is not offered.',
    inWords: (value) => value || 'not offered',
  }),
  vipGroupUrl: text({
    label: 'VIP group address',
    usual: 'https://example.com/vip-buyers',
    help: 'The sign-up page that the VIP group on the home page leads to.',
    inputMode: 'url',
    maxLength: TEXT_LENGTH_MAX,
    problem: (value) =>
      value.length <= TEXT_LENGTH_MAX && isHttp(value)
        ? undefined
        : 'Enter an address that begins with https:// or http://.',
  }),
}

const cap = (label: string, usual: number, help: string) =>
  count({ label, usual, unit: 'buyer', max: SALE_CAP_MAX, help, maxLength: 2 })

const CAPS = {
  vipCap: cap(
    'Buyers of a VIP lead',
    USUAL_SALE_CAPS.vip,
    'The store calls VIP leads exclusive. With more than 1 that is not true any more.',
  ),
  premierCap: cap(
    'Buyers of a Premier lead',
    USUAL_SALE_CAPS.premier,
    'The store calls Premier leads semi-exclusive: keep it to a few.',
  ),
  premiumCap: cap(
    'Buyers of a Premium lead',
    USUAL_SALE_CAPS.premium,
    'A lower number takes leads out of sale that so many buyers have already.',
  ),
  standardCap: cap(
    'Buyers of a Standard lead',
    USUAL_SALE_CAPS.standard,
    'Buyers in earlier tiers count too: it is how many may have a lead in all.',
  ),
} satisfies Record<`${Tier}Cap`, unknown>

const PERSONAL_DATA = {
  leadDays: count({
    label: 'Personal data of leads',
    usual: 180,
    unit: 'day',
    min: LEAD_DAYS_MIN,
    max: LEAD_DAYS_MAX,
    help: 'How long owners, addresses and phones of a lead are kept after it was acquired, or after it was last sold. A shorter time deletes within a day what is older.',
    maxLength: 4,
  }),
}

const MONEY_AND_DAYS = {
  timeZone: text({
    label: 'Time zone',
    usual: USUAL_STORE_ZONE,
    help: 'Days of sales, pay reports and planned prices begin at midnight there. Sales keep the day they were written with.',
    problem: (value) => (isTimeZone(value) ? undefined : 'Choose a time zone of the list, e.g. America/Chicago.'),
  }),
  usualCommissionBps: rate({
    label: 'Commission of a new rep',
    usual: 1_000,
    note: 'percent',
    help: 'What a new sales rep earns of each sale. Members keep their own rate; change it in Sales Team.',
  }),
  lateCreditBps: rate({
    label: 'Credit for a late delivery',
    usual: 1_000,
    note: 'percent, 0: none',
    help: 'Store credit that a buyer gets for a package delivered after 24 hours, of what was paid for it. What was given stays.',
  }),
  returningCreditBps: rate({
    label: 'Credit for returning customers',
    usual: 500,
    note: 'percent, 0: none',
    help: 'Store credit for each paid order after a customer’s first, of what they paid, within 24 hours. With 0, no page or mail mentions it.',
  }),
}

/** The form: settings that belong together, and what they affect. */
export const SETTING_GROUPS = [
  {
    title: 'Brand',
    intro: 'How the store calls itself, on every page, mail and document from now on.',
    settings: BRAND,
  },
  {
    title: 'Beside the Pay button',
    intro: 'What buyers read where they pay: the rules, and whom they deal with.',
    settings: TERMS,
  },
  {
    title: 'Sign-in',
    intro: 'How administrators sign in. To change this you need your password once more.',
    settings: SIGN_IN,
  },
  { title: 'Selling', intro: 'What buyers are offered, and how long packages wait for them.', settings: SELLING },
  {
    title: 'Buyers of a lead',
    intro:
      'To how many buyers one lead may be sold while it is in a tier. A lead that was sold keeps the lowest of the numbers it was sold under, for life. Stock follows within seconds; what carts and orders hold stays theirs.',
    settings: CAPS,
  },
  { title: 'Personal data', intro: 'How long the store keeps what it need not keep.', settings: PERSONAL_DATA },
  {
    title: 'Money and days',
    intro: 'How figures are counted. What was counted before stays as it is.',
    settings: MONEY_AND_DAYS,
  },
] as const

/** Every setting by its name, in the order of the form. */
export const SETTINGS = {
  ...BRAND,
  ...TERMS,
  ...SIGN_IN,
  ...SELLING,
  ...CAPS,
  ...PERSONAL_DATA,
  ...MONEY_AND_DAYS,
}
