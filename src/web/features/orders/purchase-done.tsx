import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OrderToken, PaymentId } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { orderQuery } from './order-data.ts'
import { OrderNext } from './order-status.tsx'
import { creditBackWords, methodWords } from './order-words.ts'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from './refunded-whole.ts'

interface PurchaseDoneProps {
  token: OrderToken
  /** From the server's reply to the payment. Others who have the link don't get it. */
  paymentId: PaymentId | null
  onClose: () => void
}

export function PurchaseDone({ token, paymentId, onClose }: PurchaseDoneProps) {
  const { data: order, error, refetch } = useQuery(orderQuery(token))
  const isRefunded = order !== undefined && isRefundedWhole(order)
  const Icon = isRefunded ? Undo2 : CircleCheck
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-3 pt-6 text-center">
        <Icon size={40} strokeWidth={1.5} aria-hidden="true" className={isRefunded ? 'text-muted' : 'text-accent'} />
        <h3 ref={title} tabIndex={-1} className="display text-2xl">
          {isRefunded ? REFUNDED_TITLE : 'Payment Successful!'}
        </h3>
        <p className="max-w-[34ch] text-sm text-muted">
          {isRefunded && `${REFUND_SENTENCE}${creditBackWords(order)} `}You will receive an email confirmation shortly
          {order && ` at ${order.emailHint}`}.
        </p>
      </div>
      {error ? (
        <Notice
          tone="attention"
          title="The receipt could not be loaded"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {error.sentence} Your payment is safe, and your receipt comes by email.
        </Notice>
      ) : order ? (
        <>
          <FactList
            className="grid gap-3 rounded-md border border-line bg-surface p-4 text-sm"
            factLook="flex flex-wrap items-baseline justify-between gap-x-4"
            termLook="text-muted"
            valueLook="figures font-semibold"
            facts={[
              ['Order', order.reference],
              ['Paid', formatDollars(order.total)],
              ['Payment method', methodWords(order)],
              ...(Number(order.credit) > 0 ? ([['Paid by store credit', formatDollars(order.credit)]] as const) : []),
              ...(paymentId ? ([['Payment ID', paymentId]] as const) : []),
            ]}
          />
          <OrderNext order={order} />
          <div className="grid gap-2">
            <Link to={paths.order} params={{ token }} className={buttonClasses('primary')}>
              View receipt
            </Link>
            <Button onClick={onClose}>Keep browsing</Button>
          </div>
        </>
      ) : (
        <Loading words="Loading your order" height="h-36" />
      )}
    </div>
  )
}
