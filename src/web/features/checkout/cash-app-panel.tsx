import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { leaveCashAppOrder, startCashAppOrder } from '#contract/payments/cash-app.ts'
import { type ApiError, callApi, query } from '#web/lib/call-api.ts'
import { formatDollars, formatMoment, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { orderLines } from '#web/lib/stated-order.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CashAppTransfer } from './cash-app-transfer.tsx'
import { OrderLines } from './order-summary.tsx'
import { SupportAddress } from './pay-failure-notice.tsx'
import { ChangedTotalNotice, Guarantee } from './payment-section.tsx'
import { cancelPaymentIntent, changedTotalOf, type Purchase, resumePaymentIntent } from './use-payment-intent.ts'

interface LeaveCashAppProps {
  order: PendingOrder
  holdMinutes: number | null
  supportEmail: string
  isBusy: boolean
  isLeaving: boolean
  onLeave: () => void
}

/** Going back to the card withdraws the order, which matters most to a buyer who has just paid, so it asks first. */
function LeaveCashApp(props: LeaveCashAppProps) {
  const { order, holdMinutes, supportEmail, isBusy, isLeaving, onLeave } = props
  // Once it has expired there is nothing left to withdraw, so it does not ask.
  const isOver = Date.parse(order.expiresAt) <= useServerSeconds() * 1000
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  // The pressed button is gone in both directions; the focus moves to where it was.
  useEffect(() => {
    if (isAsking) {
      question.current?.focus()
      // With its two buttons, which the heading alone would leave below the fold.
      question.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    } else if (wasAsking.current) back.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (!isAsking)
    return (
      <Button
        icon={ArrowLeft}
        ref={back}
        look="quiet"
        className="w-full"
        disabled={isBusy}
        aria-busy={isLeaving}
        onClick={() => (isOver ? onLeave() : setIsAsking(true))}
      >
        Back to Payment Options
      </Button>
    )
  return (
    <section
      aria-labelledby="leave-title"
      className="grid gap-3 rounded-md border border-attention/40 bg-attention-quiet p-4 text-sm"
    >
      <p id="leave-title" ref={question} tabIndex={-1} className="font-semibold">
        Cancel order {order.reference}?
      </p>
      <p>
        <span className="font-semibold">Have you sent the money already?</span> Then stay here and contact sales. Give
        them {order.reference}.
        <SupportAddress address={supportEmail} />
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          We stop looking for a Cash App payment with the note {order.reference}. Please don’t send one after this.
        </li>
        <li>
          Your packages go back to your cart{holdMinutes !== null && `, reserved for up to ${holdMinutes} minutes`}.
          Their reservation until {formatMoment(order.expiresAt)} ends.
        </li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isBusy} onClick={() => setIsAsking(false)}>
          Keep the Order
        </Button>
        <Button disabled={isBusy} aria-busy={isLeaving} onClick={onLeave}>
          {isLeaving ? 'Canceling…' : 'Cancel It'}
        </Button>
      </div>
    </section>
  )
}

interface CashAppPanelProps {
  purchase: Purchase
  withContact: (use: (contact: ContactInfo | null) => void) => void
  pending: PendingOrder | null
  supportEmail: string
  /** Reloads the cart: its lines leave it with the order and come back with "Back to Payment Options". */
  reloadCart: () => Promise<unknown>
  onBack: () => void
}

/** One press makes an order held for a day. While it waits, its lines are in no cart, but the cart is not empty. */
export default function CashAppPanel(props: CashAppPanelProps) {
  const { purchase, withContact, pending: order, supportEmail, reloadCart, onBack } = props
  // Lines in the cart and lines of the order are stated together; only the cart's are known here line by line.
  const expected = (Math.round(purchase.total * 100) + Math.round((order?.amount ?? 0) * 100)) / 100
  // The cart and the waiting order are reloaded after each call, so the screen never differs from the server.
  const start = useMutation({
    onMutate: cancelPaymentIntent,
    mutationFn: ({ amount, contact }: { amount: number; contact: ContactInfo | null }) =>
      callApi(startCashAppOrder, {
        body: {
          amount,
          ...(contact ? { contactInfo: contact } : {}),
          ...(order ? {} : { cartItems: orderLines(purchase.lines) }),
        },
      }),
    onError: () => void resumePaymentIntent(),
    onSettled: reloadCart,
  })
  const leave = useMutation({ mutationFn: () => callApi(leaveCashAppOrder), onSettled: reloadCart })
  const changedTotal = changedTotalOf(start.error)
  const { data: config } = useStoreConfig()
  const isBusy = start.isPending || leave.isPending
  const handleStart = (amount: number) => withContact((contact) => start.mutate({ amount, contact }))
  const changed = changedTotal !== null && (
    <ChangedTotalNotice total={changedTotal} isBusy={isBusy} onAgree={() => handleStart(changedTotal)}>
      A price or your cart has changed. You were not charged.
    </ChangedTotalNotice>
  )
  const failure = changed || <Failure error={start.error ?? leave.error} />

  if (!order)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          You send the money in your own Cash App. We reserve your packages{config && ` for ${config.linkHours} hours`}{' '}
          and process the order once the payment is verified.
        </p>
        {failure}
        <Guarantee />
        {!changed && (
          <Button
            look="primary"
            size="large"
            className="figures w-full"
            disabled={isBusy || purchase.lines.length === 0}
            aria-busy={isBusy}
            onClick={() => handleStart(expected)}
          >
            {start.isPending ? 'Reserving your packages…' : `Pay ${formatDollars(purchase.total)} with Cash App`}
          </Button>
        )}
      </div>
    )
  return (
    <Details order={order} supportEmail={supportEmail}>
      {purchase.lines.length > 0 && !changed && (
        <Notice
          title={`${formatPlural(purchase.lines.length, 'package')} in your cart ${purchase.lines.length === 1 ? 'is' : 'are'} not part of this order yet`}
          action={
            <Button disabled={isBusy} onClick={() => handleStart(expected)}>
              Add to this order, new total {formatDollars(expected)}
            </Button>
          }
        />
      )}
      {failure}
      <LeaveCashApp
        order={order}
        holdMinutes={config?.holdMinutes ?? null}
        supportEmail={supportEmail}
        isBusy={isBusy}
        isLeaving={leave.isPending}
        onLeave={() => leave.mutate(undefined, { onSuccess: onBack })}
      />
    </Details>
  )
}

type DetailsProps = { order: PendingOrder; supportEmail: string; children: ReactNode }
function Details({ order, supportEmail, children }: DetailsProps) {
  const title = useRef<HTMLParagraphElement>(null)
  const { data: paidFor } = useQuery(query(getOrder, { token: order.orderToken }))
  // The pressed button is gone; the focus moves to what replaced it.
  useEffect(() => title.current?.focus(), [])
  const nowMs = useServerSeconds() * 1000
  if (Date.parse(order.expiresAt) <= nowMs)
    return (
      <div className="grid gap-4">
        <Notice tone="attention" title={`Order ${order.reference} has expired`}>
          Please do not send money for it. If you already did, contact sales and give them the reference.
          <SupportAddress address={supportEmail} />
        </Notice>
        {children}
      </div>
    )
  return (
    <div className="grid gap-5">
      <CashAppTransfer
        order={order}
        titleRef={title}
        whom="sales"
        how={
          supportEmail && (
            <>
              Tell us at{' '}
              <a
                href={`mailto:${supportEmail}?subject=${encodeURIComponent(`${order.reference}: paid by Cash App`)}`}
                className="font-semibold text-accent underline underline-offset-2"
              >
                {supportEmail}
              </a>{' '}
              that you have paid.
            </>
          )
        }
      />
      {paidFor && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent underline underline-offset-4">
            What you are paying for: {formatPlural(paidFor.lines.length, 'package')}
          </summary>
          <OrderLines lines={paidFor.lines} total={order.amount} />
        </details>
      )}
      <p className="text-sm">
        Order <span className="figures font-semibold">{order.reference}</span> is reserved for you until{' '}
        <span className="font-semibold">{formatMoment(order.expiresAt)}</span>{' '}
        <span className="text-muted">({formatTimeLeft(order.expiresAt, nowMs)})</span>.{' '}
        {order.isMailed
          ? 'We emailed you these details.'
          : 'We could not email you these details. Please write down the reference, or keep the order’s page open.'}{' '}
        <Link
          to={paths.order}
          params={{ token: order.orderToken }}
          className="font-semibold text-accent underline underline-offset-2"
        >
          See its status
        </Link>
      </p>
      {children}
    </div>
  )
}

function Failure({ error }: { error: ApiError | null }) {
  if (!error) return null
  const token = error.code === 'order_already_paid' ? error.details.orderToken : null
  if (typeof token === 'string')
    return (
      <Notice
        tone="good"
        title="Already paid by card"
        action={
          <Link to={paths.order} params={{ token }} className={buttonClasses()}>
            See the order
          </Link>
        }
      >
        {error.sentence} You don’t need to send anything.
      </Notice>
    )
  const isWaiting = error.code === 'payment_pending'
  return (
    <Notice
      tone={isWaiting ? 'attention' : 'danger'}
      title={isWaiting ? 'A card payment is in progress' : 'We could not start the Cash App order'}
    >
      {error.sentence}
    </Notice>
  )
}
