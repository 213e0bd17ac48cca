/** How a message reaches its reader. Every choice between email and text is made here. */

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
