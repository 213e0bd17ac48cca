import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getOrderCredit } from '#contract/credit/credits.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import type { OrderToken } from '#contract/values.ts'
import { query } from '#web/lib/call-api.ts'
import { formatDollars, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Notice } from '#web/ui/notice.tsx'
import { StatusPill, type StatusTone } from '#web/ui/panel.tsx'
import { creditBackWords, formatFullMoment, type ReceiptOrder } from './order-words.ts'

/** What happens next and by when; part of the receipt, so it is printed with it. */
export function OrderNext({ order, isNew = false }: { order: ReceiptOrder; isNew?: boolean }) {
  const steps = isNew && order.status === 'processed' ? FIRST_STEPS : stepsOf(order)
  if (!steps) return null
  return (
    <section aria-labelledby="next-title">
      <h3 id="next-title" className="display text-lg">
        What happens next
      </h3>
      <ol className="mt-2 grid gap-1.5 pl-5 text-sm [list-style:decimal]">{steps}</ol>
    </section>
  )
}

/** Right after a purchase whose leads are there. */
const FIRST_STEPS = [
  'Call the owners, and note beside each lead how it went.',
  'If a number is bad, report it there.',
  'Your receipt and the link to your leads are in your email too.',
].map((words) => <li key={words}>{words}</li>)

function stepsOf({ status, paymentMethod, reference, deliverBy, payUntil }: ReceiptOrder): ReactNode {
  const delivery = (
    <li>Your leads arrive by email or SMS, as chosen for each package. Opening them confirms your email address.</li>
  )
  if (status === 'completed')
    return (
      <>
        <li>You get an email with this receipt.</li>
        <li>
          We process your order within 24 hours
          {deliverBy && (
            <>
              , by <Deadline instant={deliverBy} />
            </>
          )}
          .
        </li>
        {delivery}
      </>
    )
  if (status !== 'awaiting_payment' || paymentMethod !== 'cash_app') return null
  return (
    <>
      <li>
        Send the payment in Cash App with the reference {reference}
        {payUntil && (
          <>
            {' '}
            by <Deadline instant={payUntil} />. We reserve your packages until then
          </>
        )}
        .
      </li>
      <li>Contact sales after paying. We process the order only after we verify the payment.</li>
      {delivery}
    </>
  )
}

function Deadline({ instant }: { instant: string }) {
  const nowMs = useServerSeconds() * 1000
  return (
    <>
      <strong className="whitespace-nowrap">{formatFullMoment(instant)}</strong>{' '}
      <span className="whitespace-nowrap text-muted">({formatTimeLeft(instant, nowMs)})</span>
    </>
  )
}

const STATUSES = {
  awaiting_payment: {
    tone: 'waiting',
    word: 'Waiting for payment',
    sentence: 'This order has not been paid yet. We deliver your leads once it is paid.',
  },
  completed: { tone: 'done', word: 'Paid', sentence: 'Payment received. We are preparing your leads.' },
  processed: { tone: 'done', word: 'Delivered', sentence: 'Your leads have been delivered.' },
  refunded: { tone: 'plain', word: 'Refunded', sentence: 'We refunded your card. It can take a few days to show.' },
  cancelled: { tone: 'plain', word: 'Canceled', sentence: 'This order was canceled before it was paid.' },
} as const satisfies Record<OrderStatus, { tone: StatusTone; word: string; sentence: string }>

/** No screen says that the money arrived before an administrator has checked. */
const WAITS_FOR_CASH_APP =
  'This order is waiting for your Cash App payment. We process it only after we verify the payment.'

const CLOSED_SENTENCES = {
  expired:
    'We could not verify a Cash App payment in time, so this order was canceled. Please do not send money for it. If you already did, contact sales.',
  rejected:
    'We could not verify a Cash App payment for this order, so it was canceled. If you sent money, contact sales.',
} as const satisfies Record<NonNullable<ReceiptOrder['closeReason']>, string>

const REFUND_SENTENCES = {
  pending: 'Your refund is on its way. Card refunds take 5 to 10 business days to show.',
  failed: 'Your refund has not gone through yet. We are working on it, and you don’t have to do anything.',
} as const

export function OrderStatusPill({ order }: { order: ReceiptOrder }) {
  const { tone, word } = STATUSES[order.status]
  const isRefund = order.status === 'refunded' && order.refundState
  return <StatusPill tone={tone}>{isRefund ? REFUND_STATE_NAMES[isRefund] : word}</StatusPill>
}

export function orderStatusSentence(order: ReceiptOrder): string {
  if (order.closeReason) return CLOSED_SENTENCES[order.closeReason]
  if (order.status === 'awaiting_payment' && order.paymentMethod === 'cash_app') return WAITS_FOR_CASH_APP
  const { sentence } = STATUSES[order.status]
  if (order.status !== 'refunded') return sentence
  if (order.refundState === 'pending' || order.refundState === 'failed')
    return REFUND_SENTENCES[order.refundState] + creditBackWords(order)
  return order.paymentMethod === 'free' ? creditBackWords(order).trim() : sentence + creditBackWords(order)
}

/** The store credit that an order earned its buyer. Renders nothing if there is none, or the store does not answer. */
export function OrderCredit({ token }: { token: OrderToken }) {
  const { data } = useQuery({ ...query(getOrderCredit, { token }), staleTime: 0 })
  if (!data) return null
  const { earned, returning, granted, takenBack, refunded } = data
  const given = [earned, returning, granted].reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100
  if (given === 0 && refunded === 0) return null
  return (
    <Notice
      tone="good"
      title={given > 0 ? `You earned ${formatDollars(given)} in store credit on this order` : 'Store credit'}
      className="mb-6"
    >
      {earned > 0 && <p>{formatDollars(earned)} because leads were not sent within 24 hours of your payment.</p>}
      {returning > 0 && <p>{formatDollars(returning)} for coming back.</p>}
      {granted > 0 && <p>{formatDollars(granted)} from our team.</p>}
      {takenBack > 0 && <p>{formatDollars(takenBack)} of it was taken back when money was refunded.</p>}
      {refunded > 0 && <p>{formatDollars(refunded)} you paid with store credit is back in your store credit.</p>}
      <p className="mt-1">To use it, press “Use store credit” at checkout; we email you a code.</p>
    </Notice>
  )
}
