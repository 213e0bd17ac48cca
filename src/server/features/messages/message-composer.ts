/** Types for composing messages. Features above this one pass their composers in through core.ts. */
import type { Cents } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Attachment } from '#server/gateways/email/email-gateway.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { RowNamed } from '#server/platform/database/statement.ts'
import type { Letter, MailContent } from './write-letter.ts'

/* Every choice between email and text is made here. */

export type Channel = 'email' | 'sms'

export const CHANNELS = {
  email: { noun: 'mail', idSuffix: '', other: 'sms' },
  sms: { noun: 'text', idSuffix: '.sms', other: 'email' },
} as const satisfies Readonly<Record<Channel, { noun: string; idSuffix: string; other: Channel }>>

export const idByChannel = (messageId: string, channel: Channel): string => messageId + CHANNELS[channel].idSuffix

/** Always email, and text if a sold line is delivered by SMS. `writeConfirmations` says the same in SQL. */
export const confirmedBy = (lines: readonly { delivery_method: Channel; outcome: string }[]): readonly Channel[] =>
  lines.some((line) => line.delivery_method === 'sms' && line.outcome === 'sold') ? ['email', 'sms'] : ['email']

/** Returns the channel for a link: the one the buyer chose, but email if an administrator gave another address. */
export const deliveredBy = (chosen: Channel, sentTo: string | null): Channel => (sentTo === null ? chosen : 'email')

export type MessageKind = RowNamed<'messages.find'>['kind']

export type OrderMessageKind =
  | 'order_confirmation'
  | 'money_returned'
  | 'cash_app_instructions'
  | 'cash_app_closed'
  | 'cash_app_withdrawn'
  | 'buyer_verification'

/**
 * A stored message that waits to be sent. `sent_to`: the number that a text was written for, or where the previous try
 * went. `sent_at`, while it waits: when the server took an email, if what follows from it could not be done yet.
 */
export interface MessageRow extends RowNamed<'messages.find'> {
  amount_cents: Cents | null
}

interface Composing {
  /** The message fails after this many tries. Absent: the tries of four days, for a text those of half an hour. */
  triesMax?: number
  /**
   * What follows from sending it, in the transaction that records it as sent. If the SMS service's reply was lost, a
   * report says so later, and the composer is called again only for this. So a composer must have no side effects.
   */
  onSent?: (tx: Transaction) => Promise<void>
}

/** A complete email except for its sender and its id, which the store sets; a letter is written when it is sent. */
export type ComposedMail = Composing &
  (MailContent | Letter) & {
    /** Exactly one address. */
    to: string
    attachments?: readonly Attachment[]
    /** See `Email`. */
    unsubscribeUrl?: string
  }

export interface ComposedSms extends Composing {
  channel: 'sms'
  /** As typed or as E.164. If it cannot receive texts, the message fails for good. */
  to: string
  text: string
}

export type Composed = ComposedMail | ComposedSms | { failed: string }

/** `failed` says why nothing is left to send, naming no one: members read it. If it throws, the job calls it again. */
export type MessageComposer = (ctx: Context, message: MessageRow) => Promise<Composed>

export type MessageComposers = Partial<Record<Exclude<MessageKind, OrderMessageKind>, MessageComposer>>
