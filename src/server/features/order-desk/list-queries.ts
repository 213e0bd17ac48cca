/**
 * The SQL of the list of orders. A page walks down one index, the driver, and looks at each order there with what else was
 * asked for. It walks so far at most and then says where it stopped, so that a page costs the same whatever is asked for
 * and however many orders there are. Each combination is a statement of its own, since one plan must fit it.
 */
import { ORDERS_PAGE_MAX } from '#contract/order-desk.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { type Statement, statement } from '#server/platform/database.ts'

/** Which index a page walks. Those of `sale_…` are in the order of sales, the others of payments, orders, cancellations. */
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

/** What an order on the way must be besides. */
export type Residual = 'state' | 'method' | 'channel' | 'rep' | 'was_paid' | 'text'

export interface ListedRow {
  /** How many were walked, and the last of them. */
  walked: number
  last_day: string | null
  last_at: string | null
  last_id: string | null
  /** Null where nothing on the way was as asked for. */
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

/** How far a page walks where every order on the way is shown: an order may have several lines in a row. */
const WALK_SHORT = 64
const WALK_LONG = ORDERS_PAGE_MAX + 4
/** The same where few may fit; each package of a type or tier is walked so far, and there are 16 of them at most. */
const WALK_FILTERED = 1_000
const WALK_FILTERED_KINDS = 150
/** Orders that each way of searching brings. */
const FOUND_MAX = 200

/** How far a page of so many orders walks; one that walked less came to the end. */
export function walkOf(driver: Driver, residuals: readonly Residual[], limit: number): number {
  if (residuals.length > 0) return driver === 'sale_kinds' ? WALK_FILTERED_KINDS : WALK_FILTERED
  return limit < WALK_SHORT ? WALK_SHORT : WALK_LONG
}

/** By what a sale came in, as the ledger says it. */
export const CHANNEL = `case when o.owner_id like 'request:%' then 'link' when o.rep_id is not null then 'team' else 'storefront' end`

// Values of every statement: $1 first day, $2 last day, $3 zone, $4 to $6 the cursor's day, instant and order, $7 how many.
const FROM_INSTANT = `($1::date::timestamp at time zone $3::text)`
const UP_TO = `least(coalesce($5::timestamptz, 'infinity'), ($2::date + 1)::timestamp at time zone $3::text)`
/** $8 and later: what the driver asks, then what the others do, in their order. No walk asks for all before. */
const OWN_VALUES_FROM = 8

const VALUES_OF: Readonly<Record<Driver, number>> = {
  paid: 0,
  in_state: 1,
  waiting: 0,
  cancelled: 0,
  by_method: 1,
  search: 6,
  sale_package: 3,
  sale_kinds: 3,
  sale_state: 1,
  sale_county: 1,
  sale_channel: 1,
  sale_rep: 1,
}

/** Orders by one of their instants, the newest first, between the days and below the cursor. */
const orders = (at: string, where: string, walk: number) => `
  select null::date as day, ${at} as at, order_id from orders
  where ${where} and ${at} >= ${FROM_INSTANT} and (${at}, order_id) < (${UP_TO}, $6::text)
  order by ${at} desc, order_id desc limit ${walk}`

const paidIn = (state: string, walk: number) =>
  `(${orders('paid_at', `state = ${state} and paid_at is not null`, walk)})`

/** Orders with a sold line, by the day and instant of the sale: once for each such line. */
const sales = (where: string, walk: number) => `
  select day, at, order_id from sale_entries
  where ${where} and refund_id = '' and day between $1::date and $2::date
    and (day, at, order_id) < (coalesce($4::date, 'infinity'), coalesce($5::timestamptz, 'infinity'), $6::text)
  order by day desc, at desc, order_id desc limit ${walk}`

/** Of one type or tier: each package of it is walked in the index of packages, and the newest of all are kept. */
const salesOfKinds = (walk: number) => `
  select kind.* from unnest($8::text[], $9::text[], $10::int[]) as asked (lead_type, tier, size)
  cross join lateral (${sales('lead_type = asked.lead_type and tier = asked.tier and size = asked.size', walk)}) kind
  order by kind.day desc, kind.at desc, kind.order_id desc limit ${walk}`

/** What people are found by: each has an index of its own, whose order the search names, so that it stops after some. */
const NAMED_BY = ['lower(email)', 'lower(full_name)', `lower(substring(full_name from '[^ ]+$'))`]

/** Those that are called so, the newest, and some whose name begins so. */
const called = (column: string) => `
  union (select order_id from orders where paid_at is not null and ${column} = $10::text order by paid_at desc limit ${FOUND_MAX})
  union (select order_id from orders where paid_at is not null and ${column} ~>=~ $10::text and ${column} ~<~ $11::text
         order by ${column} using ~>~, paid_at desc limit ${FOUND_MAX})`

/** $8 and $9 the first and last reference, $10 and $11 a beginning and what lies behind all that begin so, $12 an id. */
const searched = (walk: number) => `
  select null::date as day, at, order_id from (
    (select order_id from orders where reference between $8::text and $9::text and starts_with(reference, $13::text) limit ${FOUND_MAX})
    ${NAMED_BY.map(called).join('')}
    union (select order_id from payments where payment_id = $12::text)
    union (select order_id from orders where order_id = $12::text)
  ) found cross join lateral (
    select coalesce(paid_at, created_at) as at from orders o where o.order_id = found.order_id offset 0
  ) o
  where at >= ${FROM_INSTANT} and (at, order_id) < (${UP_TO}, $6::text) order by at desc, order_id desc limit ${walk}`

function walkDown(driver: Driver, walk: number): string {
  switch (driver) {
    case 'paid':
      return `select * from (${['paid', 'processed', 'refunded'].map((state) => paidIn(`'${state}'`, walk)).join(' union all ')}) states
        order by at desc, order_id desc limit ${walk}`
    case 'in_state':
      return paidIn('$8::text', walk)
    case 'waiting':
      return orders('created_at', `state = 'awaiting_payment'`, walk)
    case 'cancelled':
      return orders('closed_at', `state = 'cancelled' and forgotten_at is null`, walk)
    case 'by_method': {
      const where = `payment_method = $8::text and payment_method <> 'stripe' and state <> 'awaiting_payment'`
      return orders('coalesce(paid_at, closed_at)', where, walk)
    }
    case 'search':
      return searched(walk)
    case 'sale_package':
      return sales('lead_type = $8::text and tier = $9::text and size = $10::int', walk)
    case 'sale_kinds':
      return salesOfKinds(walk)
    case 'sale_state':
      return sales('state = $8::text', walk)
    case 'sale_county':
      return sales(`split_part(package_id, '-', 1) = $8::text`, walk)
    case 'sale_channel':
      return sales('channel = $8::text', walk)
    case 'sale_rep':
      return sales(`rep_id = $8::text and rep_id <> ''`, walk)
  }
}

/** What each residual compares, with the place of its value. */
const CONDITIONS: Readonly<Record<Residual, (place: string) => string>> = {
  state: (place) => `o.state = ${place}::text`,
  method: (place) => `o.payment_method = ${place}::text`,
  channel: (place) => `${CHANNEL} = ${place}::text`,
  rep: (place) => `o.rep_id = ${place}::text`,
  was_paid: (place) => `(o.paid_at is not null) = ${place}::boolean`,
  text: (place) =>
    `(starts_with(lower(o.email), ${place}::text) or starts_with(lower(o.full_name), ${place}::text) or starts_with(lower(o.reference), ${place}::text))`,
}

const statements = new Map<string, Statement<ListedRow>>()

/**
 * A page of orders with the first of their lines. Values: the days and their zone, the cursor (day and instant null, order
 * `''` on the first page), how many; then the driver's and one for each residual. Answers with one row without an order
 * where nothing on the way fits.
 */
export function listOrdersStatement(
  driver: Driver,
  residuals: readonly Residual[],
  limit: number,
): Statement<ListedRow> {
  const walk = walkOf(driver, residuals, limit)
  const name = ['order_desk.list', driver, ...residuals, walk].join('_')
  const known = statements.get(name)
  if (known) return known
  const places = residuals.map((_, index) => `$${OWN_VALUES_FROM + VALUES_OF[driver] + index}`)
  const conditions = residuals.map((residual, index) => CONDITIONS[residual](places[index] ?? ''))
  const made = statement<ListedRow>(
    name,
    `with walked as materialized (${walkDown(driver, walk)}
     ), found as materialized (
       select w.day, w.at, o.* from (select distinct day, at, order_id from walked order by day desc, at desc, order_id desc) w
       cross join lateral (select * from orders where order_id = w.order_id offset 0) o
       where ${conditions.join(' and ') || 'true'} order by w.day desc, w.at desc, w.order_id desc limit $7
     )
     select (select count(*)::int from walked) as walked, last.day::text as last_day, last.at::text as last_at,
       last.order_id as last_id, o.order_id, o.day::text, o.at::text, o.reference, o.state, o.total_cents, o.refunded_cents, o.refund_state,
       o.payment_method, ${CHANNEL} as channel, o.created_at, o.paid_at, o.full_name, o.email, o.rep_id, lines.packages,
       lines.first_line, exists (select from disputes d where d.order_id = o.order_id) as is_disputed
     from (values ($1::date, $2::date, $3::text, $4::date, $5::timestamptz)) as one
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
