/**
 * Messages. A row is written in the transaction that decided to tell somebody (its id says what about, so the same
 * news is one row); the job that hands it over marks it sent. The text is made when it is sent, not kept.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const messages = pgTable(
  'messages',
  {
    /** `<kind>.<subject id>`, with a number for each further one: also the left part of the mail's Message-ID, the same at every try. */
    messageId: text('message_id').primaryKey(),
    kind: text('kind', {
      enum: [
        'order_confirmation',
        'money_returned',
        'cash_app_instructions',
        'cash_app_closed',
        'payment_request',
        'payment_reminder',
        'password_reset',
        'email_confirmation',
        'email_changed',
      ],
    }).notNull(),
    /** What it is about, by kind: an order, a payment request, a member or one of their requests. */
    subjectId: text('subject_id').notNull(),
    /** The money the news is about, where the subject does not say it. */
    amountCents: integer('amount_cents'),
    state: text('state', { enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When its job was put on the queue. */
    queuedAt: timestamp('queued_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    // queue-message: what has no job yet.
    index('messages_unqueued').on(table.createdAt).where(sql`queued_at is null`),
    check('messages_state', sql`${table.state} in ('waiting', 'sent', 'failed')`),
  ],
)
