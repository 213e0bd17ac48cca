/**
 * How paid lines reach their buyers. A delivery is written for each sold line in the transaction that marks its order paid
 * (`delivery-listeners`), gets its files from a job (`make-files`) or a person (`deliver-by-hand`), is handed over with a link
 * (`hand-over`), is sent when that mail was, and delivered when somebody downloaded it; a refund or a lost dispute
 * cancels one that nobody has, and ends the link to one that somebody has. It is never deleted. Files are deleted when their time is over (`forget-delivery-files`), downloads are kept and
 * forget their network.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { DELIVERY_FORMATS, DELIVERY_STATES } from '#contract/delivery/delivery.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const deliveries = pgTable(
  'deliveries',
  {
    orderId: text('order_id').notNull(),
    /** Of the order's paid revision. */
    lineNumber: integer('line_number').notNull(),
    /** What was sold: its leads are those of this hold. */
    holdId: text('hold_id').notNull(),
    kind: text('kind', { enum: ['leads', 'by_hand'] }).notNull(),
    /** As the buyer chose. */
    method: text('method', { enum: ['email', 'sms'] }).notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    /** Leads that were paid for, bonus leads included. */
    leads: integer('leads').notNull(),
    createdAt: instant('created_at').notNull(),
    /** 24 hours after the payment. */
    dueAt: instant('due_at').notNull(),
    /** The link that counts; an earlier one opens this line no more. */
    handoverId: text('handover_id'),
    /** When the message with its link was handed over for the first time. */
    sentAt: instant('sent_at'),
    /** When its file was downloaded for the first time, or a person said that it was delivered. */
    deliveredAt: instant('delivered_at'),
    /** The member who delivered it, and what they wrote to the buyer. */
    handledBy: text('handled_by'),
    note: text('note'),
    /** Why it failed, for administrators. */
    problem: text('problem'),
    /** The mails that warned administrators 12 and 20 hours after the payment. */
    firstWarningId: text('first_warning_id'),
    lastWarningId: text('last_warning_id'),
    /** When it was found to be late, which has a consequence once. */
    lateAt: instant('late_at'),
    /** When its money went back: no link opens it any more. One that its buyer has by then stays `delivered`. */
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.lineNumber] }),
    // The queue, those with the least time left first; attention; warnings.
    index('deliveries_open')
      .on(table.dueAt, table.orderId, table.lineNumber)
      .where(sql`state in ('waiting', 'failed')`),
    // watch-deliveries: what is late and was not found to be.
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
  {
    orderId: text('order_id').notNull(),
    lineNumber: integer('line_number').notNull(),
    format: text('format', { enum: DELIVERY_FORMATS }).notNull(),
    /** As it is called when it is saved. */
    name: text('name').notNull(),
    bytes: bytea('bytes').notNull(),
    size: integer('size').notNull(),
    /** SHA-256, hexadecimal: the same file attached again is no other one. */
    checksum: text('checksum').notNull(),
    madeAt: instant('made_at').notNull(),
    /** When it is deleted: as long as the link that opens it works. */
    keptUntil: instant('kept_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.lineNumber, table.format] }),
    // forget-delivery-files: whose time is over.
    index('delivery_files_by_end').on(table.keptUntil),
    check('delivery_files_format', sql`${table.format} in ('csv', 'xlsx', 'attached')`),
  ],
)

/** One link to one or more lines of an order, and the message that carries it. */
export const deliveryHandovers = pgTable(
  'delivery_handovers',
  {
    handoverId: text('handover_id').primaryKey(),
    orderId: text('order_id').notNull(),
    /** Of its token, which is derived from the id with the store's secret and kept nowhere. */
    tokenFingerprint: text('token_fingerprint').notNull(),
    /** The message that carries it at present: a mail or a text. */
    messageId: text('message_id').notNull(),
    /** Its first message failed, and this is the one by the other channel. */
    hasSwitched: boolean('has_switched').notNull().default(false),
    /** Where an administrator had it sent instead of the order's own address. */
    sentTo: text('sent_to'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The member who had it made; null for the store itself. */
    createdBy: text('created_by'),
    /** The browser's name for that attempt. */
    attemptId: text('attempt_id'),
  },
  (table) => [
    unique('delivery_handovers_token').on(table.tokenFingerprint),
    // The story of an order, and the same attempt found again.
    index('delivery_handovers_by_order').on(table.orderId),
  ],
)

/** Every file that left the store. Never deleted; `network` is forgotten after half a year. */
export const deliveryDownloads = pgTable(
  'delivery_downloads',
  {
    downloadId: bigint('download_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text('order_id').notNull(),
    lineNumber: integer('line_number').notNull(),
    handoverId: text('handover_id').notNull(),
    format: text('format', { enum: DELIVERY_FORMATS }).notNull(),
    downloadedAt: instant('downloaded_at').notNull(),
    /** Keyed fingerprint of the network it went to: tells two apart, and names none. */
    network: text('network'),
  },
  (table) => [
    index('delivery_downloads_by_line').on(table.orderId, table.lineNumber, table.downloadedAt),
    // forget-delivery-files: whose network is to be forgotten.
    index('delivery_downloads_by_time').on(table.downloadedAt).where(sql`network is not null`),
  ],
)
