import { CircleCheck, CircleX, Clock, PackageCheck, Undo2 } from 'lucide-react'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import { creditBackWords, type ReceiptOrder } from './order-words.ts'

const STATUSES = {
  awaiting_payment: {
    icon: Clock,
    word: 'Waiting for payment',
    sentence: 'This order has not been paid yet. We deliver your leads once it is paid.',
    look: 'border-attention/40 bg-attention-quiet text-attention',
  },
  completed: {
    icon: CircleCheck,
    word: 'Paid',
    sentence: 'Payment received. We are preparing your leads.',
    look: 'border-accent/40 bg-accent-quiet text-accent',
  },
  processed: {
    icon: PackageCheck,
    word: 'Delivered',
    sentence: 'Your leads have been delivered.',
    look: 'border-accent/40 bg-accent-quiet text-accent',
  },
  refunded: {
    icon: Undo2,
    word: 'Refunded',
    sentence: 'We refunded your card. It can take a few days to show.',
    look: 'border-line bg-sunken text-ink',
  },
  cancelled: {
    icon: CircleX,
    word: 'Canceled',
    sentence: 'This order was canceled before it was paid.',
    look: 'border-line bg-sunken text-ink',
  },
} as const satisfies Record<OrderStatus, { icon: unknown; word: string; sentence: string; look: string }>

/** No screen says that the money arrived before an administrator has checked. */
const WAITS_FOR_CASH_APP =
  'This order is waiting for your Cash App payment. We process it only after we verify the payment.'

/** Why a Cash App order was canceled, and what that means for money on its way. */
const CLOSED_SENTENCES = {
  expired:
    'We could not verify a Cash App payment in time, so this order was canceled. Please do not send money for it. If you already did, contact sales.',
  rejected:
    'We could not verify a Cash App payment for this order, so it was canceled. If you sent money, contact sales.',
} as const satisfies Record<NonNullable<ReceiptOrder['closeReason']>, string>

/** What a buyer reads while a refund is in progress: the store handles it, and they have nothing to do. */
const REFUND_SENTENCES = {
  pending: 'Your refund is on its way. Card refunds take 5 to 10 business days to show.',
  failed: 'Your refund has not gone through yet. We are working on it, and you don’t have to do anything.',
} as const

/** The order's state: a pill with a word and an icon. */
export function OrderStatusPill({ order }: { order: ReceiptOrder }) {
  const { icon: Icon, word, look } = STATUSES[order.status]
  const isRefund = order.status === 'refunded' && order.refundState
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full border px-3 py-1 text-sm font-semibold ${look}`}>
      <Icon size={15} aria-hidden="true" />
      {isRefund ? REFUND_STATE_NAMES[isRefund] : word}
    </span>
  )
}

/** What the state means for the buyer. */
export function orderStatusSentence(order: ReceiptOrder): string {
  if (order.closeReason) return CLOSED_SENTENCES[order.closeReason]
  if (order.status === 'awaiting_payment' && order.paymentMethod === 'cash_app') return WAITS_FOR_CASH_APP
  const { sentence } = STATUSES[order.status]
  if (order.status !== 'refunded') return sentence
  if (order.refundState === 'pending' || order.refundState === 'failed')
    return REFUND_SENTENCES[order.refundState] + creditBackWords(order)
  return order.paymentMethod === 'free' ? creditBackWords(order).trim() : sentence + creditBackWords(order)
}
