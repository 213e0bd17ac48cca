/**
 * Who says what a message says. Messages about orders are composed here; a feature that uses this one hands its own
 * composers in through app.ts, so that notifications need not know payment requests or members.
 */
import type { Cents } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Attachment } from '#server/gateways/email/email-gateway.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { messages } from './tables.ts'

export type MessageKind = typeof messages.$inferSelect.kind

/** Kinds that this feature composes itself: their subject is an order. */
export type OrderMessageKind =
  | 'order_confirmation'
  | 'money_returned'
  | 'cash_app_instructions'
  | 'cash_app_closed'
  | 'cash_app_withdrawn'
  | 'buyer_verification'

/** A written message as it waits to be sent. Columns as in tables.ts. */
export interface MessageRow {
  message_id: string
  kind: MessageKind
  channel: 'email' | 'sms'
  subject_id: string
  detail_id: string | null
  member_id: string | null
  start_day: string | null
  end_day: string | null
  amount_cents: Cents | null
  state: 'waiting' | 'sent' | 'failed' | 'stopped'
  attempts: number
  /** The number that a text was written for, the address or number of the try before. */
  sent_to: string | null
  created_at: Date
  /** Of a mail that waits: when the server took it, though what follows from it could not be done yet. */
  sent_at: Date | null
}

/** A whole mail but for its sender and its id, which are the store's. */
export interface ComposedMail {
  /** One plain address. */
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** After so many tries it has failed: for news that has another way to its reader. Absent: those of two days. */
  triesMax?: number
  /** What follows from it having been handed over; in the transaction that notes that it was. */
  onSent?: (tx: Transaction) => Promise<void>
}

/** A whole text message. */
export interface ComposedSms {
  channel: 'sms'
  /** As it was typed or as E.164. What is no number that takes texts fails for good. */
  to: string
  /** See `writeSms`. */
  text: string
  /** As for a mail. Absent: those of about half an hour. */
  triesMax?: number
  /**
   * What follows from the SMS service having taken it, in the transaction that notes that it did. Where the answer was lost
   * a report tells of it, and the composer is asked again for this alone: so it has no effects of its own.
   */
  onSent?: (tx: Transaction) => Promise<void>
}

/** What a composer may answer. */
export type Composed = ComposedMail | ComposedSms | { failed: string }

/**
 * Makes a message from its subject as it is now, for the channel that its row names. `failed` says why there is nothing to send any more (its link is over,
 * its address is gone): it is kept with the message and may be read by members, so it names nobody.
 *
 * A composer that throws is asked again with the next try of the job.
 */
export type MessageComposer = (ctx: Context, message: MessageRow) => Promise<Composed>

/** By message kind; what features hand in. */
export type MessageComposers = Partial<Record<Exclude<MessageKind, OrderMessageKind>, MessageComposer>>
