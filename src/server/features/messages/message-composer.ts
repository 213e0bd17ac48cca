/**
 * Types for composing messages. Messages about orders are composed here. Features above this one pass their composers
 * in through core.ts, so `messages` need not import payment requests or members.
 */
import type { Cents } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Attachment } from '#server/gateways/email/email-gateway.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { messages } from './tables.ts'

/* How a message reaches its reader. Every choice between email and text is made here. */

export type Channel = 'email' | 'sms'

export const CHANNELS = {
  email: { noun: 'mail', idSuffix: '', other: 'sms' },
  sms: { noun: 'text', idSuffix: '.sms', other: 'email' },
} as const satisfies Readonly<Record<Channel, { noun: string; idSuffix: string; other: Channel }>>

/** The id of a message on one channel: an email and a text about the same thing are two messages. */
export const idByChannel = (messageId: string, channel: Channel): string => messageId + CHANNELS[channel].idSuffix

interface ChosenLine {
  delivery_method: Channel
  outcome: string
}

/**
 * Returns the channels that tell the buyer of a paid order: always email, and also text if a sold line is delivered by
 * SMS. `writeConfirmations` says the same in SQL, for orders with a number.
 */
export const confirmedBy = (lines: readonly ChosenLine[]): readonly Channel[] =>
  lines.some((line) => line.delivery_method === 'sms' && line.outcome === 'sold') ? ['email', 'sms'] : ['email']

/** Returns the channel for a link: the one the buyer chose, but email if an administrator gave another address. */
export const deliveredBy = (chosen: Channel, sentTo: string | null): Channel => (sentTo === null ? chosen : 'email')

export type MessageKind = typeof messages.$inferSelect.kind

/** Kinds that this feature composes itself, because their subject is an order. */
export type OrderMessageKind =
  | 'order_confirmation'
  | 'money_returned'
  | 'cash_app_instructions'
  | 'cash_app_closed'
  | 'cash_app_withdrawn'
  | 'buyer_verification'

/** A stored message that waits to be sent. Columns as in tables.ts. */
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
  /** The number that a text was written for, or the address or number of the previous try. */
  sent_to: string | null
  created_at: Date
  /** For a waiting email: when the server took it, if what follows from it could not be done yet. */
  sent_at: Date | null
}

/** A complete email except for its sender and its id, which the store sets. */
export interface ComposedMail {
  /** Exactly one address. */
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** See `Email`. */
  unsubscribeUrl?: string
  /**
   * The message fails after this many tries, for news that also reaches its reader another way. Absent: the tries of
   * two days.
   */
  triesMax?: number
  /** What follows from sending it, in the transaction that records it as sent. */
  onSent?: (tx: Transaction) => Promise<void>
}

/** A complete text message. */
export interface ComposedSms {
  channel: 'sms'
  /** As typed or as E.164. If it cannot receive texts, the message fails for good. */
  to: string
  /** See `writeSms`. */
  text: string
  /** As for an email. Absent: the tries of about half an hour. */
  triesMax?: number
  /**
   * What follows once the SMS service has taken it, in the transaction that records it. If the reply was lost, a report
   * says so later, and the composer is called again only for this. So a composer must have no side effects.
   */
  onSent?: (tx: Transaction) => Promise<void>
}

/** The possible results of a composer. */
export type Composed = ComposedMail | ComposedSms | { failed: string }

/**
 * Composes a message from the current state of its subject, for the channel in its row. `failed` says why there is
 * nothing left to send (its link is over, its address is gone). It is stored with the message and members may read it,
 * so it must not name anyone.
 * If a composer throws, it is called again at the job's next try.
 */
export type MessageComposer = (ctx: Context, message: MessageRow) => Promise<Composed>

/** Composers by message kind, as features pass them in. */
export type MessageComposers = Partial<Record<Exclude<MessageKind, OrderMessageKind>, MessageComposer>>
