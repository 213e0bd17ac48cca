/**
 * SQL for the list of orders. A page walks along one index, the driver, for a limited distance, and checks each order
 * there for the other conditions. So it costs the same for any query and any number of orders. Each combination is a
 * separate statement, because each needs its own plan.
 */
import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import { ORDERS_PAGE_MAX } from '#contract/admin/order-screen.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { ORDERS_BY_REFERENCE, orderText, type ReferenceRange } from '#server/features/orders/search.ts'
import { fipsOfId } from '#server/features/stock/stock-changes.ts'
import { type Statement, statement, statementOnce } from '#server/platform/database/statement.ts'
import * as search from '#server/platform/text/search-text.ts'

/** Conditions on a line of a sale, each with an index of the sales ledger. */
const SALES = {
  sale_package: 'lead_type = $leadType::text and tier = $tier::text and size = $size::int',
  sale_state: 'state = $saleState::text',
  sale_county: `${fipsOfId('package_id')} = $fips::text`,
  sale_channel: 'channel = $channel::text',
  sale_rep: "rep_id = $repId::text and rep_id <> ''",
} as const

type OrderDriver = 'paid' | 'in_state' | 'waiting' | 'cancelled' | 'by_method' | 'search'
/** The index that a page walks: in the order of payments, orders or cancellations, or of sales (`sale_…`). */
export type Driver = OrderDriver | 'sale_kinds' | keyof typeof SALES
export type Residual = 'state' | 'partly' | 'method' | 'channel' | 'rep' | 'was_paid' | 'text'
/** `asc`: oldest or lowest first. */
export type Direction = 'asc' | 'desc'
/** How far a page walks if every order on the way is shown: an order may have several lines in a row. */
const WALK_SHORT = 64
const WALK_LONG = ORDERS_PAGE_MAX + 4
/** The same if few may match. Each package of a type or tier is walked this far, and there are at most 16. */
export const WALK_FILTERED = 1_000
const WALK_FILTERED_KINDS = 150

/** How far a page of this size walks; a page that walked less has reached the end. */
export function walkOf(driver: Driver, residuals: readonly Residual[], limit: number): number {
  if (residuals.includes('text')) return search.SEARCH_WALK
  if (residuals.length > 0) return driver === 'sale_kinds' ? WALK_FILTERED_KINDS : WALK_FILTERED
  return limit < WALK_SHORT ? WALK_SHORT : WALK_LONG
}

export const CHANNEL = `case when o.payment_request_id is not null then 'link' when o.rep_id is not null then 'team' else 'storefront' end`

const START = `($from::date::timestamp at time zone $zone::text)`
const END = `(($to::date + 1)::timestamp at time zone $zone::text)`

/** A list's parameters; each statement gets only those that it names. */
export interface ListParameters extends Partial<search.SearchWords & ReferenceRange> {
  from: string
  to: string
  zone: string
  /** The last order of the previous page by date: its day if the list is of sales, its instant and id. */
  afterDay: string | null
  afterAt: string | null
  afterId: string
  /** The same by total. */
  beyondCents: number | null
  beyondId: string
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

/** Instants between the days and beyond the cursor; $afterId is `''` on the first page. */
const within = (at: string, direction: Direction) =>
  direction === 'desc'
    ? `${at} >= ${START} and (${at}, order_id) < (least(coalesce($afterAt::timestamptz, 'infinity'), ${END}), $afterId::text)`
    : `${at} < ${END} and (${at}, order_id) > (greatest(coalesce($afterAt::timestamptz, '-infinity'), ${START}), $afterId::text)`

const orders = (at: string, where: string, walk: number, direction: Direction) => `
  select null::date as day, ${at} as at, order_id from orders
  where ${where} and ${within(at, direction)}
  order by ${at} ${direction}, order_id ${direction} limit ${walk}`

const STATES_PAID = ['paid', 'processed', 'refunded']

/** Paid orders in all states: the index is by state. */
const inEachState = (ofState: (state: string) => string, order: string, walk: number) =>
  `select * from (${STATES_PAID.map((state) => ofState(`'${state}'`)).join(' union all ')}) states order by ${order} limit ${walk}`

const paidIn = (state: string, walk: number, direction: Direction) =>
  `(${orders('paid_at', `state = ${state} and paid_at is not null`, walk, direction)})`

const sales = (where: string, walk: number, direction: Direction) => {
  const [after, none] = direction === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return `
  select day, at, order_id from sale_entries
  where ${where} and refund_id = '' and day between $from::date and $to::date
    and (day, at, order_id) ${after} (coalesce($afterDay::date, '${none}'), coalesce($afterAt::timestamptz, '${none}'), $afterId::text)
  order by day ${direction}, at ${direction}, order_id ${direction} limit ${walk}`
}

/** For one type or tier: walks each of its packages in the index of packages and keeps the first of all. */
const salesOfKinds = (walk: number, direction: Direction) => `
  select kind.* from unnest($leadTypes::text[], $tiers::text[], $sizes::int[]) as asked (lead_type, tier, size)
  cross join lateral (${sales('lead_type = asked.lead_type and tier = asked.tier and size = asked.size', walk, direction)}) kind
  order by kind.day ${direction}, kind.at ${direction}, kind.order_id ${direction} limit ${walk}`

const PAID_CONTAINING = search.containing('orders', 'order_id', orderText(), 'paid_at is not null')

const searched = (walk: number, direction: Direction) => `
  select null::date as day, at, order_id from (
    (${PAID_CONTAINING})
    union (${ORDERS_BY_REFERENCE})
    union (select order_id from payments where payment_id = $id::text)
    union (select order_id from orders where order_id = $id::text)
  ) found cross join lateral (
    select coalesce(paid_at, created_at) as at from orders o where o.order_id = found.order_id offset 0
  ) o
  where ${within('at', direction)} order by at ${direction}, order_id ${direction} limit ${walk}`

function walkByDate(driver: Driver, walk: number, direction: Direction): string {
  switch (driver) {
    case 'paid':
      return inEachState((state) => paidIn(state, walk, direction), `at ${direction}, order_id ${direction}`, walk)
    case 'in_state':
      return paidIn('$state::text', walk, direction)
    case 'waiting':
      return orders('created_at', `state = 'awaiting_payment'`, walk, direction)
    case 'cancelled':
      return orders('closed_at', `state = 'cancelled' and forgotten_at is null`, walk, direction)
    case 'by_method': {
      const where = `payment_method = $method::text and payment_method <> 'stripe' and state <> 'awaiting_payment'`
      return orders('coalesce(paid_at, closed_at)', where, walk, direction)
    }
    case 'search':
      return searched(walk, direction)
    case 'sale_kinds':
      return salesOfKinds(walk, direction)
    default:
      return sales(SALES[driver], walk, direction)
  }
}

/** Totals beyond the cursor; `$beyondId` is `''` on the first page. */
const beyondTotal = (of: string, direction: Direction): string => {
  const [beyond, none] = direction === 'desc' ? ['<', 2_147_483_647] : ['>', -1]
  return `(${of}total_cents, ${of}order_id) ${beyond} (coalesce($beyondCents::int, ${none}), $beyondId::text)`
}

const paidByTotalIn = (state: string, walk: number, direction: Direction) =>
  `(select order_id, total_cents from orders
  where state = ${state} and paid_at is not null and ${beyondTotal('', direction)}
  order by total_cents ${direction}, order_id ${direction} limit ${walk})`

const walkByTotal = (driver: Driver, walk: number, direction: Direction): string =>
  driver === 'in_state'
    ? paidByTotalIn('$state::text', walk, direction)
    : inEachState(
        (state) => paidByTotalIn(state, walk, direction),
        `total_cents ${direction}, order_id ${direction}`,
        walk,
      )

/** Of each residual, on an order `o`. */
const CONDITIONS: Readonly<Record<Residual, string>> = {
  state: 'o.state = $state::text',
  partly: `o.refunded_cents > 0 and o.state <> 'refunded'`,
  method: 'o.payment_method = $method::text',
  channel: `${CHANNEL} = $channel::text`,
  rep: 'o.rep_id = $repId::text',
  was_paid: '(o.paid_at is not null) = $wasPaid::boolean',
  text: `((${search.contains(orderText('o.').whole)}) or starts_with(o.reference, $reference::text))`,
}

const KINDS = '(lead_type, tier, size) in (select * from unnest($leadTypes::text[], $tiers::text[], $sizes::int[]))'

/** Which orders a driver leads to, as a condition on a paid order `o` that was found another way. */
function conditionOf(driver: Driver): string {
  const isInPeriod = `o.paid_at >= ${START} and o.paid_at < ${END}`
  switch (driver) {
    case 'by_method':
      return `${CONDITIONS.method} and ${isInPeriod}`
    case 'paid':
    case 'in_state':
    case 'search':
    case 'waiting':
    case 'cancelled':
      return isInPeriod
    default: {
      const where = driver === 'sale_kinds' ? KINDS : SALES[driver]
      return `exists (select from sale_entries where order_id = o.order_id and refund_id = ''
        and day between $from::date and $to::date and ${where})`
    }
  }
}

export interface ListedRow
  extends Pick<OrderRow, 'reference' | 'state' | 'refund_state' | 'payment_method' | 'full_name' | 'email'>,
    Pick<OrderRow, 'total_cents' | 'refunded_cents' | 'created_at' | 'paid_at'> {
  /** How many were walked, and the last of them: its instant or its total, its id. */
  walked: number
  last_day: string | null
  last_position: string | null
  last_id: string | null
  /** Null if nothing on the way matched. */
  order_id: string | null
  day: string
  /** The instant or the total that the list is sorted by. */
  position: string
  channel: 'storefront' | 'link' | 'team'
  rep_id: string | null
  packages: number
  first_line: { tier: string; lead_type: string; size: number; state: string; county: string } | null
  is_disputed: boolean
}

export const countMatchingOrders = statement('order_screen.count_matching')`${search.countedUp(PAID_CONTAINING)}`

type CountParameters = Omit<ListParameters, 'limit' | 'beyondCents' | 'beyondId'>
type CountStatement = Statement<CountParameters, { walked: number; matches: number }>
type ListStatement = Statement<ListParameters, ListedRow>

const all = (residuals: readonly Residual[]): string =>
  residuals.map((residual) => CONDITIONS[residual]).join(' and ') || 'true'

/** Returns the statement that counts the orders of a list as far as `ORDER_COUNT_MAX` on its way. */
export const countOrdersStatement = (driver: Driver, residuals: readonly Residual[]): CountStatement =>
  statementOnce(
    ['order_screen.count', driver, ...residuals].join('_'),
    `with walked as materialized (${walkByDate(driver, ORDER_COUNT_MAX, 'desc')}
    ), matching as materialized (
      select w.order_id from (select distinct order_id from walked) w
      cross join lateral (select * from orders where order_id = w.order_id offset 0) o where ${all(residuals)}
    )
    select (select count(*)::int from walked) as walked, (select count(*)::int from matching) as matches
    from (values ($from::date, $to::date, $zone::text, $afterDay::date, $afterAt::timestamptz, $afterId::text)) as one`,
  )

/** An order of a list as its page shows it, or one row without an order. `last` names where the walk stopped. */
const shown = (last: string) => `
     select (select count(*)::int from walked) as walked, last.day::text as last_day, last.position as last_position,
       last.order_id as last_id, o.order_id, o.day::text, o.position, o.reference, o.state, o.total_cents, o.refunded_cents, o.refund_state,
       o.payment_method, ${CHANNEL} as channel, o.created_at, o.paid_at, o.full_name, o.email, o.rep_id, lines.packages,
       lines.first_line, exists (select from disputes d where d.order_id = o.order_id) as is_disputed
     from (values ($from::date, $to::date, $zone::text, $afterDay::date, $afterAt::timestamptz, $afterId::text, $beyondCents::int, $beyondId::text)) as one
     left join lateral (${last}) last on true
     left join found o on true
     left join lateral (
       select count(*)::int as packages, (array_agg(to_jsonb(l) order by l.line_number))[1] as first_line
       from order_lines l where l.order_id = o.order_id and l.revision = o.revision offset 0
     ) lines on true`

const reverse = (direction: Direction): Direction => (direction === 'desc' ? 'asc' : 'desc')

/** Returns the statement for a page by date. If nothing on the way matches, it returns one row without an order. */
export function listOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
  limit: number,
  direction: Direction,
): ListStatement {
  const walk = walkOf(driver, residuals, limit)
  const byDate = (of: string, way: Direction) => `${of}day ${way}, ${of}at ${way}, ${of}order_id ${way}`
  return statementOnce(
    ['order_screen.list', driver, ...residuals, walk, direction].join('_'),
    `with walked as materialized (${walkByDate(driver, walk, direction)}
     ), found as materialized (
       select w.day, w.at, w.at::text as position, o.* from (select distinct day, at, order_id from walked order by ${byDate('', direction)}) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${all(residuals)} order by ${byDate('w.', direction)} limit $limit
     )
     ${shown(`select day, at::text as position, order_id from walked order by ${byDate('', reverse(direction))} limit 1`)}
     order by ${byDate('o.', direction)}`,
  )
}

/** Returns the statement for a page of paid orders by total, along the index of totals. */
export function listByTotalStatement(
  driver: Driver,
  residuals: readonly Residual[],
  walk: number,
  direction: Direction,
): ListStatement {
  const byTotal = (of: string, way: Direction) => `${of}total_cents ${way}, ${of}order_id ${way}`
  return statementOnce(
    ['order_screen.list_by_total', driver, ...residuals, walk, direction].join('_'),
    `with walked as materialized (${walkByTotal(driver, walk, direction)}
     ), found as materialized (
       select null::date as day, o.total_cents::text as position, o.* from walked w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${conditionOf(driver)} and ${all(residuals)} order by ${byTotal('w.', direction)} limit $limit
     )
     ${shown(`select null::date as day, total_cents::text as position, order_id from walked order by ${byTotal('', reverse(direction))} limit 1`)}
     order by ${byTotal('o.', direction)}`,
  )
}

/** Sorts all orders of a driver by total; none if over `MATCHES_MAX`, which would take seconds for each page. */
export function sortByTotalStatement(
  driver: Driver,
  residuals: readonly Residual[],
  direction: Direction,
): ListStatement {
  return statementOnce(
    ['order_screen.sort_by_total', driver, ...residuals, direction].join('_'),
    `with walked as materialized (${walkByDate(driver, search.MATCHES_MAX + 1, 'desc')}
     ), found as materialized (
       select null::date as day, o.total_cents::text as position, o.* from (select distinct order_id from walked) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where (select count(*) from walked) <= ${search.MATCHES_MAX} and ${beyondTotal('o.', direction)}
         and ${all(residuals)} order by o.total_cents ${direction}, o.order_id ${direction} limit $limit
     )
     ${shown('select null::date as day, null::text as position, null::text as order_id')}
     order by o.total_cents ${direction}, o.order_id ${direction}`,
  )
}
