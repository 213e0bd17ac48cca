/**
 * The sales team's customers. A row is written by `create-customer` or by the first payment request that names its
 * address, changed by the rep it belongs to or an administrator, and never deleted, because requests name it.
 */
import { sql } from 'drizzle-orm'
import { check, customType, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Words to be found by their beginnings, made by the database from other columns. */
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const customers = pgTable(
  'customers',
  {
    customerId: text('customer_id').primaryKey(),
    /** Whose customer it is: another rep may have one with the same address. */
    repId: text('rep_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    address: text('address'),
    businessName: text('business_name'),
    notes: text('notes').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** Words of name, address and business. Marks become spaces first: the parser would skip what looks like a tag. */
    search: searchWords('search').generatedAlwaysAs(
      sql`to_tsvector('simple', translate(name || ' ' || email || ' ' || coalesce(business_name, ''), '@.-_+/<>:&', repeat(' ', 10)))`,
    ),
  },
  (table) => [
    // One customer per rep and address, also when two requests to a new address are sent at once.
    uniqueIndex('customers_one_per_address').on(table.repId, sql`lower(email)`),
    // listCustomers: a rep's own by name.
    index('customers_of_rep').on(table.repId, sql`(lower(name)) collate "und-x-icu"`, table.customerId),
    // listCustomers of an administrator.
    index('customers_by_name').on(sql`(lower(name)) collate "und-x-icu"`, table.customerId),
    index('customers_search').using('gin', table.search),
    check('customers_name', sql`${table.name} <> ''`),
  ],
)
