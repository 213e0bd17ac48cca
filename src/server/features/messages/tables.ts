/**
 * Messages, the addresses of buyers, and what the SMS service reported. A message is written in the transaction that
 * decided to send it (its id says what it is about, so the same news is one row); the job that sends it marks it sent.
 * Its text is composed when it is sent and is not stored. An address is written when the email that confirms its first
 * paid order is composed; the link in it, used once, marks it verified. Reports and replies from the SMS service are
 * stored as events, once each. A job records a report on its message. A STOP is kept in `sms_stops` until a START and
 * is checked before each text.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { type LoggedKind, MESSAGE_KINDS } from '#contract/admin/messages.ts'
import { instant } from '#server/platform/database/columns.ts'

export const messages = pgTable(
  'messages',
  {
    /** `<kind>.<subject id>`, numbered from the second on. The left part of the email's Message-ID at every try. */
    messageId: text('message_id').primaryKey(),
    kind: text('kind', { enum: Object.keys(MESSAGE_KINDS) as [LoggedKind, ...LoggedKind[]] }).notNull(),
    /** What it is about, by kind: an order, a payment request, a member or one of their requests. */
    subjectId: text('subject_id').notNull(),
    /**
     * The part of its subject, by kind: the handover, notice or refund; for a warning to administrators, the warning.
     * PostgreSQL derives this and the next three, so they are right whichever version of the store writes the message.
     */
    detailId: text('detail_id').generatedAlwaysAs(
      sql`case when kind in ('leads_delivered', 'opt_out_notice', 'order_refunded') then split_part(message_id, '.', 2)
        when kind in ('delivery_warning', 'low_stock') then split_part(subject_id, ' ', 1) end`,
    ),
    /** The member that a warning or a pay report is for. */
    memberId: text('member_id').generatedAlwaysAs(
      sql`case when kind in ('delivery_warning', 'low_stock') then split_part(subject_id, ' ', 2)
        when kind = 'pay_report' then split_part(subject_id, ' ', 1) end`,
    ),
    /** For a pay report: its first and last day, as `2026-01-31`. */
    startDay: text('start_day').generatedAlwaysAs(
      sql`case when kind = 'pay_report' then split_part(subject_id, ' ', 2) end`,
    ),
    endDay: text('end_day').generatedAlwaysAs(
      sql`case when kind = 'pay_report' then split_part(subject_id, ' ', 3) end`,
    ),
    /** The amount that the news is about, if the subject does not have it. */
    amountCents: integer('amount_cents'),
    /** `stopped`: not sent, because the owner of the number wants no texts. */
    state: text('state', { enum: ['waiting', 'sent', 'failed', 'stopped'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    /** From when it may be sent, if not at once: see `writeConfirmations`. */
    dueAt: instant('due_at'),
    /** When its job was put on the queue. */
    queuedAt: instant('queued_at'),
    sentAt: instant('sent_at'),
    channel: text('channel', { enum: ['email', 'sms'] })
      .notNull()
      .default('email'),
    /**
     * The recipient of the last try: a lowercase address or a number as E.164. Before the first try it is null, except
     * for a text (its number) and for payment instructions (the address). It is null again once the contact of its
     * order is forgotten. For a message that is sent again, it is the recipient of the previous one.
     */
    sentTo: text('sent_to'),
    /** For a text: its id at the SMS service, and the service's latest report about it. */
    providerId: text('provider_id'),
    providerState: text('provider_state', { enum: ['queued', 'sent', 'delivered', 'undelivered', 'failed'] }),
    /** The try that these two are about; 0 before the first. Reports come in any order, and late. */
    providerAttempt: integer('provider_attempt').notNull().default(0),
    /** For a text that a job is sending right now: until when no other job may. An SMS service does not drop duplicates. */
    claimedUntil: instant('claimed_until'),
    /** The message that an administrator sent again as this one; the first of them, however often. */
    resentFrom: text('resent_from'),
    /** The browser's id for the attempt that created it or retried it. */
    attemptId: text('attempt_id'),
    /** Since when its failure needs no attention: an administrator said so, or another message took its place. */
    dismissedAt: instant('dismissed_at'),
  },
  (table) => [
    // queue-message: messages without a job, those that are due first.
    index('messages_unqueued').on(sql`coalesce(due_at, created_at)`).where(sql`queued_at is null`),
    // message-log: the newest of each kind and state, which are then merged; one index for all its lists, because every
    // message of a checkout is written into each index.
    index('messages_by_kind').on(table.kind, table.state, table.createdAt),
    // message-log: what one address was sent. Written when an email is sent, not with the order.
    index('messages_by_address').on(table.sentTo, table.createdAt).where(sql`sent_to is not null`),
    // message-log: the same attempt is one message, and the messages that were sent again.
    uniqueIndex('messages_resent_once').on(table.resentFrom, table.attemptId).where(sql`resent_from is not null`),
    check('messages_state', sql`${table.state} in ('waiting', 'sent', 'failed', 'stopped')`),
  ],
)

/** Addresses of buyers who paid for an order, each once. The first order asks the address to confirm itself. */
export const buyerAddresses = pgTable(
  'buyer_addresses',
  {
    /** In lowercase: people write their address in many ways. */
    address: text('address').primaryKey(),
    /** Its first paid order, whose email asks. */
    orderId: text('order_id').notNull(),
    /** Fingerprints of the tokens in its email, one for each try; none once it is verified. */
    tokenFingerprints: text('token_fingerprints').array().notNull().default(sql`'{}'`),
    /** When its link ends: 7 days after the last try. Null before the first. */
    linkExpiresAt: instant('link_expires_at'),
    verifiedAt: instant('verified_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // The link names the order.
    unique('buyer_addresses_order').on(table.orderId),
    check('buyer_addresses_small', sql`${table.address} = lower(${table.address})`),
  ],
)

/** Numbers whose owners replied with a keyword. */
export const smsStops = pgTable('sms_stops', {
  /** A keyed fingerprint of the number: enough to find it, useless as a list of numbers. */
  numberKey: text('number_key').primaryKey(),
  /** When STOP came; null if texts are welcome (again). */
  stoppedAt: instant('stopped_at'),
  /** The latest keyword, and when it came. */
  keyword: text('keyword', { enum: ['STOP', 'UNSTOP', 'HELP'] }).notNull(),
  repliedAt: instant('replied_at').notNull(),
})

/** Events from the SMS service, each stored once: anyone who saw a signed request can send it again. */
export const smsEvents = pgTable(
  'sms_events',
  {
    /** `<id of the text> <status>`, or the id of a reply. */
    eventId: text('event_id').primaryKey(),
    kind: text('kind', { enum: ['report', 'reply'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    // forget-old-rows: the oldest reports.
    index('sms_events_reports').on(table.receivedAt).where(sql`kind = 'report'`),
  ],
)
