/**
 * Places and prices. Counties are written when the catalogue is loaded and never change. A price row is written then
 * too, and changed by an administrator; there are exactly 48.
 */
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

export const counties = pgTable(
  'counties',
  {
    /** The five digits of the federal county code. */
    fips: text('fips').primaryKey(),
    state: text('state').notNull(),
    /** As shown: independent cities that share a county's name carry "City". */
    name: text('name').notNull(),
  },
  (table) => [
    // listCounties by state; and a place has one name.
    unique('counties_by_name').on(table.state, table.name),
  ],
)

export const prices = pgTable(
  'prices',
  {
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    priceCents: integer('price_cents').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** The administrator; null for the starting table. */
    changedBy: text('changed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.leadType, table.tier, table.size] }),
    // 1 to 49 cents could never be charged: the provider's minimum is 50.
    check('prices_chargeable', sql`${table.priceCents} = 0 or ${table.priceCents} >= 50`),
  ],
)
