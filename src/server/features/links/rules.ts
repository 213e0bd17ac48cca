/** The limits and times of payment links. */
import { addMilliseconds, hours, minutes, seconds } from '#server/platform/clock.ts'

/** How long before its end a link counts as expiring soon, in the rep's queue. */
export const EXPIRING_SOON_MS = hours(2)

/** A reminder goes out this long before the link ends. */
const REMIND_BEFORE_MS = hours(6)

/**
 * Units stay held this long after the link ends, in case the customer is paying. If not, closing the request returns
 * them within seconds. If no node does that, the holds expire then.
 */
const HOLD_GRACE_MS = hours(1)

/** The wait before retrying a request that could not be closed (the customer is paying, or the provider does not answer). */
export const CLOSE_AGAIN_MS = seconds(10)

/**
 * Closing an order and ending its request are two transactions, a moment apart. After this time, no node is still
 * between them.
 */
export const HALF_CLOSED_MS = minutes(1)

/** When the reminder goes out: 6 hours before the end, or halfway for a link that lasts less than 12 hours. */
export function remindAt(createdAt: Date, expiresAt: Date): Date {
  const halfLifeMs = (expiresAt.getTime() - createdAt.getTime()) / 2
  return addMilliseconds(expiresAt, -Math.min(REMIND_BEFORE_MS, halfLifeMs))
}

/** Until when the units of a link are held. */
export const holdUntil = (expiresAt: Date): Date => addMilliseconds(expiresAt, HOLD_GRACE_MS)

/** The id of the email with the link, numbered because it may be sent again. */
export const linkMessageId = (paymentRequestId: string, mailing: number): string =>
  `payment_request.${paymentRequestId}.${mailing}`

/** One per link, so asking twice counts once. */
export const newLinkMessageId = (paymentRequestId: string): string => `new_link_asked.${paymentRequestId}`

export const reminderMessageId = (paymentRequestId: string): string => `payment_reminder.${paymentRequestId}`
