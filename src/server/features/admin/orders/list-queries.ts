/**
 * SQL for the list of orders. A page walks down one index, the driver, and checks each order there for the other
 * conditions. It walks a limited distance and then says where it stopped, so a page costs the same for any query and
 * any number of orders. Each combination is a separate statement, because each needs its own plan.
 */

import { ORDERS_PAGE_MAX } from '#contract/admin/order-desk.ts'
import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { ORDERS_BY_REFERENCE, orderText, type ReferenceRange } from '#server/features/orders/search.ts'
import { fipsOfId } from '#server/features/stock/shown-units.ts'
import { containing, contains, countedUp, SEARCH_WALK, type SearchWords } from '#server/platform/search-text.ts'
import { type Statement, statement } from '#server/platform/statement.ts'

/**
 * The index that a page walks. Those named `sale_…` are in the order of sales, the others of payments, orders,
 * cancellations.
 */
export type Driver =
  | 'paid'
  | 'in_state'
  | 'waiting'
  | 'cancelled'
  | 'by_method'
  | 'search'
  | 'sale_package'
  | 'sale_kinds'
  | 'sale_state'
  | 'sale_county'
  | 'sale_channel'
  | 'sale_rep'

/** Further conditions for an order on the way. */
export type Residual = 'state' | 'method' | 'channel' | 'rep' | 'was_paid' | 'text'

export interface ListedRow {
  /** How many were walked, and the last of them. */
  walked: number
  last_day: string | null
  last_at: string | null
  last_id: string | null
  /** Null if nothing on the way matched. */
  order_id: string | null
  day: string
  at: string
  reference: string
  state: OrderState
  total_cents: number
  refunded_cents: number
  refund_state: OrderRow['refund_state']
  payment_method: OrderRow['payment_method']
  channel: 'storefront' | 'link' | 'team'
  created_at: Date
  paid_at: Date | null
  full_name: string | null
  email: string | null
  rep_id: string | null
  packages: number
  first_line: { tier: string; lead_type: string; size: number; state: string; county: string } | null
  is_disputed: boolean
}

/** How far a page walks if every order on the way is shown: an order may have several lines in a row. */
const WALK_SHORT = 64
const WALK_LONG = ORDERS_PAGE_MAX + 4
/** The same if few may match. Each package of a type or tier is walked this far, and there are at most 16. */
const WALK_FILTERED = 1_000
const WALK_FILTERED_KINDS = 150

/** How far a page of this size walks; a page that walked less has reached the end. */
export function walkOf(driver: Driver, residuals: readonly Residual[], limit: number): number {
  if (residuals.includes('text')) return SEARCH_WALK
  if (residuals.length > 0) return driver === 'sale_kinds' ? WALK_FILTERED_KINDS : WALK_FILTERED
  return limit < WALK_SHORT ? WALK_SHORT : WALK_LONG
}

/** The channel of a sale, as in the ledger. */
export const CHANNEL = `case when o.payment_request_id is not null then 'link' when o.rep_id is not null then 'team' else 'storefront' end`

const FROM_INSTANT = `($from::date::timestamp at time zone $zone::text)`
const UP_TO = `least(coalesce($afterAt::timestamptz, 'infinity'), ($to::date + 1)::timestamp at time zone $zone::text)`
/** A list's parameters; each statement gets only those that it names. */
export interface ListParameters extends Partial<SearchWords & ReferenceRange> {
  from: string
  to: string
  zone: string
  /** The last order of the previous page: its day if the list is of sales, its instant and id. */
  afterDay: string | null
  afterAt: string | null
  afterId: string
  limit: number
  state?: string
  method?: string
  channel?: string
  repId?: string
  wasPaid?: boolean
  leadType?: string
  tier?: string
  size?: number
  leadTypes?: readonly string[]
  tiers?: readonly string[]
  sizes?: readonly number[]
  saleState?: string
  fips?: string
  /** A payment or an order. */
  id?: string
}

/** Orders by one of their instants, newest first, between the days and below the cursor. */
const orders = (at: string, where: string, walk: number) => `
  select null::date as day, ${at} as at, order_id from orders
  where ${where} and ${at} >= ${FROM_INSTANT} and (${at}, order_id) < (${UP_TO}, $afterId::text)
  order by ${at} desc, order_id desc limit ${walk}`

const paidIn = (state: string, walk: number) =>
  `(${orders('paid_at', `state = ${state} and paid_at is not null`, walk)})`

/** Orders with a sold line, by the day and instant of the sale: once per such line. */
const sales = (where: string, walk: number) => `
  select day, at, order_id from sale_entries
  where ${where} and refund_id = '' and day between $from::date and $to::date
    and (day, at, order_id) < (coalesce($afterDay::date, 'infinity'), coalesce($afterAt::timestamptz, 'infinity'), $afterId::text)
  order by day desc, at desc, order_id desc limit ${walk}`

/** For one type or tier: walks each of its packages in the index of packages and keeps the newest of all. */
const salesOfKinds = (walk: number) => `
  select kind.* from unnest($leadTypes::text[], $tiers::text[], $sizes::int[]) as asked (lead_type, tier, size)
  cross join lateral (${sales('lead_type = asked.lead_type and tier = asked.tier and size = asked.size', walk)}) kind
  order by kind.day desc, kind.at desc, kind.order_id desc limit ${walk}`

const PAID_CONTAINING = containing('orders', 'order_id', orderText(), 'paid_at is not null')

export const countMatchingOrders = statement<SearchWords, { matches: number }>(
  'order_desk.count_matching',
  countedUp(PAID_CONTAINING),
)

const searched = (walk: number) => `
  select null::date as day, at, order_id from (
    (${PAID_CONTAINING})
    union (${ORDERS_BY_REFERENCE})
    union (select order_id from payments where payment_id = $id::text)
    union (select order_id from orders where order_id = $id::text)
  ) found cross join lateral (
    select coalesce(paid_at, created_at) as at from orders o where o.order_id = found.order_id offset 0
  ) o
  where at >= ${FROM_INSTANT} and (at, order_id) < (${UP_TO}, $afterId::text) order by at desc, order_id desc limit ${walk}`

function walkDown(driver: Driver, walk: number): string {
  switch (driver) {
    case 'paid':
      return `select * from (${['paid', 'processed', 'refunded'].map((state) => paidIn(`'${state}'`, walk)).join(' union all ')}) states
        order by at desc, order_id desc limit ${walk}`
    case 'in_state':
      return paidIn('$state::text', walk)
    case 'waiting':
      return orders('created_at', `state = 'awaiting_payment'`, walk)
    case 'cancelled':
      return orders('closed_at', `state = 'cancelled' and forgotten_at is null`, walk)
    case 'by_method': {
      const where = `payment_method = $method::text and payment_method <> 'stripe' and state <> 'awaiting_payment'`
      return orders('coalesce(paid_at, closed_at)', where, walk)
    }
    case 'search':
      return searched(walk)
    case 'sale_package':
      return sales('lead_type = $leadType::text and tier = $tier::text and size = $size::int', walk)
    case 'sale_kinds':
      return salesOfKinds(walk)
    case 'sale_state':
      return sales('state = $saleState::text', walk)
    case 'sale_county':
      return sales(`${fipsOfId('package_id')} = $fips::text`, walk)
    case 'sale_channel':
      return sales('channel = $channel::text', walk)
    case 'sale_rep':
      return sales("rep_id = $repId::text and rep_id <> ''", walk)
  }
}

const CONDITIONS: Readonly<Record<Residual, string>> = {
  state: 'o.state = $state::text',
  method: 'o.payment_method = $method::text',
  channel: `${CHANNEL} = $channel::text`,
  rep: 'o.rep_id = $repId::text',
  was_paid: '(o.paid_at is not null) = $wasPaid::boolean',
  text: `((${contains(orderText('o.'))}) or starts_with(o.reference, $reference::text))`,
}

const counts = new Map<string, Statement<CountParameters, { walked: number; matches: number }>>()
type CountParameters = Omit<ListParameters, 'limit'>

/** Returns the statement that counts the orders of a list as far as `ORDER_COUNT_MAX` on its way. */
export function countOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
): Statement<CountParameters, { walked: number; matches: number }> {
  const name = ['order_desk.count', driver, ...residuals].join('_')
  const known = counts.get(name)
  if (known) return known
  const conditions = residuals.map((residual) => CONDITIONS[residual])
  const made = statement<CountParameters, { walked: number; matches: number }>(
    name,
    `with walked as materialized (${walkDown(driver, ORDER_COUNT_MAX)}
     ), matching as materialized (
       select w.order_id from (select distinct order_id from walked) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o where ${conditions.join(' and ') || 'true'}
     )
     select (select count(*)::int from walked) as walked, (select count(*)::int from matching) as matches
     from (values ($from::date, $to::date, $zone::text, $afterDay::date, $afterAt::timestamptz, $afterId::text)) as one`,
  )
  counts.set(name, made)
  return made
}

const statements = new Map<string, Statement<ListParameters, ListedRow>>()

/**
 * Returns the statement for a page of orders, each with its first line. On the first page, day and instant of the
 * cursor are null and its order is `''`. If nothing on the way matches, it returns one row without an order.
 */
export function listOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
  limit: number,
): Statement<ListParameters, ListedRow> {
  const walk = walkOf(driver, residuals, limit)
  const name = ['order_desk.list', driver, ...residuals, walk].join('_')
  const known = statements.get(name)
  if (known) return known
  const conditions = residuals.map((residual) => CONDITIONS[residual])
  const made = statement<ListParameters, ListedRow>(
    name,
    `with walked as materialized (${walkDown(driver, walk)}
     ), found as materialized (
       select w.day, w.at, o.* from (select distinct day, at, order_id from walked order by day desc, at desc, order_id desc) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${conditions.join(' and ') || 'true'} order by w.day desc, w.at desc, w.order_id desc limit $limit
     )
     select (select count(*)::int from walked) as walked, last.day::text as last_day, last.at::text as last_at,
       last.order_id as last_id, o.order_id, o.day::text, o.at::text, o.reference, o.state, o.total_cents, o.refunded_cents, o.refund_state,
       o.payment_method, ${CHANNEL} as channel, o.created_at, o.paid_at, o.full_name, o.email, o.rep_id, lines.packages,
       lines.first_line, exists (select from disputes d where d.order_id = o.order_id) as is_disputed
     from (values ($from::date, $to::date, $zone::text, $afterDay::date, $afterAt::timestamptz)) as one
     left join lateral (select * from walked order by day, at, order_id limit 1) last on true
     left join found o on true
     left join lateral (
       select count(*)::int as packages, (array_agg(to_jsonb(l) order by l.line_number))[1] as first_line
       from order_lines l where l.order_id = o.order_id and l.revision = o.revision offset 0
     ) lines on true
     order by o.day desc, o.at desc, o.order_id desc`,
  )
  statements.set(name, made)
  return made
}
