/** The numbers and moments of payment links. */
import { addMilliseconds, hours, minutes, seconds } from '#server/platform/clock.ts'

/** How long before its end a link counts as expiring soon, for the rep's queue. */
export const EXPIRING_SOON_MS = hours(2)

/** A reminder goes out this long before the link's end. */
const REMIND_BEFORE_MS = hours(6)

/**
 * Units stay set aside this long after the link's end, in case the customer is in the middle of paying. When nobody is,
 * closing the request returns them within seconds; should no node do that, they return by themselves then.
 */
const HOLD_GRACE_MS = hours(1)

/** A request that could not be closed (the customer is paying, the provider is silent) is looked at again after this. */
export const CLOSE_AGAIN_MS = seconds(10)

/** Closing an order and ending its request are two transactions, a moment apart; after this nobody is between them. */
export const HALF_CLOSED_MS = minutes(1)

/** When the reminder goes out: 6 hours before the end, or at half its life for a link that lives less than 12 hours. */
export function remindAt(createdAt: Date, expiresAt: Date): Date {
  const halfLifeMs = (expiresAt.getTime() - createdAt.getTime()) / 2
  return addMilliseconds(expiresAt, -Math.min(REMIND_BEFORE_MS, halfLifeMs))
}

/** Until when the units of a link are set aside. */
export const holdUntil = (expiresAt: Date): Date => addMilliseconds(expiresAt, HOLD_GRACE_MS)

/** The mail with the link, numbered because it may be asked for again. */
export const linkMessageId = (paymentRequestId: string, mailing: number): string =>
  `payment_request.${paymentRequestId}.${mailing}`

/** One for each link, so that asking twice is asking once. */
export const newLinkMessageId = (paymentRequestId: string): string => `new_link_asked.${paymentRequestId}`

export const reminderMessageId = (paymentRequestId: string): string => `payment_reminder.${paymentRequestId}`
