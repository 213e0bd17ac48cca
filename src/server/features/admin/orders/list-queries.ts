/**
 * SQL for the list of orders: pages by date, pages by total, and counts. Each combination is a separate statement,
 * because each needs its own plan.
 */
import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { countedUp, MATCHES_MAX, type SearchWords } from '#server/platform/search-text.ts'
import { type Statement, statement } from '#server/platform/statement.ts'
import {
  beyondTotal,
  CHANNEL,
  CONDITIONS,
  conditionOf,
  type Direction,
  type Driver,
  type ListParameters,
  PAID_CONTAINING,
  type Residual,
  walkByDate,
  walkByTotal,
  walkOf,
} from './list-walks.ts'

/** Where a page stopped, and an order of the page. */
export interface ListedRow {
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

export const countMatchingOrders = statement<SearchWords, { matches: number }>(
  'order_screen.count_matching',
  countedUp(PAID_CONTAINING),
)

const counts = new Map<string, Statement<CountParameters, { walked: number; matches: number }>>()
type CountParameters = Omit<ListParameters, 'limit' | 'beyondCents' | 'beyondId'>

const all = (conditions: readonly string[]): string => conditions.join(' and ') || 'true'

/** Returns the statement that counts the orders of a list as far as `ORDER_COUNT_MAX` on its way. */
export function countOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
): Statement<CountParameters, { walked: number; matches: number }> {
  const name = ['order_screen.count', driver, ...residuals].join('_')
  const known = counts.get(name)
  if (known) return known
  const conditions = residuals.map((residual) => CONDITIONS[residual])
  const made = statement<CountParameters, { walked: number; matches: number }>(
    name,
    `with walked as materialized (${walkByDate(driver, ORDER_COUNT_MAX, 'desc')}
     ), matching as materialized (
       select w.order_id from (select distinct order_id from walked) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o where ${all(conditions)}
     )
     select (select count(*)::int from walked) as walked, (select count(*)::int from matching) as matches
     from (values ($from::date, $to::date, $zone::text, $afterDay::date, $afterAt::timestamptz, $afterId::text)) as one`,
  )
  counts.set(name, made)
  return made
}

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

type ListStatement = Statement<ListParameters, ListedRow>
const statements = new Map<string, ListStatement>()

function defineOnce(name: string, text: () => string): ListStatement {
  const made = statements.get(name) ?? statement<ListParameters, ListedRow>(name, text())
  statements.set(name, made)
  return made
}

/**
 * Returns the statement for a page of orders by date, each with its first line. On the first page, day and instant of
 * the cursor are null and its order is `''`. If nothing on the way matches, it returns one row without an order.
 */
export function listOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
  limit: number,
  direction: Direction,
): ListStatement {
  const walk = walkOf(driver, residuals, limit)
  const conditions = residuals.map((residual) => CONDITIONS[residual])
  const byDate = (of: string, way: Direction) => `${of}day ${way}, ${of}at ${way}, ${of}order_id ${way}`
  return defineOnce(
    ['order_screen.list', driver, ...residuals, walk, direction].join('_'),
    () => `with walked as materialized (${walkByDate(driver, walk, direction)}
     ), found as materialized (
       select w.day, w.at, w.at::text as position, o.* from (select distinct day, at, order_id from walked order by ${byDate('', direction)}) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${all(conditions)} order by ${byDate('w.', direction)} limit $limit
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
  const conditions = [conditionOf(driver), ...residuals.map((residual) => CONDITIONS[residual])]
  const byTotal = (of: string, way: Direction) => `${of}total_cents ${way}, ${of}order_id ${way}`
  return defineOnce(
    ['order_screen.list_by_total', driver, ...residuals, walk, direction].join('_'),
    () => `with walked as materialized (${walkByTotal(driver, walk, direction)}
     ), found as materialized (
       select null::date as day, o.total_cents::text as position, o.* from walked w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${all(conditions)} order by ${byTotal('w.', direction)} limit $limit
     )
     ${shown(`select null::date as day, total_cents::text as position, order_id from walked order by ${byTotal('', reverse(direction))} limit 1`)}
     order by ${byTotal('o.', direction)}`,
  )
}

/**
 * Returns the statement that sorts all orders of a driver by total and gives a page of them. Of more than `MATCHES_MAX`
 * it finds none: sorting them for each page would take seconds.
 */
export function sortByTotalStatement(
  driver: Driver,
  residuals: readonly Residual[],
  direction: Direction,
): ListStatement {
  const conditions = residuals.map((residual) => CONDITIONS[residual])
  return defineOnce(
    ['order_screen.sort_by_total', driver, ...residuals, direction].join('_'),
    () => `with walked as materialized (${walkByDate(driver, MATCHES_MAX + 1, 'desc')}
     ), found as materialized (
       select null::date as day, o.total_cents::text as position, o.* from (select distinct order_id from walked) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where (select count(*) from walked) <= ${MATCHES_MAX} and ${beyondTotal('o.', direction)}
         and ${all(conditions)} order by o.total_cents ${direction}, o.order_id ${direction} limit $limit
     )
     ${shown('select null::date as day, null::text as position, null::text as order_id')}
     order by o.total_cents ${direction}, o.order_id ${direction}`,
  )
}
