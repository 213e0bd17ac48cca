/**
 * What buyers asked for, by county and day. Each node counts in memory and `flush-counts` adds what it counted every few
 * seconds; a node that is killed loses those seconds, which is fine for figures that steer stock and never money.
 * `forget-old-demand` deletes days that nobody compares with any more. What was sold stands in the sales ledger.
 */
import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

export const countyDemand = pgTable(
  'county_demand',
  {
    fips: text('fips').notNull(),
    /** In the store's time zone, as it was set when it was counted. */
    day: date('day').notNull(),
    /** Networks that opened a county's packages in a browser, without those of the team; each once a day on each node. */
    views: integer('views').notNull(),
    /** Units placed in carts. */
    holds: integer('holds').notNull(),
    /** Units placed in carts that were the last of their package. */
    sellOuts: integer('sell_outs').notNull(),
  },
  (table) => [
    // By day first: flushing finds its rows by it, listCountyDemand reads all counties between two days, forgetting the oldest.
    primaryKey({ columns: [table.day, table.fips] }),
    check('county_demand_not_negative', sql`${table.views} >= 0 and ${table.holds} >= 0 and ${table.sellOuts} >= 0`),
  ],
)
