/** SQL for lists of payment requests. Each combination is a separate statement, because each needs its own plan. */
import type { RequestSort } from '#contract/links/payment-requests.ts'
import { REQUEST_COUNT_MAX } from '#contract/links/request-export.ts'
import { ORDERS_BY_REFERENCE, type ReferenceRange } from '#server/features/orders/search.ts'
import { type RowOf, statement, statementOnce } from '#server/platform/database/statement.ts'
import { containing, contains, countedUp, type SearchWords } from '#server/platform/text/search-text.ts'
import { type RequestRow, withDetails } from './queries.ts'
import { customerText, requestText } from './rules.ts'

export interface ListShape {
  sort: RequestSort | 'end'
  /** Which live links `end` lists: those that end soon, or those whose customer chose Cash App. */
  queue?: 'ending' | 'cash_app'
  direction: 'asc' | 'desc'
  isScoped: boolean
  /** `paid`: also those whose leads were delivered. */
  hasStatus: boolean | 'paid'
  /** Whether the status is `sent`. These few are read and sorted, because along another index they are far apart. */
  isLive?: boolean
  /** `walk`: among the next rows of the list; `index`: by the index. */
  search: 'walk' | 'index' | null
  hasCursor: boolean
}

/** Parameters of an absent filter are not sent. */
export interface ListParameters extends Partial<SearchWords & ReferenceRange> {
  repId: string | null
  status: string | null
  /** The keys of the last row of the previous page, the id last. */
  key1: string | null
  key2: string | null
  key3: string | null
  /** Links that expire between these instants; a queue without an end ignores the second. */
  endsAfter: Date
  endsUntil: Date
  limit: number
  walk?: number
}

type Key = readonly [column: (table: string) => string, type: string]
const ID: Key = [(table) => `${table}payment_request_id`, 'text']

/** The sort keys of each order, as columns of a table (`''` or `r.`), with the types of the keys in a cursor. */
const KEYS: Readonly<Record<ListShape['sort'], readonly Key[]>> = {
  date: [[(table) => `${table}created_at`, 'timestamptz'], ID],
  total: [[(table) => `${table}total_cents`, 'int'], ID],
  // In dictionary order, whatever the database's own collation is.
  customer: [[(table) => `lower(${table}customer_name) collate "und-x-icu"`, 'text'], ID],
  status: [[(table) => `${table}status`, 'text'], [(table) => `${table}created_at`, 'timestamptz'], ID],
  end: [[(table) => `${table}expires_at`, 'timestamptz'], ID],
  paid: [[(table) => `${table}paid_at`, 'timestamptz'], ID],
}

export const keyCountOf = (sort: ListShape['sort']): number => KEYS[sort].length

/** The requests of a walk that contain the words, together with their customer as it is now. */
const walked = (rows: string, order: string) => `select * from (
       select r.*, ${requestText('r.').whole} || c.customer_text as whole_text from (${rows} limit $walk) r
       cross join lateral (select ${customerText('c.').whole} as customer_text from customers c where c.customer_id = r.customer_id offset 0) c
       offset 0
     ) r where ${contains('whole_text')} order by ${order} limit $limit`

const OF_REQUESTS = containing('payment_requests', 'payment_request_id', requestText())
const OF_CUSTOMERS = containing('customers', 'customer_id', customerText())

/** Requests that contain the words or whose customer does, and those whose order has the reference. */
const FOUND = `with found as materialized (
       ${OF_REQUESTS}
       union select r.payment_request_id from (${OF_CUSTOMERS}) c join payment_requests r on r.customer_id = c.customer_id
       union select r.payment_request_id from (${ORDERS_BY_REFERENCE}) o
         join payment_requests r on r.order_id = o.order_id
     )`

export const countMatchingRequests = statement('links.count_matching')`
  ${countedUp(`${OF_REQUESTS} union all ${OF_CUSTOMERS}`)}`

/** Without their indexes they would read all live links. */
const QUEUES = {
  ending: "status = 'sent' and expires_at > $endsAfter and expires_at <= $endsUntil",
  cash_app: "status = 'sent' and cash_app_chosen_at is not null and expires_at > $endsAfter",
} as const

type CountShape = Pick<ListShape, 'sort' | 'queue' | 'isScoped' | 'hasStatus'>

/** Each list needs its own plan, so absent conditions are left out. */
function conditionsOf(shape: CountShape & Pick<ListShape, 'isLive'>): string[] {
  const { sort, queue = 'ending', isScoped, hasStatus, isLive } = shape
  return [
    // True for every row: it makes the indexes over all reps usable, and only here.
    isScoped ? 'rep_id = $repId' : 'total_cents > 0',
    // Named, so that the planner knows how few they are.
    ...(isLive ? ["status = 'sent'"] : hasStatus === 'paid' || sort === 'paid' ? ['paid_at is not null'] : []),
    ...(hasStatus === true && !isLive ? ['status = $status'] : []),
    ...(sort === 'end' ? [QUEUES[queue]] : []),
  ]
}

const IS_FOUND = 'payment_request_id in (select payment_request_id from found)'

/** Returns the statement that counts the requests of a list, up to one more than `REQUEST_COUNT_MAX`. */
export function countStatement(shape: CountShape & { hasSearch: boolean }) {
  const { sort, queue = 'ending', isScoped, hasStatus, hasSearch } = shape
  const name = ['payment_requests.count', sort === 'end' ? queue : sort, isScoped, hasStatus, hasSearch].join('_')
  const conditions = [...conditionsOf(shape), ...(hasSearch ? [IS_FOUND] : [])].join(' and ')
  const rows = `select from payment_requests where ${conditions} limit ${REQUEST_COUNT_MAX + 1}`
  return statementOnce<Omit<ListParameters, 'key1' | 'key2' | 'key3' | 'limit'>, { matches: number }>(
    name,
    `${hasSearch ? FOUND : ''} select count(*)::int as matches from (${rows}) counted`,
  )
}

/** `end` asks for a queue of live links. */
export function listStatement(shape: ListShape) {
  const { sort, queue = 'ending', direction, isScoped, hasStatus, isLive = false, search, hasCursor } = shape
  const parts = [sort === 'end' ? queue : sort, direction, isScoped, hasStatus, isLive, search, hasCursor]
  const keys = KEYS[sort]
  const conditions = conditionsOf(shape)
  if (search === 'index') conditions.push(IS_FOUND)
  if (hasCursor) {
    const left = keys.map(([column]) => column('')).join(', ')
    const right = keys.map(([, type], index) => `$key${index + 1}::${type}`).join(', ')
    conditions.push(`(${left}) ${direction === 'asc' ? '>' : '<'} (${right})`)
  }
  const order = (table: string) => keys.map(([column]) => `${column(table)} ${direction}`).join(', ')
  const matching = `select * from payment_requests where ${conditions.join(' and ')}`
  const rows = `${isLive ? `select * from (${matching} offset 0) live` : matching} order by ${order('')}`
  const page = search === 'walk' ? walked(rows, order('')) : `${search === 'index' ? FOUND : ''} ${rows} limit $limit`
  const name = `payment_requests.list_${parts.join('_')}`
  return statementOnce<ListParameters, RequestRow>(name, withDetails(page, order('r.')))
}

/** The amount of an order that goes back. Failed refunds count as paid, as in the ledger. */
const GIVEN_CENTS = `(select coalesce(sum(f.amount_cents + f.credit_cents), 0) from refunds f
             where f.order_id = payment_requests.order_id and f.state <> 'failed')`

/** Counts and sums requests, each figure from its own index; a condition selects the requests. */
const countedWhere = (whose: string) => `
    select paid.*, waiting.*, (select count(*)::int from payment_requests where ${whose} and status = 'expired') as expired
    from (select count(*)::int as paid, coalesce(sum(total_cents - case when refunded_cents > 0 then ${GIVEN_CENTS} else 0 end), 0)::text as paid_cents
          from payment_requests where ${whose} and paid_at is not null) paid,
      (select count(*)::int as sent, (count(*) filter (where expires_at <= $now))::int as overdue,
         (count(*) filter (where expires_at > $now and expires_at <= $soon))::int as expiring_soon
       from payment_requests where ${whose} and status = 'sent') waiting`

export const countRequestsOfRep = statement('payment_requests.count_of_rep')`${countedWhere('rep_id = $repId')}`

export const countAllRequests = statement('payment_requests.count_all')`${countedWhere('total_cents > 0')}`

export const listSalesOfCustomers = statement('links.list_sales_of_customers')`
  select asked.customer_id, counted.paid, sale.* from unnest($customerIds::text[]) as asked (customer_id)
  cross join lateral (select (count(*) filter (where status in ('paid', 'processed')))::int as paid
                      from payment_requests c where c.customer_id = asked.customer_id) counted
  cross join lateral (
    select r.payment_request_id, r.token, r.status, o.state as order_state, r.total_cents, r.created_at, r.expires_at, r.paid_at
    from payment_requests r join orders o on o.order_id = r.order_id where r.customer_id = asked.customer_id
    order by r.created_at desc, r.payment_request_id desc limit $limit
  ) sale
  order by asked.customer_id, sale.created_at desc, sale.payment_request_id desc`

export const listOfCustomer = statement('links.list_of_customer')`
  ${withDetails(
    `select * from payment_requests where customer_id = $customerId order by created_at desc, payment_request_id desc limit $limit`,
    'r.created_at desc, r.payment_request_id desc',
  )}`.as<RequestRow>()

export const countCustomersOfRep = statement('links.count_customers_of_rep')`
  select count(*)::int as customers from customers where rep_id = $repId`

export const countAllCustomers = statement('links.count_all_customers')`
  select count(*)::int as customers from customers`

export const listStory = statement('links.list_story')`
  with asked as materialized (
    select r.payment_request_id, r.order_id, r.mailings, p.payment_id
    from payment_requests r left join payments p on p.order_id = r.order_id where r.payment_request_id = any($paymentRequestIds::text[])
  ), mails as (
    select a.payment_request_id, m.* from asked a
    cross join lateral generate_series(1, a.mailings) as number
    join messages m on m.message_id = 'payment_request.' || a.payment_request_id || '.' || number
  )
  select payment_request_id, case state when 'failed' then 'mail_failed' else 'mail_handed_over' end as kind,
    coalesce(sent_at, created_at) as at, case state when 'failed' then last_error end as detail
  from mails where state <> 'waiting'
  union all
  select a.payment_request_id, 'reminded', coalesce(m.sent_at, m.created_at), null
  from asked a join messages m on m.message_id = 'payment_reminder.' || a.payment_request_id where m.state = 'sent'
  union all
  select a.payment_request_id, 'new_link_asked', m.created_at, null
  from asked a join messages m on m.message_id = 'new_link_asked.' || a.payment_request_id
  union all
  select a.payment_request_id, 'declined', d.declined_at, d.reason from asked a join payment_declines d on d.payment_id = a.payment_id
  union all
  select a.payment_request_id, 'refunded', f.made_at, to_char(f.amount_cents / 100.0, 'FM"$"999,999,990.00')
  from asked a join refunds f on f.payment_id = a.payment_id where f.made_at is not null`.as<{
  kind: 'mail_handed_over' | 'mail_failed' | 'reminded' | 'declined' | 'refunded' | 'new_link_asked'
  detail: string | null
}>()

/** The first `$limit` live links of all reps in a queue, first to expire first, with how many there are up to 100. */
const queued = (condition: string) => `with ending as materialized (
     select payment_request_id, order_id, rep_id, customer_name, total_cents, expires_at from payment_requests
     where ${condition} order by expires_at limit 100
   ), first as materialized (select * from ending order by expires_at limit $limit)
   select e.payment_request_id, o.reference, e.customer_name, e.total_cents, u.username as rep_name, e.expires_at,
     (select count(*)::int from ending) as waiting
   from first e join orders o on o.order_id = e.order_id left join users u on u.user_id = e.rep_id order by e.expires_at`

export const listExpiring = statement('links.list_expiring')`${queued(QUEUES.ending)}`

export type QueuedRow = RowOf<typeof listExpiring>

export const listPayingByCashApp = statement('links.list_paying_by_cash_app')`
  ${queued(`${QUEUES.cash_app} and cash_app_chosen_at <= $chosenUntil`)}`
