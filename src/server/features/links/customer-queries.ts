/** SQL for customers. `repId` null: an administrator, who sees everyone's. */
import type { CustomerSort } from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import { ORDERS_BY_REFERENCE, type ReferenceRange } from '#server/features/orders/search.ts'
import { type RowOf, statement, statementOnce } from '#server/platform/database/statement.ts'
import { containing, contains, countedUp, type SearchWords } from '#server/platform/text/search-text.ts'
import { customerText } from './rules.ts'

type Identified = { customer_id: CustomerId }
const COLUMNS = `c.customer_id, c.rep_id, u.username as rep_name, c.name, c.email, c.phone, c.address, c.business_name,
  c.notes, c.created_at, c.last_sale_at, c.spent_cents`

/** The key of each order; the id follows. Names in dictionary order: É next to E, whatever the database's own collation is. */
const ORDERS = {
  name: { key: `lower(c.name) collate "und-x-icu"`, type: 'text', direction: 'asc', after: '>' },
  sale: { key: 'c.last_sale_at', type: 'timestamptz', direction: 'desc', after: '<' },
  spent: { key: 'c.spent_cents', type: 'bigint', direction: 'desc', after: '<' },
} as const satisfies Record<CustomerSort, object>

interface ListShape {
  sort: CustomerSort
  isScoped: boolean
  /** Only those without a sale since `quietSince`. */
  isQuiet: boolean
  hasCursor: boolean
  /** `walk`: among the next rows of the list; `index`: by the index. */
  search: 'walk' | 'index' | null
}

/** Parameters of an absent filter are not sent. */
interface ListParameters extends Partial<SearchWords & ReferenceRange> {
  repId: string | null
  quietSince: Date | null
  /** The key and the id of the last row of the previous page. */
  key: string | null
  afterId: string | null
  limit: number
  walk?: number
}

/** All customers that contain the words, and those of an order with the reference. */
const FOUND = `with found as materialized (
     ${containing('customers', 'customer_id', customerText())}
     union select r.customer_id from (${ORDERS_BY_REFERENCE}) o
       join payment_requests r on r.order_id = o.order_id
   )`

/** One plan serves all values of a statement, so each list has its own. */
export function listStatement({ sort, isScoped, isQuiet, hasCursor, search }: ListShape) {
  const { key, type, direction, after } = ORDERS[sort]
  const conditions = [
    isScoped ? 'c.rep_id = $repId' : 'true',
    ...(isQuiet ? ['c.last_sale_at < $quietSince'] : []),
    ...(hasCursor ? [`(${key}, c.customer_id) ${after} ($key::${type}, $afterId)`] : []),
    ...(search === 'index' ? ['c.customer_id in (select customer_id from found)'] : []),
  ]
  const order = `order by ${key} ${direction}, c.customer_id ${direction}`
  const rows = `select c.* from customers c where ${conditions.join(' and ')} ${order}`
  const walked = `select * from (
       select c.*, ${customerText('c.').whole} as whole_text from (${rows} limit $walk) c offset 0
     ) c where ${contains('c.whole_text')} ${order} limit $limit`
  return statementOnce<ListParameters, CustomerRow & { sort_key: string }>(
    ['customers.list', sort, isScoped, isQuiet, hasCursor, search].join('_'),
    `${search === 'index' ? FOUND : ''}
     select ${COLUMNS}, (${key})::text as sort_key from (${search === 'walk' ? walked : `${rows} limit $limit`}) c
     join users u on u.user_id = c.rep_id ${order}`,
  )
}

export const countMatchingCustomers = statement('customers.count_matching')`
  ${countedUp(containing('customers', 'customer_id', customerText()))}`

export const findCustomer = statement('customers.find')`
  select ${COLUMNS} from customers c join users u on u.user_id = c.rep_id
  where c.customer_id = $customerId and ($repId?::text is null or c.rep_id = $repId)`.as<Identified>()

export type CustomerRow = RowOf<typeof findCustomer>

/** Adds up what the customers of these orders have paid through links; once more makes no difference. */
export const tallyCustomers = statement('customers.tally')`
  update customers c set last_sale_at = t.last_sale_at, spent_cents = t.spent_cents from (
    select customer_id, max(paid_at) as last_sale_at, sum(total_cents - refunded_cents) as spent_cents from payment_requests
    where paid_at is not null and customer_id in (select customer_id from payment_requests where order_id = any($orderIds::text[]))
    group by customer_id
  ) t where c.customer_id = t.customer_id`

export const findByAddress = statement('customers.find_by_address')`
  select customer_id from customers where rep_id = $repId and lower(email) = lower($email)`.as<Identified>()

/** No row if the rep has one with this address. Waits for a call that is adding it at the same moment. */
export const addCustomer = statement('customers.add')`
  insert into customers (customer_id, rep_id, name, email, phone, address, business_name, notes, created_at, updated_at)
  values ($customerId, $repId, $name, $email, $phone?, $address?, $businessName?, $notes, $now, $now)
  on conflict (rep_id, lower(email)) do nothing returning customer_id`.as<Identified>()

/** Fills in what an existing customer lacks. Always returns the customer, locked until the transaction ends. */
export const ensureCustomer = statement('customers.ensure')`
  insert into customers as c (customer_id, rep_id, name, email, phone, address, business_name, created_at, updated_at)
  values ($customerId, $repId, $fullName, $email, $cellPhone?, $address?, $businessName?, $now, $now)
  on conflict (rep_id, lower(email)) do update set
    phone = coalesce(c.phone, excluded.phone),
    address = coalesce(c.address, excluded.address),
    business_name = coalesce(c.business_name, excluded.business_name),
    updated_at = excluded.updated_at
  returning customer_id`.as<Identified>()

/** Fails on the unique index if the rep has another customer with this address. */
export const changeCustomer = statement('customers.change')`
  update customers set name = $name, email = $email, phone = $phone?, address = $address?, business_name = $businessName?, updated_at = $now
  where customer_id = $customerId`

export const changeNotes = statement('customers.change_notes')`
  update customers set notes = $notes, updated_at = $now where customer_id = $customerId`
