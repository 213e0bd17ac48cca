/**
 * Orders. `place-order` writes an order before any payment exists, and a new revision (with its lines) whenever the
 * cart changes. Revisions never change before payment, so whatever was paid can be settled as it was shown.
 * `mark-order-paid` fixes the paid revision and reprices its lines if some were lost. `cancel-order` closes an order
 * that will not be paid, and `forget-old-rows` removes its buyer's data. `promise-order` lets an order wait for Cash
 * App, or for the card again. Orders and lines are never deleted.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { CREDIT_REASONS } from '#contract/credit/credit-use.ts'
import { ORDER_STATES } from '#contract/orders/order-states.ts'
import { REFUND_STATES } from '#contract/payments/refund-states.ts'
import { instant } from '#server/platform/database/columns.ts'
import { orderText } from './search.ts'

export const orders = pgTable(
  'orders',
  (t) => ({
    orderId: t.text('order_id').primaryKey(),
    /** `LY-XXXXXXXX`: what people read out. */
    reference: t.text('reference').notNull(),
    /** Opens the status page; 192 random bits. */
    token: t.text('token').notNull(),
    ownerId: t.text('owner_id').notNull(),
    /** Null for a cart's. Derived, so that every version of the store writes it. */
    paymentRequestId: t
      .text('payment_request_id')
      .generatedAlwaysAs(sql`case when owner_id like 'request:%' then substr(owner_id, 9) end`),
    state: t.text('state', { enum: ORDER_STATES }).notNull().default('awaiting_payment'),
    /** The latest revision while it waits; the paid one afterwards. */
    revision: t.integer('revision').notNull(),
    totalCents: t.integer('total_cents').notNull(),
    /** The part of the total that store credit pays, as in the revision's lines. The rest is charged. */
    creditCents: t.integer('credit_cents').notNull().default(0),
    /** Of the latest revision: an unchanged cart makes no new one. */
    linesDigest: t.text('lines_digest').notNull(),
    /** The first revision with something to charge, and that amount: the intent is created with these, then updated. */
    openingRevision: t.integer('opening_revision'),
    openingCents: t.integer('opening_cents'),
    refundedCents: t.integer('refunded_cents').notNull().default(0),
    /** The worst of its refunds: failed before pending before refunded. */
    refundState: t.text('refund_state', { enum: REFUND_STATES }),
    paymentMethod: t.text('payment_method', { enum: ['stripe', 'cash_app', 'free', 'manual'] }).notNull(),
    /** The card that paid it, such as `Visa ending in 4242`. */
    card: t.text('card'),
    /** Set while its payment is in progress at the provider or promised: a changed cart then starts a new order. */
    isFrozen: t.boolean('is_frozen').notNull().default(false),
    fullName: t.text('full_name'),
    email: t.text('email'),
    businessName: t.text('business_name'),
    cellPhone: t.text('cell_phone'),
    address: t.text('address'),
    /** The rep whose sale it is, and the commission rate at that moment in hundredths of a percent. */
    repId: t.text('rep_id'),
    commissionBps: t.integer('commission_bps').notNull().default(0),
    /** What its owner called the terms, before the store kept the texts itself (`legal_editions`). Not written anymore. */
    termsVersion: t.text('terms_version'),
    /** For a payment link: who opened its payment before it was paid, and which of them paid. */
    openerIds: t.text('opener_ids').array().notNull().default(sql`'{}'`),
    payerId: t.text('payer_id'),
    createdAt: instant('created_at').notNull(),
    /** For its buyer's Cash App transfer, or its payment link. */
    payUntil: instant('pay_until'),
    closeReason: t.text('close_reason', { enum: ['expired', 'rejected'] }),
    /** The administrator who looked into Cash App, and what they wrote: a transfer's id, or why there is none. */
    decidedBy: t.text('decided_by'),
    decisionNote: t.text('decision_note'),
    paidAt: instant('paid_at'),
    /** When it was canceled, or when money that came for it afterwards went back. */
    closedAt: instant('closed_at'),
    forgottenAt: instant('forgotten_at'),
  }),
  (table) => [
    unique('orders_reference').on(table.reference),
    unique('orders_token').on(table.token),
    // Two tabs share a cart’s order that waits: for a card, or for Cash App.
    uniqueIndex('orders_one_open_per_cart').on(table.ownerId).where(sql`state = 'awaiting_payment' and not is_frozen`),
    uniqueIndex('orders_one_promised_per_cart')
      .on(table.ownerId)
      .where(sql`state = 'awaiting_payment' and payment_method = 'cash_app'`),
    // expire-orders, and the administrators' queue.
    index('orders_promised_by_end')
      .on(table.payUntil)
      .where(sql`state = 'awaiting_payment' and payment_method = 'cash_app'`),
    // recordOrder.
    index('orders_by_owner').on(table.ownerId, table.createdAt),
    // close-abandoned-orders.
    index('orders_waiting').on(table.createdAt).where(sql`state = 'awaiting_payment'`),
    // The administrators' list of paid orders. Unpaid orders are in none of these five, so that a checkout writes into
    // them only once.
    index('orders_paid_by_state').on(table.state, table.paidAt, table.orderId).where(sql`paid_at is not null`),
    // By total, which never changes once an order is paid: a refund adds to another column.
    index('orders_paid_by_total').on(table.state, table.totalCents, table.orderId).where(sql`paid_at is not null`),
    // The buyer's desk.
    index('orders_paid_of_buyer').on(sql`lower(email)`, table.paidAt, table.orderId).where(sql`paid_at is not null`),
    index('orders_search')
      .using('gin', sql`(${sql.raw(orderText().plain)}) gin_trgm_ops`)
      .where(sql`paid_at is not null`),
    index('orders_search_folded')
      .using('gin', sql`(${sql.raw(orderText().folded)}) gin_trgm_ops`)
      .where(sql`paid_at is not null and ${sql.raw(orderText().hasSigns)}`),
    // By way of payment, and decisions about Cash App. Most payments are by card and not in it.
    index('orders_not_by_card')
      .on(table.paymentMethod, sql`(coalesce(paid_at, closed_at))`, table.orderId)
      .where(sql`payment_method <> 'stripe' and state <> 'awaiting_payment'`),
    // forget-old-rows, and the list of canceled orders.
    index('orders_to_forget').on(table.closedAt).where(sql`state = 'cancelled' and forgotten_at is null`),
    check('orders_state', sql`${table.state} in ('awaiting_payment', 'paid', 'processed', 'refunded', 'cancelled')`),
    check('orders_close_reason', sql`${table.closeReason} in ('expired', 'rejected')`),
    check(
      'orders_promised_until',
      sql`${table.payUntil} is not null or ${table.paymentMethod} <> 'cash_app' or ${table.state} <> 'awaiting_payment'`,
    ),
    check('orders_total_not_negative', sql`${table.totalCents} >= 0`),
    check('orders_credit_within_total', sql`${table.creditCents} between 0 and ${table.totalCents}`),
    check('orders_refund_state', sql`${table.refundState} in ('pending', 'refunded', 'failed')`),
    check('orders_refund_within_total', sql`${table.refundedCents} between 0 and ${table.totalCents}`),
    check('orders_paid_at', sql`(${table.state} in ('paid', 'processed', 'refunded')) = (${table.paidAt} is not null)`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    revision: t.integer('revision').notNull(),
    lineNumber: t.integer('line_number').notNull(),
    /** The hold it was made from; after payment the one that was sold, which differs if the first had expired. */
    holdId: t.text('hold_id'),
    packageId: t.text('package_id').notNull(),
    leadType: t.text('lead_type').notNull(),
    tier: t.text('tier').notNull(),
    size: t.integer('size').notNull(),
    state: t.text('state').notNull(),
    county: t.text('county').notNull(),
    deliveryMethod: t.text('delivery_method', { enum: ['email', 'sms'] }).notNull(),
    /** The price before offers, what offers took off it, and the leads they added; snapshotted. */
    priceCents: t.integer('price_cents').notNull(),
    discountCents: t.integer('discount_cents').notNull().default(0),
    bonusLeads: t.integer('bonus_leads').notNull().default(0),
    /** Its share of the store credit that the order uses; snapshotted. */
    creditCents: t.integer('credit_cents').notNull().default(0),
    /** Which offer did what: `LineOffer[]`. */
    offers: t.jsonb('offers').notNull().default([]),
    /** The discounts that applied to it, including those that took nothing off: `OpenOffer[]`. Repricing uses them. */
    openOffers: t.jsonb('open_offers').notNull().default([]),
    /** Set at settlement: `sold` with its hold, or `refunded` because nothing was left when late money came. */
    outcome: t
      .text('outcome', { enum: ['open', 'sold', 'refunded'] })
      .notNull()
      .default('open'),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.revision, table.lineNumber] }),
    // One unit is sold once.
    uniqueIndex('order_lines_hold_sold_once').on(table.holdId).where(sql`outcome = 'sold'`),
    // forget-old-rows: whether an order names a hold that was not sold; the index above has the sold ones.
    index('order_lines_unsold_by_hold').on(table.holdId).where(sql`outcome <> 'sold'`),
    check('order_lines_discount', sql`${table.discountCents} between 0 and ${table.priceCents}`),
    check('order_lines_credit', sql`${table.creditCents} between 0 and ${table.priceCents} - ${table.discountCents}`),
    check('order_lines_outcome', sql`${table.outcome} in ('open', 'sold', 'refunded')`),
  ],
)

/**
 * What a cart knows about a held line beyond its hold; without a row it is delivered by email. `addToCart` writes it
 * while the hold is live; `forget-old-rows` deletes it after the hold has ended.
 */
export const cartLines = pgTable(
  'cart_lines',
  (t) => ({
    holdId: t.text('hold_id').primaryKey(),
    deliveryMethod: t.text('delivery_method', { enum: ['email', 'sms'] }).notNull(),
    addedAt: instant('added_at').notNull(),
  }),
  (table) => [
    // forget-old-rows.
    index('cart_lines_by_age').on(table.addedAt),
  ],
)

/**
 * The ledger of store credit. An entry is written in the transaction of its cause and never changed or deleted. A
 * customer's balance is the sum of their entries and is not stored. Reasons:
 *
 * - `late`: something was delivered late. `claim`: a lead was bad and no other was left.
 * - `returning`: a line of an order after the customer's first.
 * - `granted`: an administrator gave it. `taken_back`: what a refunded line had earned, or what an administrator took.
 * - `reserved`: set aside by an order that waits for its payment. `returned`: the order did not need it. Once the order
 *   is paid, the difference of the two is spent.
 * - `refund`: the credit-paid share of a refunded line.
 */
export const creditEntries = pgTable(
  'credit_entries',
  (t) => ({
    /** Its reason and what it is about, so nothing happens twice: `late.<order>.<line>`, `refund.<refund>`. */
    entryId: t.text('entry_id').primaryKey(),
    /** The keyed fingerprint of an address (`customerKeyOf`). */
    customerKey: t.text('customer_key').notNull(),
    cents: t.integer('cents').notNull(),
    reason: t.text('reason', { enum: CREDIT_REASONS }).notNull(),
    orderId: t.text('order_id').notNull(),
    /** Of the order's paid revision: the line that earned it. */
    lineNumber: t.integer('line_number'),
    /** The refund that gave it back or took it. Derived, so that every version of the store writes it. */
    refundId: t
      .text('refund_id')
      .generatedAlwaysAs(sql`case when reason in ('refund', 'taken_back') then split_part(entry_id, '.', 2) end`),
    /** Taken back later than the rest of its refund, see `takeRestOfEarnedCredit`. */
    isRest: t.boolean('is_rest').generatedAlwaysAs(sql`reason = 'taken_back' and entry_id like '%.rest'`).notNull(),
    /** Of an administrator: why, and who. */
    note: t.text('note'),
    decidedBy: t.text('decided_by'),
    madeAt: instant('made_at').notNull(),
  }),
  (table) => [
    // A customer's balance and history.
    index('credit_entries_of_customer').on(table.customerKey, table.madeAt),
    index('credit_entries_of_order').on(table.orderId),
    check(
      'credit_entries_reason',
      sql`${table.reason} in ('late', 'claim', 'returning', 'granted', 'reserved', 'returned', 'refund', 'taken_back')`,
    ),
    check(
      'credit_entries_sign',
      sql`case when ${table.reason} in ('reserved', 'taken_back') then ${table.cents} < 0 else ${table.cents} > 0 end`,
    ),
    check(
      'credit_entries_line',
      sql`${table.reason} not in ('late', 'claim', 'returning') or ${table.lineNumber} is not null`,
    ),
  ],
)
