/**
 * Owners who asked to be left alone. A request is written by whoever fills in the public page, loses its address once the job
 * has withdrawn the property and its receipt’s address once that was sent, and is deleted after 30 days with all that is left
 * of it (`forget-old-opt-outs`). A notice is written with the withdrawal for each buyer who has the property, once for ever;
 * it loses its address when the buyer was told. What counts is the fingerprint in `suppressions`.
 */
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const optOutRequests = pgTable(
  'opt_out_requests',
  {
    requestId: text('request_id').primaryKey(),
    propertyKey: uuid('property_key').notNull(),
    /** Normalized, for the mails to earlier buyers; null once these are written. */
    address: text('address'),
    /** Five digits, for the receipt. */
    zip: text('zip').notNull(),
    /** Where the receipt goes, and what tells that it was asked for already; the former is null once it was sent. */
    email: text('email'),
    emailKey: text('email_key'),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    // opt-out: one receipt to an address for a property, however often it is asked for.
    unique('opt_out_requests_receipt_once').on(table.propertyKey, table.emailKey),
    // withdraw: the address of a property that waits.
    index('opt_out_requests_open').on(table.propertyKey).where(sql`address is not null`),
    // forget-old-opt-outs: the oldest first.
    index('opt_out_requests_by_time').on(table.askedAt),
  ],
)

/** Requests beyond the few that a network or an address has a day: they count once the link in their mail is confirmed, within a day. */
export const optOutConfirmations = pgTable(
  'opt_out_confirmations',
  {
    confirmationId: text('confirmation_id').primaryKey(),
    /** Of the link's token. */
    tokenFingerprint: text('token_fingerprint').notNull(),
    /** All that the typed address may mean, each with its normalized address. */
    propertyKeys: uuid('property_keys').array().notNull(),
    addresses: text('addresses').array().notNull(),
    zip: text('zip').notNull(),
    email: text('email').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    // confirm-opt-out: by its link.
    unique('opt_out_confirmations_token').on(table.tokenFingerprint),
    // forget-old-opt-outs: the oldest first.
    index('opt_out_confirmations_by_time').on(table.askedAt),
  ],
)

export const optOutNotices = pgTable(
  'opt_out_notices',
  {
    noticeId: text('notice_id').primaryKey(),
    propertyKey: uuid('property_key').notNull(),
    /** Fingerprint of the buyer, as in `order_leads`. */
    buyerKey: text('buyer_key').notNull(),
    /** Their latest order that has the property: whose address is written to. */
    orderId: text('order_id').notNull(),
    /** The property in one line, as the buyer has it; null once they were told, or when it can be told no more. */
    address: text('address'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // A buyer is told once of a property.
    unique('opt_out_notices_once').on(table.propertyKey, table.buyerKey),
    // message-log: what was told about an order.
    index('opt_out_notices_by_order').on(table.orderId),
    // forget-old-opt-outs: addresses that could not be told.
    index('opt_out_notices_to_forget').on(table.createdAt).where(sql`address is not null`),
  ],
)
