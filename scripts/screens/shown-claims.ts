/** Claims and rates that the pictures show. */
export const TOKEN = 'a-link-for-the-picture-only'
const HOUR_MS = 3_600_000
export const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

export const VIP = {
  tier: 'vip',
  leadType: 'vacant',
  leadTypeName: 'Vacant Houses',
  size: 20,
  sizeName: 'Junior Package',
  state: 'Texas',
  county: 'Travis',
}
const STREETS = [
  '1204 Barton Springs Rd',
  '87 Elm St',
  '3310 Manor Rd',
  '512 W 12th St',
  '9 Treadwell St',
  '2200 S Lamar',
]
const OWNERS = [
  'Maria Delgado',
  'Hill Country Homes LLC',
  'James T. Okafor',
  'The Lindqvist Family Trust',
  'Ana Ruiz',
  '',
]

const lead = (index: number, claim: object | null = null) => ({
  leadId: String(index + 1),
  address: `${STREETS[index]}, Austin, 78704`,
  owner: OWNERS[index] || null,
  phones: [`+1512555014${index}`, ...(index % 2 === 0 ? [`+1737555018${index}`] : [])],
  claim,
})
export const claimed = (more: object) => ({
  reason: 'wrong_number',
  state: 'granted',
  claimedAt: at(-30),
  dueAt: at(18),
  replacedBy: null,
  credit: 0,
  answer: null,
  ...more,
})
const REPLACED = claimed({ replacedBy: '41 Comal St, Austin, 78702' })
const CREDITED = claimed({ reason: 'sold_since', credit: 11.96 })
const DENIED = claimed({ reason: 'not_owner', state: 'denied', answer: 'The deed of March names this owner.' })
const WAITING = claimed({ state: 'open' })

export const claimable = (more: object) => ({
  ...VIP,
  lineNumber: 1,
  endsAt: at(13 * 24),
  most: 5,
  left: 5,
  noteReasons: ['wrong_number', 'duplicate', 'sold_since'],
  fileReasons: ['not_owner'],
  leads: STREETS.map((_, index) => lead(index)),
  ...more,
})
export const REPORTED = [REPLACED, CREDITED, DENIED, WAITING].map((claim, index) => lead(index, claim))

const toDecide = (index: number, more: object = {}) => ({
  ...VIP,
  orderId: `ord_${'0'.repeat(21)}${index}`,
  reference: 'LY-7K3M9QXD',
  reason: 'wrong_number',
  claimState: 'open',
  note: 'It says “not in service”, on three days.',
  files: [],
  claimedAt: at(-30),
  dueAt: at(18),
  buyerName: 'Ada Buyer',
  buyerEmail: 'ada@example.com',
  source: 'County records',
  othersClaimed: 0,
  isReplaced: false,
  credit: 0,
  answer: null,
  answeredAt: null,
  answeredBy: null,
  ...lead(index),
  ...more,
})
export const TO_DECIDE = [
  toDecide(0, { othersClaimed: 2, dueAt: at(3) }),
  toDecide(1, {
    reason: 'not_owner',
    note: 'The woman who answered sold the house in spring and sent me the deed.',
    files: [
      { fileId: `clf_${'0'.repeat(22)}`, name: 'deed.pdf', bytes: 240_000 },
      { fileId: `clf_${'1'.repeat(22)}`, name: 'county-clerk-search-result-of-the-parcel.png', bytes: 90_000 },
    ],
  }),
  toDecide(2, { reason: 'wrong_county', note: null }),
]
const done = { claimState: 'granted', answeredAt: at(-2), answeredBy: 'Ana Admin' }
export const DECIDED = [
  toDecide(0, { ...done, isReplaced: true, answeredBy: null }),
  toDecide(1, { ...done, credit: 11.96, note: null }),
  toDecide(3, { ...done, claimState: 'denied', answer: 'We reached the owner at this number.' }),
]

/** A share with the range that belongs to it. */
const share = (value: number, low: number, high: number) => ({ share: value, low, high })
export const RATES = [
  {
    name: 'County records',
    delivered: 12_430,
    claimed: 512,
    granted: 388,
    wrongNumbers: 236,
    grantedShare: share(0.0312, 0.0283, 0.0344),
    wrongNumberShare: share(0.019, 0.0167, 0.0215),
  },
  {
    name: 'Skip trace, second supplier',
    delivered: 41,
    claimed: 6,
    granted: 4,
    wrongNumbers: 4,
    grantedShare: share(0.0976, 0.0386, 0.2255),
    wrongNumberShare: share(0.0976, 0.0386, 0.2255),
  },
]
export const VIP_RATE = {
  tier: 'vip',
  delivered: 12_430,
  grantedShare: share(0.0312, 0.0283, 0.0344),
  wrongNumberShare: share(0.019, 0.0167, 0.0215),
}
