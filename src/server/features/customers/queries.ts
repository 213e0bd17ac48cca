/** All SQL of customers. "Whose" is a rep's id, or null for an administrator, who sees everybody's. */
import type { CustomerId } from '#contract/values.ts'
import { statement } from '#server/platform/database.ts'

/** Columns as in tables.ts, with the name of the rep. */
export interface CustomerRow {
  customer_id: CustomerId
  rep_id: string
  rep_name: string
  name: string
  email: string
  phone: string | null
  address: string | null
  business_name: string | null
  notes: string
  created_at: Date
  /** By what lists are sorted: the name in small letters. */
  sort_name: string
}

const COLUMNS = `c.customer_id, c.rep_id, u.username as rep_name, c.name, c.email, c.phone, c.address, c.business_name,
  c.notes, c.created_at, lower(c.name) as sort_name`

/** Names in the order of a dictionary: É beside E, whatever the database's own collation is. */
const NAME = `lower(c.name) collate "und-x-icu"`

/** By name, from after a place in that order. */
const pageOf = (condition: string) =>
  `select ${COLUMNS} from customers c join users u on u.user_id = c.rep_id
   where ${condition} and (${NAME}, c.customer_id) > ($2, $3) order by ${NAME}, c.customer_id limit $4`

// One plan serves all values of a statement, so each question has its own. $1 is the rep, the words, or both as an array;
// $2 and $3 are name and id of the last row shown (empty: from the beginning), $4 how many.

/** A rep's own: $1 rep. Served by `customers_of_rep`. */
export const listOfRep = statement<CustomerRow>('customers.list_of_rep', pageOf('c.rep_id = $1'))

/** Everybody's: $1 anything but null. Served by `customers_by_name`. */
export const listOfAll = statement<CustomerRow>('customers.list_of_all', pageOf('$1::text is not null'))

/** A rep's own that match: $1 rep and search. Served by `customers_of_rep` or `customers_search`. */
export const searchOfRep = statement<CustomerRow>(
  'customers.search_of_rep',
  pageOf(`c.rep_id = ($1::text[])[1] and c.search @@ to_tsquery('simple', ($1::text[])[2])`),
)

/** Everybody's that match: $1 search. Served by `customers_search`. */
export const searchOfAll = statement<CustomerRow>(
  'customers.search_of_all',
  pageOf(`c.search @@ to_tsquery('simple', $1)`),
)

/** $1 customer, $2 whose. */
export const findCustomer = statement<CustomerRow>(
  'customers.find',
  `select ${COLUMNS} from customers c join users u on u.user_id = c.rep_id
   where c.customer_id = $1 and ($2::text is null or c.rep_id = $2)`,
)

/** $1 rep, $2 address in any case. */
export const findByAddress = statement<{ customer_id: CustomerId }>(
  'customers.find_by_address',
  'select customer_id from customers where rep_id = $1 and lower(email) = lower($2)',
)

/**
 * Adds a customer: $1 id, $2 rep, $3 name, $4 email, $5 phone, $6 address, $7 business, $8 notes, $9 now. No row when the
 * rep has one with this address; a call that adds it at the same moment is waited for.
 */
export const addCustomer = statement<{ customer_id: CustomerId }>(
  'customers.add',
  `insert into customers (customer_id, rep_id, name, email, phone, address, business_name, notes, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (rep_id, lower(email)) do nothing returning customer_id`,
)

/**
 * As `addCustomer`, without notes ($8 now); a customer that is there gets what it lacks and keeps what it has. Always
 * answers with the customer, and keeps others from changing it until the transaction ends.
 */
export const ensureCustomer = statement<{ customer_id: CustomerId }>(
  'customers.ensure',
  `insert into customers as c (customer_id, rep_id, name, email, phone, address, business_name, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
   on conflict (rep_id, lower(email)) do update set
     phone = coalesce(c.phone, excluded.phone),
     address = coalesce(c.address, excluded.address),
     business_name = coalesce(c.business_name, excluded.business_name),
     updated_at = excluded.updated_at
   returning customer_id`,
)

/**
 * Replaces a customer's data: $1 customer, $2 name, $3 email, $4 phone, $5 address, $6 business, $7 now. Fails on the unique
 * index when the rep has another one with this address.
 */
export const changeCustomer = statement(
  'customers.change',
  `update customers set name = $2, email = $3, phone = $4, address = $5, business_name = $6, updated_at = $7
   where customer_id = $1`,
)

/** $1 customer, $2 notes, $3 now. */
export const changeNotes = statement(
  'customers.change_notes',
  'update customers set notes = $2, updated_at = $3 where customer_id = $1',
)
