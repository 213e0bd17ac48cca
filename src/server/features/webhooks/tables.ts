/**
 * Webhooks and what is sent to them. A buyer adds a webhook at their desk, an administrator adds those of the store.
 * Its events are written in the transaction of their cause (`write-events`, `write-store-events`), one row for each
 * webhook, and sent by a job (`send-events`) until the webhook answers with 2xx or its tries are used up. An event
 * holds ids only: its data is read when it is sent, so personal data is not kept here and is not sent once it is gone.
 * Every call is a row of `webhook_tries`. `forget-old-rows` deletes events and tries after 30 days.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  CHOSEN_EVENT_TYPES,
  SENT_EVENT_TYPES,
  WEBHOOK_KINDS,
  WEBHOOK_OFF_REASONS,
} from '#contract/webhooks/webhooks.ts'
import { instant } from '#server/platform/database/columns.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    webhookId: text('webhook_id').primaryKey(),
    /** The buyer's address, in lowercase. Empty for the store itself, so that both have the same keys and statements. */
    email: text('email').notNull(),
    kind: text('kind', { enum: WEBHOOK_KINDS }).notNull().default('webhook'),
    url: text('url').notNull(),
    eventTypes: text('event_types', { enum: CHOSEN_EVENT_TYPES }).array().notNull(),
    /** Null while it is on. */
    offReason: text('off_reason', { enum: WEBHOOK_OFF_REASONS }),
    /** The secret that signs, or the API key of Follow Up Boss, encrypted with the store's secret of sessions. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The one before; it also signs until `previous_until`. */
    sealedPrevious: text('sealed_previous'),
    previousUntil: instant('previous_until'),
    createdAt: instant('created_at').notNull(),
    /** The first failure since the last success. */
    failingSince: instant('failing_since'),
    /** How often the store turned it off: each time is one email. */
    timesOff: integer('times_off').notNull().default(0),
    /** Until when its job counts as queued or running. The job clears it; after a crash another job may start then. */
    busyUntil: instant('busy_until'),
    /** The job that sends to it now. */
    claim: text('claim'),
  },
  (table) => [
    // The lists, write-events, write-store-events; each address is called once per event.
    unique('webhooks_once').on(table.email, table.url),
    check('webhooks_email_small', sql`${table.email} = lower(${table.email})`),
  ],
)

/** Events of buyers' webhooks and, since the store has its own, of those too. */
export const buyerEvents = pgTable(
  'buyer_events',
  {
    /** Sent as `webhook-id`: the same at every try, and different for each webhook. */
    eventId: text('event_id').primaryKey(),
    webhookId: text('webhook_id').notNull(),
    type: text('type', { enum: SENT_EVENT_TYPES }).notNull(),
    /** Its cause, such as `delivery.ready <handover>`: each webhook hears of it once. */
    cause: text('cause').notNull(),
    orderId: text('order_id'),
    handoverId: text('handover_id'),
    leadId: bigint('lead_id', { mode: 'number' }),
    /** How much of an order was refunded in total, in cents. */
    refundedCents: integer('refunded_cents'),
    /** Of the store's events: the payment request or the package. */
    subjectId: text('subject_id'),
    /** Why a payment request was canceled. */
    reason: text('reason'),
    /** How many units of a package were left. */
    unitsLeft: integer('units_left'),
    occurredAt: instant('occurred_at').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    /** Since it was written or replayed. */
    attempts: integer('attempts').notNull().default(0),
    /** `infinity` while its webhook is off. */
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [
    unique('buyer_events_once').on(table.webhookId, table.cause),
    // queue-webhook-events and send-events: what is due.
    index('buyer_events_due').on(table.nextTryAt, table.webhookId).where(sql`state = 'waiting'`),
    // The log at the desk, and replays.
    index('buyer_events_of_webhook').on(table.webhookId, table.occurredAt),
    // forget-old-rows.
    index('buyer_events_by_time').on(table.occurredAt),
    check('buyer_events_state', sql`${table.state} in ('waiting', 'sent', 'failed', 'dropped')`),
  ],
)

export const webhookTries = pgTable(
  'webhook_tries',
  {
    tryId: bigint('try_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: text('event_id').notNull(),
    triedAt: instant('tried_at').notNull(),
    status: integer('status'),
    problem: text('problem'),
    /** The first 1,024 bytes. Not kept if a lead was accepted: the answer may repeat it. */
    answer: text('answer'),
    milliseconds: integer('milliseconds').notNull(),
  },
  (table) => [
    // The log of an event; forget-old-rows and removing a webhook.
    index('webhook_tries_of_event').on(table.eventId, table.tryId),
  ],
)
