/**
 * Changes of prices: planned ones wait as `scheduled`, are called off as `cancelled` or made as `applied` by a timer; the
 * others are applied when they are written. The prices themselves are the catalogue's. Nothing is ever deleted.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const priceChanges = pgTable(
  'price_changes',
  {
    changeId: text('change_id').primaryKey(),
    state: text('state', { enum: ['scheduled', 'applied', 'cancelled'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Null where it was made at once. */
    startsAt: instant('starts_at'),
    appliedAt: instant('applied_at'),
    note: text('note'),
    /** The browser's name for the attempt: repeating it finds this change. */
    attemptId: text('attempt_id'),
    /** The change that this one takes back. */
    undoesId: text('undoes_id'),
  },
  (table) => [
    unique('price_changes_attempt').on(table.attemptId),
    // A change is undone once, whoever clicks twice.
    unique('price_changes_undone_once').on(table.undoesId),
    index('price_changes_by_time').on(table.createdAt, table.changeId),
    // applyPlannedPrices: the next one due.
    index('price_changes_planned').on(table.startsAt).where(sql`state = 'scheduled'`),
    check('price_changes_state', sql`${table.state} in ('scheduled', 'applied', 'cancelled')`),
    check('price_changes_applied', sql`(${table.state} = 'applied') = (${table.appliedAt} is not null)`),
  ],
)

export const priceChangeRows = pgTable(
  'price_change_rows',
  {
    changeId: text('change_id').notNull(),
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    /** What stood when it was planned; from its application on, what it replaced. */
    beforeCents: integer('before_cents').notNull(),
    afterCents: integer('after_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.leadType, table.tier, table.size] })],
)
