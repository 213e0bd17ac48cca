/**
 * Price changes. A planned change waits as `scheduled` until it is `cancelled` or a timer makes it `applied`; others
 * are applied when they are written. The prices themselves belong to the catalogue. Nothing is ever deleted.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const priceChanges = pgTable(
  'price_changes',
  {
    changeId: text('change_id').primaryKey(),
    state: text('state', { enum: ['scheduled', 'applied', 'cancelled'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Null if it was applied immediately. */
    startsAt: instant('starts_at'),
    appliedAt: instant('applied_at'),
    note: text('note'),
    /** The browser's id for the attempt: repeating it finds this change. */
    attemptId: text('attempt_id'),
    /** The change that this one undoes. */
    undoesId: text('undoes_id'),
    /** Where, as in `area_prices`; null: everywhere; `00`: where its rows say. Only read for rows that do not say. */
    area: text('area'),
  },
  (table) => [
    unique('price_changes_attempt').on(table.attemptId),
    // A change is undone once, even if several people click.
    unique('price_changes_undone_once').on(table.undoesId),
    index('price_changes_by_time').on(table.createdAt, table.changeId),
    // applyPlannedPrices: the next one due.
    index('price_changes_planned').on(table.startsAt).where(sql`state = 'scheduled'`),
    check('price_changes_area', sql`${table.area} ~ '^[0-9]{2}([0-9]{3})?$'`),
    check('price_changes_state', sql`${table.state} in ('scheduled', 'applied', 'cancelled')`),
    check('price_changes_applied', sql`(${table.state} = 'applied') = (${table.appliedAt} is not null)`),
  ],
)

export const priceChangeRows = pgTable(
  'price_change_rows',
  {
    changeId: text('change_id').notNull(),
    /** As in `area_prices`. Empty: everywhere, or in a row of an older release, where the change says. */
    area: text('area').notNull().default(''),
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    /** The price in effect when it was planned; once applied, the price that it replaced. */
    beforeCents: integer('before_cents').notNull(),
    afterCents: integer('after_cents').notNull(),
    /** Whose price it is. A change of an area: a price of its level becomes its own, any other ends it. */
    beforeLevel: text('before_level', { enum: ['national', 'state', 'county'] })
      .notNull()
      .default('national'),
    afterLevel: text('after_level', { enum: ['national', 'state', 'county'] })
      .notNull()
      .default('national'),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.area, table.leadType, table.tier, table.size] }),
    check(
      'price_change_rows_levels',
      sql`${table.beforeLevel} in ('national', 'state', 'county') and ${table.afterLevel} in ('national', 'state', 'county')`,
    ),
  ],
)
