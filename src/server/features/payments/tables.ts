/**
 * Payments. `open-payment` writes a payment's row when the provider has created its intent; `settle-payment` moves it
 * to succeeded, once. `promise-payment` writes the row of an order that waits for Cash App. A refund's row is written
 * in the transaction that decided it. A job sends it at once, and `retry-refunds` again until the provider has made it;
 * `check-refunds` takes back one that failed there. A webhook event is stored once, by its id, before anything acts on
 * it; `forget-old-rows` deletes it.
 */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { DISPUTE_STATUSES, type Evidence } from '#contract/payments/disputes.ts'
import { REFUND_REASONS } from '#contract/payments/refund-states.ts'
import { instant } from '#server/platform/database/columns.ts'

/**
 * Money at the card provider whose order a restore lost. A start on a restored database writes a row of `restores`; for
 * a day, `find-unknown-payments` reads the provider's payments of the lost time, and webhooks tell of later ones. A
 * payment whose order is not here becomes a row of `unknown_payments`; an administrator refunds it or marks it settled.
 * `forget-old-rows` deletes it.
 */
export const restores = pgTable('restores', {
  /** When a store first started on it: the end of the lost time. */
  startedAt: instant('started_at').primaryKey(),
  /** The last change that was restored: the beginning of the lost time. */
  restoredTo: instant('restored_to').notNull(),
  /** When the provider's payments were last read to their end. */
  readAt: instant('read_at'),
})

export const unknownPayments = pgTable(
  'unknown_payments',
  {
    paymentId: text('payment_id').primaryKey(),
    /** The order that the payment names and that is not here. */
    orderId: text('order_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The name and address of the payer, as the provider has them. */
    contact: text('contact'),
    foundAt: instant('found_at').notNull(),
    refundAskedAt: instant('refund_asked_at'),
    /** When its money was back, or an administrator marked it settled. */
    settledAt: instant('settled_at'),
    /** The provider's code for why the last try to refund it failed. */
    lastError: text('last_error'),
  },
  (table) => [
    // attention.
    index('unknown_payments_waiting').on(table.createdAt).where(sql`settled_at is null`),
    // forget-old-rows.
    index('unknown_payments_by_time').on(table.foundAt),
  ],
)

export const payments = pgTable(
  'payments',
  {
    /**
     * The provider's id (`pi_…`). For an order of $0.00, `free_<order id>`. An order that is closed before it had a
     * payment gets `none_<order id>`, canceled, so that none can be opened anymore. An order that waits for Cash App
     * has `cash_<order id>`, promised, in place of a card payment that was canceled for it.
     */
    paymentId: text('payment_id').primaryKey(),
    orderId: text('order_id').notNull(),
    state: text('state', { enum: ['open', 'promised', 'succeeded', 'cancelled'] }).notNull(),
    /** What the provider was last told, and the order's revision it stands for. */
    amountCents: integer('amount_cents').notNull(),
    revision: integer('revision').notNull(),
    /** Lets the buyer's browser confirm; never logged. */
    clientSecret: text('client_secret'),
    createdAt: instant('created_at').notNull(),
    /** When the reconciler checks it next; the waits double. */
    checkAt: instant('check_at').notNull(),
    /** When it was first seen waiting for 3-D Secure while its order was being closed. */
    challengedAt: instant('challenged_at'),
    succeededAt: instant('succeeded_at'),
    disputedAt: instant('disputed_at'),
    /** Fingerprint of the network that opened it; null for a member's, and once forgotten. */
    networkKey: text('network_key'),
  },
  (table) => [
    // An order has one payment.
    unique('payments_one_per_order').on(table.orderId),
    // reconcile-payments.
    index('payments_open').on(table.checkAt).where(sql`state = 'open'`),
    // start-cash-app-order, for one network or all. A handful of rows.
    index('payments_promised').on(table.networkKey).where(sql`state = 'promised'`),
    check('payments_state', sql`${table.state} in ('open', 'promised', 'succeeded', 'cancelled')`),
  ],
)

/**
 * Declines of a buyer's card, reported by a webhook or by an answer of the provider. The seller sees why the customer
 * did not get through, and a payment with ten is closed. `count-declines` writes them; kept as long as the payment.
 */
export const paymentDeclines = pgTable(
  'payment_declines',
  {
    /** The failed charge, so that a decline is one row whoever reports it; the event if no charge was tried. */
    eventId: text('event_id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    reason: text('reason').notNull(),
    declinedAt: instant('declined_at').notNull(),
  },
  (table) => [index('payment_declines_of_payment').on(table.paymentId, table.declinedAt)],
)

export const refunds = pgTable(
  'refunds',
  {
    refundId: text('refund_id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    orderId: text('order_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What came back as store credit at once, because it was paid with that. */
    creditCents: integer('credit_cents').notNull().default(0),
    /** `no_stock`: the money came after the hold expired and nothing was left. `not_ours`: it paid for nothing we sell. */
    reason: text('reason', { enum: REFUND_REASONS }).notNull(),
    state: text('state', { enum: ['due', 'made', 'failed'] })
      .notNull()
      .default('due'),
    providerRefundId: text('provider_refund_id'),
    createdAt: instant('created_at').notNull(),
    madeAt: instant('made_at'),
    /** How often the provider did not make it, and what it said last. */
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    tryAt: instant('try_at'),
    /** By the database's clock. For a while it may be on its way and cannot be settled by hand. */
    sentAt: instant('sent_at'),
    /** Part of its key at the provider. It grows when a refund that failed there is sent again. */
    keyNumber: integer('key_number').notNull().default(1),
    /** Of an administrator's refund: the browser's name for the attempt, why, and who. */
    attemptId: text('attempt_id'),
    note: text('note'),
    decidedBy: text('decided_by'),
    /** The money did not come by card: someone sends it back outside the store, and the row counts as made. */
    isByHand: boolean('is_by_hand').notNull().default(false),
  },
  (table) => [
    index('refunds_by_payment').on(table.paymentId),
    // sales: what was refunded of an order. Also makes the same attempt one refund.
    unique('refunds_attempt').on(table.orderId, table.attemptId),
    index('refunds_by_date').on(table.createdAt, table.refundId),
    // retry-refunds, the metrics, and the list of what is not made. A handful of rows.
    index('refunds_unmade').on(table.createdAt).where(sql`state <> 'made'`),
    check(
      'refunds_amount',
      sql`${table.amountCents} >= 0 and ${table.creditCents} >= 0 and ${table.amountCents} + ${table.creditCents} > 0`,
    ),
  ],
)

/** What an administrator's refund changes about each sold line. Written with the refund, never changed. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text('refund_id').notNull(),
    lineNumber: integer('line_number').notNull(),
    /**
     * The total, and how much of it came back as store credit. Below 0 if the line stays and lost a discount together
     * with another one: it costs this much more from then on.
     */
    amountCents: integer('amount_cents').notNull(),
    creditCents: integer('credit_cents').notNull().default(0),
    /** While it stays; null from versions that did not record it. */
    givenCents: integer('given_cents'),
    /** The package no longer counts as sold; part of its price may be refunded without that. */
    isReturned: boolean('is_returned').notNull(),
    /** It is returned, or all of its money went back. */
    isGone: boolean('is_gone').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.lineNumber] })],
)

/**
 * Payments that a buyer's bank disputes. `note-dispute` writes and updates a row from what the provider says, in
 * whatever order its events come. Administrators write evidence into it, which is submitted once. Never deleted.
 */
export const disputes = pgTable(
  'disputes',
  {
    disputeId: text('dispute_id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    orderId: text('order_id').notNull(),
    /** May be less than was paid. */
    amountCents: integer('amount_cents').notNull(),
    /** The bank's word for why, e.g. `fraudulent`. */
    reason: text('reason').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull(),
    dueBy: instant('due_by'),
    openedAt: instant('opened_at').notNull(),
    /** When the bank's decision was first seen. */
    closedAt: instant('closed_at'),
    /**
     * When the provider was asked for what is in this row, by the database's clock; for an event that was believed, the
     * provider's time. An answer to an earlier question never overwrites it.
     */
    askedAt: instant('asked_at').notNull(),
    /** What is to be submitted, or was. `evidence_version` counts the saves. */
    evidence: jsonb('evidence').$type<Evidence>(),
    evidenceVersion: integer('evidence_version').notNull().default(0),
    /** No member if that was done at the provider's own site. */
    submittedAt: instant('submitted_at'),
    submittedBy: text('submitted_by'),
  },
  (table) => [
    // refund-order, the order's drawer and list.
    index('disputes_of_order').on(table.orderId),
    // list-disputes: what waits for an answer, by deadline; all others, newest first.
    index('disputes_waiting')
      .on(sql`(coalesce(due_by, 'infinity'))`, table.disputeId)
      .where(sql`status in ('needs_response', 'warning_needs_response')`),
    index('disputes_settled')
      .on(table.openedAt, table.disputeId)
      .where(sql`status not in ('needs_response', 'warning_needs_response')`),
    check('disputes_amount', sql`${table.amountCents} >= 0`),
  ],
)

export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** The provider's: the same event sent twice is one row. */
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    /** The parts of the event we act on (ids and amounts), never the buyer's data. */
    subject: jsonb('subject').notNull(),
    receivedAt: instant('received_at').notNull(),
    queuedAt: instant('queued_at'),
    handledAt: instant('handled_at'),
  },
  (table) => [
    // sort-events.
    index('webhook_events_unsorted').on(table.receivedAt).where(sql`handled_at is null and queued_at is null`),
    // forget-old-rows. Without `handled_at`, so that handling an event touches no index.
    index('webhook_events_by_age').on(table.receivedAt),
  ],
)
