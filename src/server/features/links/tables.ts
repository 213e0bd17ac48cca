/**
 * Payment requests: orders that customers pay through a link. `create-payment-request` writes the row with its order
 * and takes the cart's holds for as long as the link lasts. It ends once. `on-order-changed` marks it paid (later
 * processed) in the transaction that changes its order; `close-payment-request` marks it expired, replaced or voided
 * and returns its units. Requests are never deleted.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'
import { customerText, requestText } from './rules.ts'

export const paymentRequests = pgTable(
  'payment_requests',
  {
    paymentRequestId: text('payment_request_id').primaryKey(),
    /** Opens the payment page; 192 random bits. Stored in plain form, because the rep copies the link again. */
    token: text('token').notNull(),
    /** The order to pay. A request marked paid after it expired gets a new order. */
    orderId: text('order_id').notNull(),
    /** Whose sale it is. */
    repId: text('rep_id').notNull(),
    customerId: text('customer_id').notNull(),
    /** The browser's id for the attempt to send: repeating it finds this request. */
    attemptId: text('attempt_id'),
    status: text('status', { enum: ['sent', 'paid', 'processed', 'expired'] })
      .notNull()
      .default('sent'),
    /** Copies from the order, so a list can be read, searched and sorted without it. */
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    totalCents: integer('total_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** The rep's note to the customer. */
    specialOffers: text('special_offers').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** When its leads were delivered or its order marked as processed; null for those of earlier versions. */
    processedAt: instant('processed_at'),
    /** When and why it ended unpaid, and who ended it; no one if it expired. */
    closedAt: instant('closed_at'),
    closeReason: text('close_reason', { enum: ['time', 'replaced', 'voided', 'declined'] }),
    closedBy: text('closed_by'),
    /** When to try closing it again, if the customer was paying or the provider did not answer when it expired. */
    closeAfter: instant('close_after'),
    /** The request that this one replaced. */
    replacesId: text('replaces_id'),
    /** When the customer used the page or had it in view for a while, first and last. */
    openedAt: instant('opened_at'),
    lastOpenedAt: instant('last_opened_at'),
    /** When the customer chose to pay with Cash App; it says nothing about the money. */
    cashAppChosenAt: instant('cash_app_chosen_at'),
    /** When the reminder goes out; null if it is off. */
    remindAt: instant('remind_at'),
    remindedAt: instant('reminded_at'),
    /** How often the email with the link was sent; each is a separate message. */
    mailings: integer('mailings').notNull().default(1),
    /** The administrator who confirmed money that came another way, and its reference. */
    markedPaidBy: text('marked_paid_by'),
    markReference: text('mark_reference'),
  },
  (table) => [
    unique('payment_requests_token').on(table.token),
    // on-order-changed; and no two requests are paid by the same order.
    unique('payment_requests_order').on(table.orderId),
    uniqueIndex('payment_requests_attempt').on(table.repId, table.attemptId).where(sql`attempt_id is not null`),
    // A request is replaced once, even if several people click.
    uniqueIndex('payment_requests_replaced_once').on(table.replacesId).where(sql`replaces_id is not null`),
    // listWaiting of the buyer's desk: the few that an address can pay.
    index('payment_requests_open_of_buyer').on(sql`lower(customer_email)`).where(sql`status = 'sent'`),
    // listPaymentRequests of a rep: by date, by total (which never changes), by status, by customer.
    index('payment_requests_of_rep').on(table.repId, table.createdAt, table.paymentRequestId),
    index('payment_requests_of_rep_by_total').on(table.repId, table.totalCents, table.paymentRequestId),
    index('payment_requests_of_rep_by_status').on(table.repId, table.status, table.createdAt, table.paymentRequestId),
    // readStatistics: counts and sums what was paid without reading the rows.
    index('payment_requests_paid_of_rep')
      .on(table.repId, table.totalCents, table.refundedCents)
      .where(sql`paid_at is not null`),
    // A history of sales, the last paid first.
    index('payment_requests_of_rep_by_payment')
      .on(table.repId, table.paidAt, table.paymentRequestId)
      .where(sql`paid_at is not null`),
    index('payment_requests_of_rep_by_customer').on(
      table.repId,
      sql`(lower(customer_name)) collate "und-x-icu"`,
      table.paymentRequestId,
    ),
    // The same for an administrator. The condition is true for every row. It keeps these from serving one rep's list,
    // whose rows may be far apart in them (`list-queries.ts` states it where they are wanted).
    index('payment_requests_by_date').on(table.createdAt, table.paymentRequestId).where(sql`total_cents > 0`),
    index('payment_requests_by_total').on(table.totalCents, table.paymentRequestId).where(sql`total_cents > 0`),
    index('payment_requests_by_status')
      .on(table.status, table.createdAt, table.paymentRequestId)
      .where(sql`total_cents > 0`),
    index('payment_requests_by_customer_name')
      .on(sql`(lower(customer_name)) collate "und-x-icu"`, table.paymentRequestId)
      .where(sql`total_cents > 0`),
    index('payment_requests_by_payment')
      .on(table.paidAt, table.paymentRequestId)
      .where(sql`paid_at is not null and total_cents > 0`),
    index('payment_requests_search').using('gin', sql`(${sql.raw(requestText().plain)}) gin_trgm_ops`),
    index('payment_requests_search_folded')
      .using('gin', sql`(${sql.raw(requestText().folded)}) gin_trgm_ops`)
      .where(sql.raw(requestText().hasSigns)),
    // A customer's history.
    index('payment_requests_of_customer').on(table.customerId, table.createdAt),
    // expire-payment-requests, and the queue of links that expire soon.
    index('payment_requests_by_end').on(table.expiresAt).where(sql`status = 'sent'`),
    // Links whose Cash App payment an administrator checks.
    index('payment_requests_by_cash_app')
      .on(table.expiresAt, table.paymentRequestId)
      .where(sql`status = 'sent' and cash_app_chosen_at is not null`),
    // remind-customers.
    index('payment_requests_to_remind').on(table.remindAt).where(sql`status = 'sent' and reminded_at is null`),
    check('payment_requests_status', sql`${table.status} in ('sent', 'paid', 'processed', 'expired')`),
    check('payment_requests_paid_at', sql`(${table.status} in ('paid', 'processed')) = (${table.paidAt} is not null)`),
    check('payment_requests_closed', sql`(${table.status} = 'expired') = (${table.closeReason} is not null)`),
    check('payment_requests_close_reason', sql`${table.closeReason} in ('time', 'replaced', 'voided', 'declined')`),
    check('payment_requests_total', sql`${table.totalCents} > 0`),
  ],
)

/** Customers of the sales team, from `createCustomer` or a first payment request; never deleted: requests name them. */
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
    /** When one of their links was last paid, and what their links brought after refunds; 1970: never. */
    lastSaleAt: instant('last_sale_at').notNull().default(sql`'epoch'`),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // One customer per rep and address, even if two requests to a new address are sent at once.
    uniqueIndex('customers_one_per_address').on(table.repId, sql`lower(email)`),
    // listCustomers: a rep's own by name.
    index('customers_of_rep').on(table.repId, sql`(lower(name)) collate "und-x-icu"`, table.customerId),
    // listCustomers of an administrator.
    index('customers_by_name').on(sql`(lower(name)) collate "und-x-icu"`, table.customerId),
    // The same by last sale and by what they spent.
    index('customers_of_rep_by_sale').on(table.repId, table.lastSaleAt, table.customerId),
    index('customers_by_sale').on(table.lastSaleAt, table.customerId),
    index('customers_of_rep_by_spent').on(table.repId, table.spentCents, table.customerId),
    index('customers_by_spent').on(table.spentCents, table.customerId),
    index('customers_search').using('gin', sql`(${sql.raw(customerText().plain)}) gin_trgm_ops`),
    index('customers_search_folded')
      .using('gin', sql`(${sql.raw(customerText().folded)}) gin_trgm_ops`)
      .where(sql.raw(customerText().hasSigns)),
    check('customers_name', sql`${table.name} <> ''`),
  ],
)
