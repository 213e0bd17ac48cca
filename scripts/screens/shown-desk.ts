/** What a buyer has at the desk in the pictures. */
import { at, claimed, TOKEN, VIP } from './shown-claims.ts'

const HOOK_ID = `whk_${'0'.repeat(22)}`

const CLAIMABLE = {
  ...VIP,
  reference: 'LY-7K3M9QXD',
  orderToken: 'an-order-for-the-picture',
  lineNumber: 1,
  endsAt: at(9 * 24),
  most: 5,
  left: 3,
  deliveryToken: TOKEN,
}
const claim = (leadId: string, address: string, more: object) => ({
  ...VIP,
  reference: 'LY-7K3M9QXD',
  leadId,
  address,
  claim: claimed(more),
})
const CLAIMS = [
  claim('1', '87 Elm St, Austin, 78704', { state: 'open' }),
  claim('2', '1204 Barton Springs Rd, Austin, 78704', { replacedBy: '41 Comal St, Austin, 78702' }),
]

const LINE = {
  ...VIP,
  deliveryMethod: 'email',
  price: 299,
  discount: 0,
  bonusLeads: 5,
  offers: [],
  isRefunded: false,
}
const ORDERS = [
  {
    packageIds: ['48453-vacant-vip-20', '48453-vacant-vip-20'],
    order: {
      id: 'ord_1',
      reference: 'LY-7K3M9QXD',
      status: 'processed',
      total: '598.00',
      credit: '0.00',
      refundedTotal: '0.00',
      refundState: null,
      paymentMethod: 'stripe',
      paymentId: null,
      createdAt: at(-120),
      paidAt: at(-120),
      deliverBy: at(-96),
      payUntil: null,
      closeReason: null,
      emailHint: 'a•••@example.com',
      termsVersion: null,
      lines: [LINE, LINE],
      token: 'an-order-for-the-picture',
    },
  },
]

const LISTS = [
  {
    id: `own_${'0'.repeat(22)}`,
    name: 'Mailing list of spring, with skip traces',
    addresses: 48_210,
    phones: 61_034,
    createdAt: at(-900),
    changedAt: at(-200),
    keptUntil: at(8_500),
  },
]
export const CHECK = {
  columns: [
    { name: 'Property Address', meaning: 'address' },
    { name: 'City', meaning: 'city' },
    { name: 'Zip', meaning: 'zip' },
    { name: 'Phone 1', meaning: 'phone' },
    { name: 'Phone 2', meaning: 'phone' },
    { name: 'Motivation', meaning: null },
  ],
  rows: 1_250,
  usableRows: 1_208,
  addresses: 1_190,
  phones: 1_877,
  problems: [
    { reason: 'zip', rows: 31 },
    { reason: 'phone', rows: 11 },
  ],
}

export const HOOK = {
  id: HOOK_ID,
  kind: 'webhook',
  url: 'https://hooks.example.com/leadyard/new-leads-of-the-acquisitions-team',
  eventTypes: ['delivery.ready', 'lead.delivered'],
  offReason: null,
  failingSince: null,
  createdAt: at(-400),
  previousSecretUntil: null,
}
export const BOSS = {
  ...HOOK,
  id: `whk_${'1'.repeat(22)}`,
  kind: 'follow_up_boss',
  url: 'https://api.followupboss.com/v1/events',
  eventTypes: ['lead.delivered'],
}
export const EVENTS = [
  {
    id: `evt_${'2'.repeat(32)}`,
    type: 'lead.delivered',
    occurredAt: at(-1),
    state: 'failed',
    nextTryAt: null,
    tries: [{ at: at(-1), status: 422, problem: null, answer: '{"errorMessage":"Invalid phone"}', milliseconds: 340 }],
  },
  {
    id: `evt_${'3'.repeat(32)}`,
    type: 'lead.delivered',
    occurredAt: at(-2),
    state: 'sent',
    nextTryAt: null,
    tries: [{ at: at(-2), status: 204, problem: null, answer: null, milliseconds: 88 }],
  },
]

const KEY_ID = `key_${'0'.repeat(22)}`
export const KEYS = [
  {
    id: KEY_ID,
    name: 'Zapier',
    scopes: ['orders:read', 'deliveries:read'],
    start: `ly_live_${'0'.repeat(22)}`,
    createdAt: at(-700),
    lastUsedAt: at(-2),
  },
  {
    id: `key_${'1'.repeat(22)}`,
    name: 'Nightly import into the warehouse',
    scopes: ['orders:read', 'deliveries:read', 'claims:write', 'webhooks:write'],
    start: `ly_live_${'1'.repeat(22)}`,
    createdAt: at(-90),
    lastUsedAt: null,
  },
]

export const SESSIONS = [
  { id: `dsk_${'0'.repeat(22)}`, isThisOne: true, device: 'Chrome on Windows', openedAt: at(-3), usedAt: at(0) },
  { id: `dsk_${'1'.repeat(22)}`, isThisOne: false, device: 'Safari on iPhone', openedAt: at(-80), usedAt: at(-30) },
]
const CREDIT = {
  balance: 11.96,
  entries: [{ id: 'crd_1', at: at(-20), reason: 'claim', amount: 11.96, reference: 'LY-7K3M9QXD' }],
}

/** What the desk's calls are answered, by the end of their addresses. */
export const NOTHING: Readonly<Record<string, unknown>> = {
  waiting: { waiting: [] },
  orders: [],
  credit: { balance: 0, entries: [] },
  'restock-requests': { requests: [] },
  claims: [],
  claimable: { packages: [] },
  'own-lists': { lists: [] },
  webhooks: { webhooks: [], hasFollowUpBoss: true },
  keys: { keys: [] },
}
export const ALL = {
  orders: ORDERS,
  credit: CREDIT,
  claims: CLAIMS,
  claimable: { packages: [CLAIMABLE, { ...CLAIMABLE, lineNumber: 2, left: 5, deliveryToken: null }] },
  'own-lists': { lists: LISTS },
  webhooks: { webhooks: [HOOK, BOSS], hasFollowUpBoss: true },
  keys: { keys: KEYS },
}
