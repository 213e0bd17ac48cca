/** Generates the payment links behind the rep's share of the demo's sales, and some that ended unpaid. */
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import { createRandom, type DemoOrder, type Random, REFERENCE_LETTERS, timeLetters } from './sales.ts'

const SEED = 20_261_204
/** Links lasted a day, with a reminder 6 hours before their end. */
const LINK_LIFE_MS = days(1)
const REMIND_BEFORE_MS = hours(6)

/** The share of paid requests with an earlier one that ended unpaid. */
const EARLIER_SHARE = 1 / 6
const REPLACED_SHARE = 0.4
const NOTED_SHARE = 0.3
const OFFERED_SHARE = 0.25

const OFFERS = [
  'As discussed on the phone. Reply to this email if anything is unclear.',
  'Thank you for coming back. Ask me about the neighboring counties.',
  'These are the counties you asked about; the larger packages go quickly.',
] as const

const NOTES = [
  'Prefers a call before noon.',
  'Buys for two partners; wants one invoice per county.',
  'Asked to hear from us when more VIP leads come in.',
  'Met at the spring expo. Send the link by email, then call.',
  'Pays the same day. Interested in landlord leads only.',
] as const

const idOf = (prefix: string, at: Date, random: Random): string => `${prefix}_${timeLetters(at)}${random.letters(13)}`
const iso = (instant: Date): string => instant.toISOString()

/** When a customer paid: mostly within hours, never after the link's end or in the future. */
function choosePayTime(random: Random, order: DemoOrder, now: Date): Date {
  const sentAt = new Date(order.created_at)
  const hoursMax = random.weighted([[1, 45] as const, [4, 35] as const, [22, 20] as const])
  // Refunds were at least 5 hours after the sale.
  const waitMs = random.between(minutes(4), hours(order.refunded_at === null ? hoursMax : Math.min(4, hoursMax)))
  const paidAt = addMilliseconds(sentAt, waitMs)
  return paidAt < now ? paidAt : new Date(order.paid_at ?? now)
}

function chooseOpening(random: Random, sentAt: Date, until: Date): Date {
  return addMilliseconds(sentAt, (until.getTime() - sentAt.getTime()) * (0.4 + random.next() * 0.5))
}

function requestOf(order: DemoOrder, repId: string, sentAt: Date, overAt: Date) {
  const expiresAt = addMilliseconds(sentAt, LINK_LIFE_MS)
  const remindAt = addMilliseconds(expiresAt, -REMIND_BEFORE_MS)
  return {
    payment_request_id: `prq_${order.order_id.slice(4)}`,
    order_id: order.order_id,
    rep_id: repId,
    customer_email: order.email,
    customer_name: order.full_name,
    total_cents: order.total_cents,
    refunded_cents: order.refunded_cents,
    created_at: iso(sentAt),
    expires_at: iso(expiresAt),
    remind_at: iso(remindAt),
    reminded_at: overAt > remindAt ? iso(remindAt) : null,
    special_offers: '',
    paid_at: null,
    closed_at: null,
    close_reason: null,
    closed_by: null,
    replaces_id: null,
  }
}

function payByLink(random: Random, sale: DemoOrder, repId: string, now: Date) {
  const sentAt = new Date(sale.created_at)
  const paidAt = choosePayTime(random, sale, now)
  const openedAt = chooseOpening(random, sentAt, paidAt)
  const order: DemoOrder = {
    ...sale,
    owner_id: `request:prq_${sale.order_id.slice(4)}`,
    payment_opened_at: iso(openedAt),
    pay_until: iso(addMilliseconds(sentAt, LINK_LIFE_MS)),
    paid_at: iso(paidAt),
  }
  const request = {
    ...requestOf(order, repId, sentAt, paidAt),
    status: sale.state === 'processed' ? 'processed' : 'paid',
    special_offers: random.next() < OFFERED_SHARE ? random.pick(OFFERS) : '',
    paid_at: iso(paidAt),
    opened_at: iso(openedAt),
  }
  return { order, request }
}

/** A request for the same packages that was not paid before the next one was sent. */
function missOne(random: Random, next: DemoOrder, repId: string) {
  const isReplaced = random.next() < REPLACED_SHARE
  const gapMs = isReplaced ? random.between(hours(2), hours(20)) : LINK_LIFE_MS + random.between(hours(1), hours(9))
  const nextAt = new Date(next.created_at)
  const sentAt = addMilliseconds(nextAt, -gapMs)
  const closedAt = isReplaced ? nextAt : addMilliseconds(sentAt, LINK_LIFE_MS)
  const order: DemoOrder = {
    ...next,
    order_id: idOf('ord', sentAt, random),
    reference: `LY-${random.letters(8, REFERENCE_LETTERS)}`,
    state: 'cancelled',
    refunded_cents: 0,
    placed_at: iso(addMilliseconds(sentAt, -random.between(minutes(1), minutes(12)))),
    created_at: iso(sentAt),
    payment_opened_at: null,
    pay_until: iso(addMilliseconds(sentAt, LINK_LIFE_MS)),
    paid_at: null,
    closed_at: iso(closedAt),
    refunded_at: null,
    lines: next.lines.map((line) => ({ ...line, hold_id: null })),
  }
  order.owner_id = `request:prq_${order.order_id.slice(4)}`
  const wasOpened = random.next() < 0.5
  const openedAt = chooseOpening(random, sentAt, closedAt)
  const request = {
    ...requestOf(order, repId, sentAt, closedAt),
    status: 'expired',
    closed_at: iso(closedAt),
    close_reason: isReplaced ? 'replaced' : 'time',
    closed_by: isReplaced ? repId : null,
    opened_at: wasOpened ? iso(openedAt) : null,
  }
  return { order, request }
}

const customerOf = (random: Random, order: DemoOrder, repId: string) => ({
  customer_id: idOf('cus', new Date(order.created_at), random),
  rep_id: repId,
  name: order.full_name,
  email: order.email,
  phone: order.cell_phone,
  business_name: order.business_name,
  notes: random.next() < NOTED_SHARE ? random.pick(NOTES) : '',
  created_at: order.created_at,
})

/** Makes the rep’s sales look paid through links, and adds some unpaid ones; the same sales give the same links. */
export function sellThroughLinks(sales: readonly DemoOrder[], options: { now: Date; repId: string }) {
  const { now, repId } = options
  const random = createRandom(SEED)
  const orders: DemoOrder[] = []
  const requests: object[] = []
  const customers = new Map<string, ReturnType<typeof customerOf>>()
  for (const sale of sales) {
    if (sale.rep_id === null) {
      orders.push(sale)
      continue
    }
    const paid = payByLink(random, sale, repId, now)
    const first = random.next() < EARLIER_SHARE ? missOne(random, paid.order, repId) : null
    const replacesId = first?.request.close_reason === 'replaced' ? first.request.payment_request_id : null
    const sold = { ...paid, request: { ...paid.request, replaces_id: replacesId } }
    for (const { order, request } of first ? [first, sold] : [sold]) {
      orders.push(order)
      requests.push(request)
      if (!customers.has(order.email)) customers.set(order.email, customerOf(random, order, repId))
    }
  }
  return { orders, requests, customers: [...customers.values()] }
}
