/** Whether everything paid went back: the money came, but nothing was left to deliver for it. */
export const isRefundedWhole = ({ total, refundedTotal }: { total: string | null; refundedTotal: string }): boolean =>
  Number(refundedTotal) > 0 && Number(refundedTotal) >= Number(total)

export const REFUNDED_TITLE = 'Payment Refunded'

/** The email about it names the same time. */
export const REFUND_SENTENCE =
  'We are refunding the full amount to your card. Banks take 5 to 10 business days to show it.'
