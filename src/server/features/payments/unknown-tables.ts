/**
 * Money at the card provider whose order a restore lost. A start on a restored database writes a row of `restores`; for
 * a day, `find-unknown-payments` reads the provider's payments of the lost time, and webhooks tell of later ones. A
 * payment whose order is not here becomes a row of `unknown_payments`; an administrator refunds it or marks it settled.
 * `forget-old-rows` deletes it.
 */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const restores = pgTable('restores', {
  /** When a store first started on the restored database: the end of the lost time. */
  startedAt: timestamp('started_at', { withTimezone: true }).primaryKey(),
  /** The last change that was restored: the beginning of the lost time. */
  restoredTo: timestamp('restored_to', { withTimezone: true }).notNull(),
  /** When the provider's payments were last read to their end. */
  readAt: timestamp('read_at', { withTimezone: true }),
})

export const unknownPayments = pgTable(
  'unknown_payments',
  {
    /** The provider's id (`pi_…`). */
    paymentId: text('payment_id').primaryKey(),
    /** The order that the payment names and that is not here. */
    orderId: text('order_id').notNull(),
    /** What the provider has not given back. */
    amountCents: integer('amount_cents').notNull(),
    /** When the payment was opened. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The name and address of the payer, as the provider has them. */
    contact: text('contact'),
    foundAt: timestamp('found_at', { withTimezone: true }).notNull(),
    /** When an administrator first asked for its refund. */
    refundAskedAt: timestamp('refund_asked_at', { withTimezone: true }),
    /** When its money was back, or an administrator marked the payment settled. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** The provider's code for why the last try to refund it failed. */
    lastError: text('last_error'),
  },
  (table) => [
    // attention: what waits for an administrator.
    index('unknown_payments_waiting').on(table.createdAt).where(sql`settled_at is null`),
    // forget-old-rows.
    index('unknown_payments_by_time').on(table.foundAt),
  ],
)
