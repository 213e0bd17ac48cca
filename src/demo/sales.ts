/** Generates 120 days of sales of a growing store to fictional buyers: random from a seed, no database. */

import * as contract from '#contract/catalogue/catalogue.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import words from './words.json' with { type: 'json' }

/** Repeatable random numbers, so two people who talk about the demo see the same store. */
export interface Random {
  next(): number
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Picks an item by weight: `[['email', 3], ['sms', 1]]` gives email three times out of four. */
  weighted<Item>(choices: readonly (readonly [Item, number])[]): Item
  letters(count: number, alphabet?: string): string
}

const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates a random number generator from a seed (mulberry32: tiny, and good enough for a demo; never for secrets). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return {
    next,
    pick,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of choices) {
        left -= weight
        if (left < 0) return item
      }
      return pick(choices)[0]
    },
    letters: (count, alphabet = ID_LETTERS) => Array.from({ length: count }, () => pick([...alphabet])).join(''),
  }
}

/* Buyers: invented names, addresses at example.com, phone numbers reserved for fiction. */

export interface Buyer {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
}

export const listOf = (text: string): string[] => text.trim().split(/\s+/)

const FIRST = listOf(words.firstNames)
const LAST = listOf(words.lastNames)
const FIRMS = ['Home Buyers', 'Property Group', 'Investments', 'Realty', 'Acquisitions', 'Holdings'] as const

/** Makes people who come back: the same name always has the same address and phone number. */
export function makeBuyers(random: Random, count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => {
    const first = random.pick(FIRST)
    const last = random.pick(LAST)
    return {
      fullName: `${first} ${last}`,
      email: `${first}.${last}.${index + 1}@example.com`.toLowerCase(),
      businessName: random.next() < 0.45 ? `${last} ${random.pick(FIRMS)}` : null,
      // 555-0100 to 555-0199 are reserved for fiction.
      cellPhone: random.next() < 0.7 ? `(512) 555-01${String(random.between(0, 99)).padStart(2, '0')}` : null,
    }
  })
}

/* Their orders. */

/** An order that ended unpaid has no holds: its units were returned long ago. */
type DemoLine = Omit<ReturnType<typeof makeLine>, 'hold_id'> & { hold_id: string | null }

export interface DemoOrder {
  order_id: string
  reference: string
  owner_id: string
  state: 'paid' | 'processed' | 'refunded' | 'cancelled'
  total_cents: number
  refunded_cents: number
  full_name: string
  email: string
  business_name: string | null
  cell_phone: string | null
  rep_id: string | null
  commission_bps: number
  placed_at: string
  created_at: string
  payment_opened_at: string | null
  /** The end of its payment link; null for an order from a cart. */
  pay_until: string | null
  paid_at: string | null
  closed_at: string | null
  refunded_at: string | null
  lines: DemoLine[]
}

export interface DemoPlace {
  fips: string
  state: string
  name: string
}

/** Every demo order was delivered by then; the newest wait in the queue, none of them late. */
const DELIVERED_WITHIN_MS = hours(11)

const SEED = 20_261_121
export const DEMO_DAYS = 120
const BUYERS = 340
const REP_SHARE = 0.24
const REFUNDED_SHARE = 0.02
const COMMISSION_BPS = 1_000

/** Where most people buy: large counties, busiest first. Travis County leads, because people look there first. */
export const BUSY_COUNTIES = listOf(words.busyCounties)
const BUSY_SHARE = 0.72
export const REFERENCE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Weekends are quiet, and the store sells twice as much today as 120 days ago. */
function ordersOn(random: Random, day: Date, daysAgo: number): number {
  const weekday = day.getUTCDay()
  const week = weekday === 0 ? 0.5 : weekday === 6 ? 0.65 : weekday === 2 ? 1.25 : 1.1
  const growth = 5.2 * (1 + (DEMO_DAYS - daysAgo) / DEMO_DAYS)
  return Math.round(growth * week * (0.7 + random.next() * 0.6))
}

function choosePlace(random: Random, busy: readonly DemoPlace[], all: readonly DemoPlace[]): DemoPlace {
  if (busy.length === 0 || random.next() >= BUSY_SHARE) return random.pick(all)
  return random.weighted(busy.map((place, index) => [place, 1 / (index + 1.5)] as const))
}

/** The 9 letters of time at the start of the store's ids, so demo orders sort among others by age. */
export const timeLetters = (at: Date): string => newId('at', { now: () => at }).slice(3, 12)

function makeLine(
  random: Random,
  number: number,
  place: DemoPlace,
  options: { at: Date; delivery: 'email' | 'sms'; priceOf: PriceOf },
) {
  const leadType = random.weighted(contract.LEAD_TYPES.map((type, index) => [type, [45, 30, 25][index] ?? 0] as const))
  const tier = random.weighted(contract.TIERS.map((name, index) => [name, [14, 24, 31, 31][index] ?? 0] as const))
  const size = random.weighted(contract.SIZES.map((count, index) => [count, [40, 25, 22, 13][index] ?? 0] as const))
  return {
    line_number: number,
    hold_id: `hld_${timeLetters(options.at)}${random.letters(13)}`,
    package_id: contract.packageIdOf({ fips: place.fips, leadType, tier, size }),
    lead_type: leadType,
    tier,
    size,
    state: place.state,
    county: place.name,
    delivery_method: options.delivery,
    price_cents: options.priceOf(leadType, tier, size),
  }
}

export type PriceOf = (leadType: contract.LeadType, tier: contract.Tier, size: contract.Size) => number

/** The sales of the 120 days up to `now`, oldest first. `repId` sold about a quarter, which become links. */
export function makeDemoSales(options: { now: Date; places: readonly DemoPlace[]; priceOf: PriceOf; repId: string }) {
  const { now, places, priceOf, repId } = options
  const random = createRandom(SEED)
  const buyers = makeBuyers(random, BUYERS)
  const byFips = new Map(places.map((place) => [place.fips, place]))
  const busy = BUSY_COUNTIES.flatMap((fips) => byFips.get(fips) ?? [])
  const midnight = new Date(Math.floor(now.getTime() / days(1)) * days(1))
  const orders: DemoOrder[] = []

  for (let daysAgo = DEMO_DAYS; daysAgo >= 0; daysAgo -= 1) {
    const day = addMilliseconds(midnight, -days(daysAgo))
    // From nine in the morning to eleven at night in New York.
    const times = Array.from({ length: ordersOn(random, day, daysAgo) }, () => random.between(0, hours(14)))
    for (const time of times.sort((a, b) => a - b)) {
      const createdAt = addMilliseconds(day, hours(13) + time)
      const placedAt = addMilliseconds(createdAt, -random.between(minutes(1), minutes(12)))
      const paidAt = addMilliseconds(createdAt, random.between(20_000, minutes(5)))
      const place = choosePlace(random, busy, places)
      const delivery = random.weighted([['email', 3] as const, ['sms', 1] as const])
      const lineCount = random.weighted([[1, 55] as const, [2, 26] as const, [3, 12] as const, [4, 7] as const])
      const lines = Array.from({ length: lineCount }, (_, index) =>
        makeLine(random, index + 1, place, { at: placedAt, delivery, priceOf }),
      )
      const totalCents = lines.reduce((sum, line) => sum + line.price_cents, 0)
      const buyer = random.pick(buyers)
      const isReps = random.next() < REP_SHARE
      const isRefunded = random.next() < REFUNDED_SHARE && daysAgo > 3
      const orderId = `ord_${timeLetters(createdAt)}${random.letters(13)}`
      const refundedAt = addMilliseconds(paidAt, random.between(hours(5), hours(60)))
      const reference = `LY-${random.letters(8, REFERENCE_LETTERS)}`
      const cart = random.letters(32)
      // All random numbers are drawn by now, so leaving out future orders changes nothing else.
      if (paidAt >= now) continue
      orders.push({
        order_id: orderId,
        reference,
        owner_id: `cart:${cart}`,
        state: isRefunded ? 'refunded' : addMilliseconds(paidAt, DELIVERED_WITHIN_MS) <= now ? 'processed' : 'paid',
        total_cents: totalCents,
        refunded_cents: isRefunded ? totalCents : 0,
        full_name: buyer.fullName,
        email: buyer.email,
        business_name: buyer.businessName,
        cell_phone: buyer.cellPhone,
        rep_id: isReps ? repId : null,
        commission_bps: isReps ? COMMISSION_BPS : 0,
        placed_at: placedAt.toISOString(),
        created_at: createdAt.toISOString(),
        payment_opened_at: createdAt.toISOString(),
        pay_until: null,
        paid_at: paidAt.toISOString(),
        closed_at: null,
        refunded_at: isRefunded ? refundedAt.toISOString() : null,
        lines,
      })
    }
  }
  return orders
}
