/** SQL for customers. `repId` null: an administrator, who sees everyone's. */
import type { CustomerId } from '#contract/values.ts'
import { ORDERS_BY_REFERENCE } from '#server/features/orders/search.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { containing, contains, countedUp } from '#server/platform/text/search-text.ts'
import { customerText } from './rules.ts'

type Identified = { customer_id: CustomerId }
const COLUMNS = `c.customer_id, c.rep_id, u.username as rep_name, c.name, c.email, c.phone, c.address, c.business_name,
  c.notes, c.created_at, lower(c.name) as sort_name`

/** Names in dictionary order: É next to E, whatever the database's own collation is. */
const NAME = `lower(c.name) collate "und-x-icu"`

const pageOf = (condition: string) =>
  `select ${COLUMNS} from customers c join users u on u.user_id = c.rep_id
   where ${condition} and (${NAME}, c.customer_id) > ($afterName, $afterCustomerId) order by ${NAME}, c.customer_id limit $limit`

/*
 * One plan serves all values of a statement, so each query has its own. `afterName` and `afterCustomerId` are from the
 * last row shown; empty strings ask for the first page.
 */

export const listOfRep = statement('customers.list_of_rep')`${pageOf('c.rep_id = $repId')}`.as<Identified>()

export const listOfAll = statement('customers.list_of_all')`${pageOf('true')}`.as<Identified>()

const walkOf = (condition: string) =>
  `select ${COLUMNS} from (
     select c.*, ${customerText('c.').whole} as whole_text from (
       select * from customers c where ${condition} and (${NAME}, c.customer_id) > ($afterName, $afterCustomerId)
       order by ${NAME}, c.customer_id limit $walk
     ) c offset 0
   ) c join users u on u.user_id = c.rep_id
   where ${contains('c.whole_text')} order by ${NAME}, c.customer_id limit $limit`

/** All customers that contain the words, and those of an order with the reference. */
const foundOf = (condition: string) =>
  `with found as materialized (
     ${containing('customers', 'customer_id', customerText())}
     union select r.customer_id from (${ORDERS_BY_REFERENCE}) o
       join payment_requests r on r.order_id = o.order_id
   ) ${pageOf(`c.customer_id in (select customer_id from found) and ${condition}`)}`

export const walkCustomersOfRep = statement('customers.walk_of_rep')`${walkOf('c.rep_id = $repId')}`.as<Identified>()
export const walkAllCustomers = statement('customers.walk_all')`${walkOf('true')}`.as<Identified>()
export const searchOfRep = statement('customers.search_of_rep')`${foundOf('c.rep_id = $repId')}`.as<Identified>()
export const searchOfAll = statement('customers.search_of_all')`${foundOf('true')}`.as<Identified>()
export const countMatchingCustomers = statement('customers.count_matching')`
  ${countedUp(containing('customers', 'customer_id', customerText()))}`

export const findCustomer = statement('customers.find')`
  select ${COLUMNS} from customers c join users u on u.user_id = c.rep_id
  where c.customer_id = $customerId and ($repId?::text is null or c.rep_id = $repId)`.as<Identified>()

export type CustomerRow = RowOf<typeof findCustomer>

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
