/**
 * Words for an order whose whole payment goes back. Separate from the other words, because a payment link's first load
 * needs them.
 */

/** Whether everything paid went back: the money came, but nothing was left to deliver for it. */
export function isRefundedWhole({ total, refundedTotal }: { total: string | null; refundedTotal: string }): boolean {
  return Number(refundedTotal) > 0 && Number(refundedTotal) >= Number(total)
}

/** The title instead of a success, if everything goes back. */
export const REFUNDED_TITLE = 'Payment Refunded'

/** Where that money goes; the email about it names the same time. */
export const REFUND_SENTENCE =
  'We are refunding the full amount to your card. Banks take 5 to 10 business days to show it.'
