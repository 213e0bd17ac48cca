/**
 * How paid lines reach their buyers. A delivery is written for each sold line in the transaction that marks its order
 * paid (`delivery-listeners`). It gets its files from a job (`make-files`) or a person (`deliver-by-hand`), is handed
 * over with a link (`hand-over`), is sent once that email is, and is delivered once someone downloads it. A refund or a
 * lost dispute cancels an undelivered line and ends the link to a delivered one. Rows are never deleted. Files are
 * deleted when they expire (`forget-old-rows`); downloads are kept but forget their network.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import { DELIVERY_FORMATS, DELIVERY_STATES, TAKEN_AS } from '#contract/delivery/delivery.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'

export const deliveries = pgTable(
  'deliveries',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    /** In the order's paid revision. */
    lineNumber: t.integer('line_number').notNull(),
    /** What was sold: its leads are those of this hold. */
    holdId: t.text('hold_id').notNull(),
    kind: t.text('kind', { enum: ['leads', 'by_hand'] }).notNull(),
    /** As the buyer chose. */
    method: t.text('method', { enum: ['email', 'sms'] }).notNull(),
    state: t.text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    /** Leads that were paid for, including bonus leads. */
    leads: t.integer('leads').notNull(),
    createdAt: instant('created_at').notNull(),
    /** What its buyer can claim, as of the payment; null for orders from before claims existed. */
    claimTerms: t.jsonb('claim_terms').$type<ClaimTerms>(),
    /** 24 hours after the payment. */
    dueAt: instant('due_at').notNull(),
    /** The current link; earlier ones no longer open this line. */
    handoverId: t.text('handover_id'),
    /** When the message with its link was first sent. */
    sentAt: instant('sent_at'),
    /** When its file was first downloaded, or a person confirmed the delivery. */
    deliveredAt: instant('delivered_at'),
    /** The member who delivered it, and their note to the buyer. */
    handledBy: t.text('handled_by'),
    note: t.text('note'),
    /** Why it failed, for administrators. */
    problem: t.text('problem'),
    /** The emails that warned administrators 12 and 20 hours after payment. */
    firstWarningId: t.text('first_warning_id'),
    lastWarningId: t.text('last_warning_id'),
    /** When it was found to be late, which has a consequence once. */
    lateAt: instant('late_at'),
    /** When its money went back: no link opens it anymore. If its buyer has it by then, it stays `delivered`. */
    cancelledAt: instant('cancelled_at'),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.lineNumber] }),
    // The queue, least time left first; attention; warnings.
    index('deliveries_open')
      .on(table.dueAt, table.orderId, table.lineNumber)
      .where(sql`state in ('waiting', 'failed')`),
    // watch-deliveries: lines that are late but not marked late.
    index('deliveries_late')
      .on(table.dueAt)
      .where(sql`late_at is null and (state in ('waiting', 'failed') or sent_at > due_at)`),
    // What a link opens.
    index('deliveries_by_handover').on(table.handoverId).where(sql`handover_id is not null`),
    // What a warning names.
    index('deliveries_by_first_warning').on(table.firstWarningId).where(sql`first_warning_id is not null`),
    index('deliveries_by_last_warning').on(table.lastWarningId).where(sql`last_warning_id is not null`),
    check('deliveries_state', sql`${table.state} in ('waiting', 'sent', 'delivered', 'failed', 'cancelled')`),
    check('deliveries_failed_why', sql`${table.state} <> 'failed' or ${table.problem} is not null`),
  ],
)

export const deliveryFiles = pgTable(
  'delivery_files',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    lineNumber: t.integer('line_number').notNull(),
    format: t.text('format', { enum: DELIVERY_FORMATS }).notNull(),
    /** The file name for downloads. */
    name: t.text('name').notNull(),
    bytes: bytea('bytes').notNull(),
    size: t.integer('size').notNull(),
    /** SHA-256, hexadecimal: attaching the same file again does not count as another. */
    checksum: t.text('checksum').notNull(),
    madeAt: instant('made_at').notNull(),
    /** When it is deleted; the link that opens it works as long. */
    keptUntil: instant('kept_until').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.lineNumber, table.format] }),
    // forget-old-rows: expired files.
    index('delivery_files_by_end').on(table.keptUntil),
    check('delivery_files_format', sql`${table.format} in ('csv', 'xlsx', 'attached')`),
  ],
)

/** One link to one or more lines of an order, and the message that carries it. */
export const deliveryHandovers = pgTable(
  'delivery_handovers',
  (t) => ({
    handoverId: t.text('handover_id').primaryKey(),
    orderId: t.text('order_id').notNull(),
    /** Of its token, which is derived from the id with the store's secret and not stored. */
    tokenFingerprint: t.text('token_fingerprint').notNull(),
    /** The message that carries it now: an email or a text. */
    messageId: t.text('message_id').notNull(),
    /** Its first message failed, and this one uses the other channel. */
    hasSwitched: t.boolean('has_switched').notNull().default(false),
    /** The address that an administrator gave instead of the order's. */
    sentTo: t.text('sent_to'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The member who had it created; null for the store itself. */
    createdBy: t.text('created_by'),
    /** The browser's id for that attempt. */
    attemptId: t.text('attempt_id'),
    /** Whether its email also confirms the order, which then gets no other confirmation. */
    confirmsOrder: t.boolean('confirms_order').notNull().default(false),
  }),
  (table) => [
    unique('delivery_handovers_token').on(table.tokenFingerprint),
    // The history of an order, and finding the same attempt again.
    index('delivery_handovers_by_order').on(table.orderId),
  ],
)

/** Every time that leads left the store, as a file or to be read. Never deleted; `network` is forgotten after half a year. */
export const deliveryDownloads = pgTable(
  'delivery_downloads',
  (t) => ({
    downloadId: t.bigint('download_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: t.text('order_id').notNull(),
    lineNumber: t.integer('line_number').notNull(),
    handoverId: t.text('handover_id').notNull(),
    format: t.text('format', { enum: TAKEN_AS }).notNull(),
    downloadedAt: instant('downloaded_at').notNull(),
    /** Keyed fingerprint of the network it went to: tells two networks apart and names neither. */
    network: t.text('network'),
  }),
  (table) => [
    index('delivery_downloads_by_line').on(table.orderId, table.lineNumber, table.downloadedAt),
    // forget-old-rows: networks to forget.
    index('delivery_downloads_by_time').on(table.downloadedAt).where(sql`network is not null`),
  ],
)

/**
 * Requests by owners who opt out. The public page writes a request. It loses its address once the job has withdrawn the
 * property, and its receipt’s address once the receipt was sent; `forget-old-rows` deletes it after 30 days. In the
 * end, only the fingerprint in `suppressions` counts.
 */
export const optOutRequests = pgTable(
  'opt_out_requests',
  (t) => ({
    requestId: t.text('request_id').primaryKey(),
    propertyKey: t.uuid('property_key').notNull(),
    /** Normalized, for the emails to earlier buyers; null once these are written. */
    address: t.text('address'),
    /** Five digits, for the receipt. */
    zip: t.text('zip').notNull(),
    /** Where the receipt goes, and what shows that it was requested before; the former is null once it was sent. */
    email: t.text('email'),
    emailKey: t.text('email_key'),
    askedAt: instant('asked_at').notNull(),
  }),
  (table) => [
    // opt-out: one receipt per address and property, however often it is requested.
    unique('opt_out_requests_receipt_once').on(table.propertyKey, table.emailKey),
    // withdraw: the address of a waiting property.
    index('opt_out_requests_open').on(table.propertyKey).where(sql`address is not null`),
    // forget-old-rows: oldest first.
    index('opt_out_requests_by_time').on(table.askedAt),
  ],
)

/** Requests beyond a daily limit of a network or address: they count once confirmed by their email, within a day. */
export const optOutConfirmations = pgTable(
  'opt_out_confirmations',
  (t) => ({
    confirmationId: t.text('confirmation_id').primaryKey(),
    /** Of the link's token. */
    tokenFingerprint: t.text('token_fingerprint').notNull(),
    /** All readings of the typed address, each with its normalized address. */
    propertyKeys: t.uuid('property_keys').array().notNull(),
    addresses: t.text('addresses').array().notNull(),
    zip: t.text('zip').notNull(),
    email: t.text('email').notNull(),
    askedAt: instant('asked_at').notNull(),
  }),
  (table) => [
    // confirm-opt-out: by its link.
    unique('opt_out_confirmations_token').on(table.tokenFingerprint),
    // forget-old-rows: oldest first.
    index('opt_out_confirmations_by_time').on(table.askedAt),
  ],
)

export const optOutNotices = pgTable(
  'opt_out_notices',
  (t) => ({
    noticeId: t.text('notice_id').primaryKey(),
    propertyKey: t.uuid('property_key').notNull(),
    /** Fingerprint of the buyer, as in `order_leads`. */
    buyerKey: t.text('buyer_key').notNull(),
    /** Their latest order with the property: its address gets the email. */
    orderId: t.text('order_id').notNull(),
    /** The property in one line, as the buyer has it; null once they were told, or can no longer be told. */
    address: t.text('address'),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [
    // A buyer is told once about a property.
    unique('opt_out_notices_once').on(table.propertyKey, table.buyerKey),
    // message-log: the notices about an order.
    index('opt_out_notices_by_order').on(table.orderId),
    // forget-old-rows: addresses that could not be told.
    index('opt_out_notices_to_forget').on(table.createdAt).where(sql`address is not null`),
  ],
)
