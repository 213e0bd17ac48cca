import type { Order } from '#contract/orders/orders.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'

/** As much of an order as its receipt needs; a payment request brings it without the order's own keys. */
export type ReceiptOrder = Omit<Order, 'id' | 'token'>

/** How an order was paid, in the words of the payment panel (SPEC.md section 2). */
export const PAYMENT_METHODS: Readonly<Record<Order['paymentMethod'], string>> = {
  stripe: 'Credit Card',
  cash_app: 'Cash App',
  free: 'Nothing to pay',
  manual: 'Recorded by hand',
}

/** How an order was paid, where store credit paid a part of it or all. */
export function methodWords({ paymentMethod, credit }: Pick<ReceiptOrder, 'paymentMethod' | 'credit'>): string {
  if (Number(credit) === 0) return PAYMENT_METHODS[paymentMethod]
  return paymentMethod === 'free' ? 'Store credit' : `${PAYMENT_METHODS[paymentMethod]} and store credit`
}

/** What follows a sentence about money that goes back to the card. */
export const creditBackWords = ({ credit }: Pick<ReceiptOrder, 'credit'>): string =>
  Number(credit) > 0 ? ' What store credit paid is store credit again.' : ''

/** What is said of a line that could not be given; of money only where some goes back for it. */
export const lostLineWords = (line: Parameters<typeof priceAfterOffers>[0]): string =>
  priceAfterOffers(line) > 0
    ? 'It could not be had any more when your payment arrived, so the money for this line goes back to you.'
    : 'It could not be had any more when your payment arrived.'

/** Whether everything that was paid went back: the money came, but nothing was left to deliver for it. */
export function isRefundedWhole({ total, refundedTotal }: { total: string | null; refundedTotal: string }): boolean {
  return Number(refundedTotal) > 0 && Number(refundedTotal) >= Number(total)
}

/** In the place of the title of a success, when everything goes back. */
export const REFUNDED_TITLE = 'Payment Refunded'

/** What becomes of that money; the mail about it names the same time. */
export const REFUND_SENTENCE =
  'The whole amount goes back to your card. Banks take 5 to 10 business days to show it there.'

const fullMoment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `November 21, 2026 at 10:00 AM PST`: a receipt is read years later, so the year belongs to it. */
export function formatFullMoment(instant: string): string {
  return fullMoment.format(Date.parse(instant))
}
