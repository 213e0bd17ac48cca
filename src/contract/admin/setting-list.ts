/** Every setting, one entry each: all that it takes to save, check, log and show it, and read it as `config.<name>`. */
import { type Tier, USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/claims/claim-reasons.ts'
import { EMAIL_LENGTH_MAX, readEmail } from '#contract/email-address.ts'
import { isTimeZone, USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { choice, count, lineProblem, rate, text } from './setting-kinds.ts'

/** At least seven digits; separators and an extension may surround them. */
const PHONE = /^(?=(?:\D*\d){7})[+\d(][\d ().x-]{6,29}$/
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

const line = (
  about: { label: string; usual: string; help: string; note?: string; maxLength: number },
  ifEmpty?: string,
) => text({ ...about, problem: (value) => (value === '' && ifEmpty ? ifEmpty : lineProblem(value, about.maxLength)) })

const BRAND = {
  brandName: line(
    {
      label: 'Brand name',
      usual: 'Leadyard',
      help: 'In the header, in page titles, and as the sender of emails.',
      maxLength: 60,
    },
    'Enter the name of the store.',
  ),
  subsidiary: line({
    label: 'Line under the brand',
    usual: 'Real-estate leads by county',
    note: 'optional',
    help: 'Below the brand in the header and on invoices.',
    maxLength: 120,
  }),
  supportEmail: text({
    label: 'Support email',
    usual: 'support@example.com',
    help: 'Where people ask for help. Emails show it, and come from it unless the server has another sender.',
    inputMode: 'email',
    maxLength: EMAIL_LENGTH_MAX,
    problem: (value) => (readEmail(value) === value ? undefined : 'Enter one email address.'),
  }),
}

const TERMS = {
  refundRule: line({
    label: 'Refund rule',
    usual: 'If we cannot deliver a package, we refund its full price the way you paid.',
    note: 'optional',
    help: 'One or two sentences below the Pay button, and in the texts about terms and refunds.',
    maxLength: 200,
  }),
  supportPhone: text({
    label: 'Phone',
    usual: '(512) 555-0100',
    note: 'optional',
    help: 'Below each page and the Pay button, on receipts and invoices, and on payment links from reps without their own number.',
    maxLength: 30,
    problem: (value) =>
      value === '' || PHONE.test(value) ? undefined : 'Enter a phone number such as (512) 555-0100.',
  }),
  postalAddress: line({
    label: 'Postal address',
    usual: '100 Example Street, Austin, TX 78701',
    note: 'optional',
    help: 'The store’s address, below each page and the Pay button, and on receipts and invoices.',
    maxLength: 200,
  }),
}

const SIGN_IN = {
  adminSecondFactor: choice(
    {
      label: 'Two-step sign-in for administrators',
      usual: 'optional',
      isProven: true,
      help: 'If required, administrators (including you) must turn on two-step sign-in before they can do anything else.',
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
    help: 'How long a cart reserves a package. Packages already in carts keep their time.',
    maxLength: 6,
  }),
  linkHours: count({
    label: 'Payment link time',
    usual: 24,
    unit: 'hour',
    max: 720,
    help: 'How long a payment link works and a Cash App order stays reserved. Links already sent keep their time.',
    maxLength: 4,
  }),
  deliveryDays: count({
    label: 'Delivered files',
    usual: 30,
    unit: 'day',
    max: 365,
    help: 'How long we keep delivered files and their links work, but never longer than we keep leads’ personal data. Links already sent keep their time.',
    maxLength: 3,
  }),
  cashAppHandle: text({
    label: 'Cash App handle',
    usual: '$leadyard',
    note: 'empty turns Cash App off',
    isProven: true,
    help: 'Where buyers send Cash App payments. Orders waiting for payment show the new handle.',
    maxLength: 31,
    problem: (value) =>
      value === '' || CASH_APP_HANDLE.test(value)
        ? undefined
        : 'Enter a handle such as $leadyard, or leave it empty to turn Cash App off.',
    inWords: (value) => value || 'not offered',
  }),
  vipGroupUrl: text({
    label: 'VIP group address',
    usual: 'https://example.com/vip-buyers',
    help: 'The sign-up page that the home page’s VIP group button opens.',
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
    'The store calls VIP leads exclusive. With more than 1, that is no longer true.',
  ),
  premierCap: cap(
    'Buyers of a Premier lead',
    USUAL_SALE_CAPS.premier,
    'The store calls Premier leads semi-exclusive: keep it to a few.',
  ),
  premiumCap: cap(
    'Buyers of a Premium lead',
    USUAL_SALE_CAPS.premium,
    'A lower number takes leads that already have that many buyers off sale.',
  ),
  standardCap: cap(
    'Buyers of a Standard lead',
    USUAL_SALE_CAPS.standard,
    'Buyers from earlier tiers count too. This is how many buyers a lead can have in all.',
  ),
} satisfies Record<`${Tier}Cap`, unknown>

const EVIDENCE_WORDS: Readonly<Record<contract.ClaimEvidence, string>> = {
  nothing: 'Nothing',
  note: 'A note of what they found out',
  file: 'A picture or a PDF',
}

const evidenceFor = (reason: contract.ClaimReason, usual: contract.ClaimEvidence) =>
  choice(
    {
      label: `Evidence for “${contract.CLAIM_REASON_NAMES[reason]}”`,
      usual,
      help: 'What the buyer must add to the claim.',
      optionWords: EVIDENCE_WORDS,
    },
    contract.CLAIM_EVIDENCE,
  )

const CLAIMS = {
  claimDays: count({
    label: 'Time to claim',
    usual: 14,
    unit: 'day',
    min: 0,
    max: 60,
    help: 'How long after delivery a buyer can claim a bad lead. 0 turns claims off.',
    maxLength: 2,
  }),
  claimShareBps: rate({
    label: 'Leads that can be claimed',
    usual: 2_000,
    note: 'percent of a package',
    help: 'The most leads of one package that a buyer can claim; at least one.',
  }),
  claimEvidenceWrongNumber: evidenceFor('wrong_number', 'note'),
  claimEvidenceDuplicate: evidenceFor('duplicate', 'note'),
  claimEvidenceNotOwner: evidenceFor('not_owner', 'note'),
  claimEvidenceSoldSince: evidenceFor('sold_since', 'note'),
  claimEvidenceWrongCounty: evidenceFor('wrong_county', 'nothing'),
  claimEvidenceOptedOut: evidenceFor('opted_out', 'nothing'),
}

const EVIDENCE_SETTINGS = {
  wrong_number: 'claimEvidenceWrongNumber',
  duplicate: 'claimEvidenceDuplicate',
  not_owner: 'claimEvidenceNotOwner',
  sold_since: 'claimEvidenceSoldSince',
  wrong_county: 'claimEvidenceWrongCounty',
  opted_out: 'claimEvidenceOptedOut',
} as const satisfies Record<contract.ClaimReason, keyof typeof CLAIMS>

type EvidenceValues = Readonly<Record<(typeof EVIDENCE_SETTINGS)[contract.ClaimReason], string>>

/** The reasons that need this kind of evidence. */
export const reasonsWith = (evidence: contract.ClaimEvidence, values: EvidenceValues): contract.ClaimReason[] =>
  contract.CLAIM_REASONS.filter((reason) => values[EVIDENCE_SETTINGS[reason]] === evidence)

const PERSONAL_DATA = {
  leadDays: count({
    label: 'Personal data of leads',
    usual: 180,
    unit: 'day',
    min: LEAD_DAYS_MIN,
    max: LEAD_DAYS_MAX,
    help: 'How long we keep a lead’s owner, address and phones after it was acquired or last sold. If you shorten this, older data is deleted within a day.',
    maxLength: 4,
  }),
}

export const SHARES_ONLY = 'shares only'

const TRUST = {
  publicFigures: choice(
    {
      label: 'What public figures show',
      usual: 'counts and shares',
      help: 'On the page /trust. With shares only, nobody learns how much you sell. It takes effect with the next day’s figures; earlier days cannot be changed.',
    },
    ['counts and shares', SHARES_ONLY],
  ),
}

const MONEY_AND_DAYS = {
  timeZone: text({
    label: 'Time zone',
    usual: USUAL_STORE_ZONE,
    help: 'Sales days, pay reports and planned prices start at midnight there. Past sales keep their day.',
    problem: (value) => (isTimeZone(value) ? undefined : 'Choose a time zone from the list, e.g. America/Chicago.'),
  }),
  usualCommissionBps: rate({
    label: 'Commission of a new rep',
    usual: 1_000,
    note: 'percent',
    help: 'What a new sales rep earns on each sale. Members keep their own rate, which you change in Sales Team.',
  }),
  lateCreditBps: rate({
    label: 'Credit for a late delivery',
    usual: 1_000,
    note: 'percent, 0 for none',
    help: 'Store credit for a package delivered after 24 hours, as a share of its price. Credit already given stays.',
  }),
  returningCreditBps: rate({
    label: 'Credit for returning customers',
    usual: 500,
    note: 'percent, 0 for none',
    help: 'Store credit for each paid order after a customer’s first, as a share of what they paid, within 24 hours. At 0, no page or email mentions it.',
  }),
}

export const SETTING_GROUPS = [
  { title: 'Brand', intro: 'Your store’s name on every page, email and document.', settings: BRAND },
  { title: 'Checkout and contact', intro: 'Your rules and who you are, next to the Pay button.', settings: TERMS },
  { title: 'Sign-in', intro: 'How administrators log in. You need your password to change this.', settings: SIGN_IN },
  { title: 'Holds, links and delivery', intro: 'Times, Cash App and the VIP group.', settings: SELLING },
  {
    title: 'Buyers per lead',
    intro:
      'How many buyers can buy the same lead while it is in a tier. A sold lead always keeps the lowest limit it was sold under. Stock updates within seconds, and carts and orders keep what they have.',
    settings: CAPS,
  },
  {
    title: 'Claims',
    intro: 'What buyers can do about a bad lead. Orders keep what was in force when they were paid.',
    settings: CLAIMS,
  },
  { title: 'Data retention', intro: 'How long the store keeps personal data.', settings: PERSONAL_DATA },
  { title: 'Trust page', intro: 'What anyone can read about the store’s own business.', settings: TRUST },
  { title: 'Time zone and rates', intro: 'Days, commission and credit. Past figures stay.', settings: MONEY_AND_DAYS },
] as const

export const SETTINGS = {
  ...BRAND,
  ...TERMS,
  ...SIGN_IN,
  ...SELLING,
  ...CAPS,
  ...CLAIMS,
  ...PERSONAL_DATA,
  ...TRUST,
  ...MONEY_AND_DAYS,
}
