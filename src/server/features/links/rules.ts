/** The limits and times of payment links, and what they and customers are found by. */
import { addMilliseconds, hourOfDay, hours } from '#server/platform/clock.ts'
import { amountOf, digitsOf, searchTextOf } from '#server/platform/text/search-text.ts'

/** How long before its end a link counts as expiring soon, in the rep's queue. */
export const EXPIRING_SOON_MS = hours(2)
/** A reminder goes out this long before the link ends. */
const REMIND_BEFORE_MS = hours(6)

/** Units stay held this long after the end: the customer may be paying. Closing the request returns them sooner. */
const UNITS_KEPT_AFTER_END_MS = hours(1)

/**
 * When the reminder goes out: 6 hours before the end, or halfway for a link that lasts less than 12 hours. Before 8 AM and
 * from 8 PM by the store's clock, it waits for the morning if that leaves time to pay, or else goes out the evening before.
 */
export function remindAt(createdAt: Date, expiresAt: Date, timeZone: string): Date {
  const halfLifeMs = (expiresAt.getTime() - createdAt.getTime()) / 2
  const at = addMilliseconds(expiresAt, -Math.min(REMIND_BEFORE_MS, halfLifeMs))
  const hour = hourOfDay(at, timeZone)
  if (hour >= 8 && hour < 20) return at
  const morning = addMilliseconds(at, hours((8 - hour + 24) % 24))
  const evening = addMilliseconds(at, -hours((hour - 19 + 24) % 24))
  if (morning <= addMilliseconds(expiresAt, -EXPIRING_SOON_MS)) return morning
  // A link that lives at night only is reminded of then.
  return evening > createdAt ? evening : at
}

export const holdUntil = (expiresAt: Date): Date => addMilliseconds(expiresAt, UNITS_KEPT_AFTER_END_MS)

/** The id of the email with the link, numbered because it may be sent again. */
export const linkMessageId = (paymentRequestId: string, mailing: number): string =>
  `payment_request.${paymentRequestId}.${mailing}`

/** One per link, so asking twice counts once. */
export const newLinkMessageId = (paymentRequestId: string): string => `new_link_asked.${paymentRequestId}`

export const reminderMessageId = (paymentRequestId: string): string => `payment_reminder.${paymentRequestId}`

/** SQL: what a customer is found by. @param of the prefix of the columns: `''` or an alias with its dot */
export const customerText = (of = '') =>
  searchTextOf([`${of}name`, `${of}email`, `coalesce(${of}business_name, '')`, digitsOf(`${of}phone`)])

/** SQL: what a payment request is found by itself: name, email and amount. Its customer's text counts too. */
export const requestText = (of = '') =>
  searchTextOf([`${of}customer_name`, `${of}customer_email`, amountOf(`${of}total_cents`)])
