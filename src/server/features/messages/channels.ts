/** How a message reaches its reader. Every choice between mail and text asks here. */

export type Channel = 'email' | 'sms'

export const CHANNELS = {
  email: { noun: 'mail', idSuffix: '', other: 'sms' },
  sms: { noun: 'text', idSuffix: '.sms', other: 'email' },
} as const satisfies Readonly<Record<Channel, { noun: string; idSuffix: string; other: Channel }>>

/** The id of a message by one channel: the mail and the text about the same are two messages. */
export const idByChannel = (messageId: string, channel: Channel): string => messageId + CHANNELS[channel].idSuffix

interface ChosenLine {
  delivery_method: Channel
  outcome: string
}

/**
 * Says how the buyer of a paid order is told: always by mail, and by text too where a line that was sold is delivered by SMS.
 * `writeConfirmations` says the same in SQL, for orders that have a number.
 */
export const confirmedBy = (lines: readonly ChosenLine[]): readonly Channel[] =>
  lines.some((line) => line.delivery_method === 'sms' && line.outcome === 'sold') ? ['email', 'sms'] : ['email']

/** Says how a link is sent: as its buyer chose, but by mail to an address that an administrator gave instead. */
export const deliveredBy = (chosen: Channel, sentTo: string | null): Channel => (sentTo === null ? chosen : 'email')
