import type { Order } from '#contract/orders/orders.ts'
import { inStoreZone } from '#web/lib/format.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'

/** The parts of an order that its receipt needs; a payment request has it without the order's own keys. */
export type ReceiptOrder = Omit<Order, 'id' | 'token'>

export const PAYMENT_METHODS: Readonly<Record<Order['paymentMethod'], string>> = {
  stripe: 'Credit Card',
  cash_app: 'Cash App',
  free: 'Nothing to pay',
  manual: 'Recorded by hand',
}

/** How an order was paid: `Visa ending in 4242`, `Cash App`. */
export const paidWith = ({ card, paymentMethod }: Pick<ReceiptOrder, 'paymentMethod' | 'card'>): string =>
  card ?? PAYMENT_METHODS[paymentMethod]

/** The same with store credit. */
export function methodWords(order: Pick<ReceiptOrder, 'paymentMethod' | 'card' | 'credit'>): string {
  if (Number(order.credit) === 0) return paidWith(order)
  return order.paymentMethod === 'free' ? 'Store credit' : `${paidWith(order)} and store credit`
}

/** Follows a sentence about money that goes back to the card. */
export const creditBackWords = ({ credit }: Pick<ReceiptOrder, 'credit'>): string =>
  Number(credit) > 0 ? ' The part paid with store credit is back in your account.' : ''

/** Describes a line that could not be delivered; mentions money only if some goes back for it. */
export const lostLineWords = (line: Parameters<typeof priceAfterOffers>[0]): string =>
  priceAfterOffers(line) > 0
    ? 'It was no longer available when your payment arrived, so we are refunding this line.'
    : 'It was no longer available when your payment arrived.'

const fullMoment = inStoreZone({
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
})

/** `November 21, 2026 at 10:00 AM PT`: a receipt is read years later, so the year belongs to it. */
export const formatFullMoment = (instant: string): string => fullMoment.format(Date.parse(instant))
