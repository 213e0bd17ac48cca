import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DESK_TITLE } from '#contract/page-titles.ts'
import { finishContact } from '#web/features/checkout/contact-draft.ts'
import { OrderDelivery } from '#web/features/delivery/order-delivery.tsx'
import { recordBeingPaid } from '#web/features/orders/cart/being-paid.ts'
import { followServer } from '#web/features/orders/cart/cart-data.ts'
import { isConfirmed, orderOfPaymentQuery, orderQuery } from '#web/features/orders/order-data.ts'
import { OrderNext } from '#web/features/orders/order-status.tsx'
import { creditBackWords } from '#web/features/orders/order-words.ts'
import { Receipt } from '#web/features/orders/receipt.tsx'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from '#web/features/orders/refunded-whole.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { BrowseLink, HomeLink } from '#web/lib/store-links.tsx'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Fold } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { PageFrame } from './page-frame.tsx'

const route = getRouteApi(paths.paymentSuccess)

/** The cart is reloaded once the server confirms the order, not before. */
export function PaymentSuccessPage() {
  const { order: token, payment_intent: paymentId } = route.useSearch()
  const navigate = useNavigate()
  const byToken = useQuery({ ...orderQuery(token ?? ''), enabled: token !== undefined })
  const byPayment = useQuery({
    ...orderOfPaymentQuery(paymentId ?? '', followServer),
    enabled: token === undefined && paymentId !== undefined,
  })
  const asked = token === undefined ? byPayment : byToken
  const keptPaymentId = useRouterState({ select: ({ location }) => location.state.paymentId })
  const paid = asked.data
  const order = paid && { ...paid, paymentId: paid.paymentId ?? keptPaymentId ?? null }
  const confirmedPaymentId = order?.paymentId ?? null
  const { data: config } = useStoreConfig()
  const confirmedToken = order && isConfirmed(order) ? order.token : undefined
  useEffect(() => {
    if (confirmedToken === undefined || paid === undefined) return
    finishContact(paid)
    recordBeingPaid([])
    void followServer()
    // Replaces the card provider's parameters with our own link, which may be stored and reloaded.
    if (token === undefined) {
      void navigate({
        to: paths.paymentSuccess,
        search: { order: confirmedToken },
        state: { paymentId: confirmedPaymentId },
        replace: true,
      })
    }
  }, [paid, confirmedToken, confirmedPaymentId, token, navigate])
  const isRefunded = order !== undefined && isRefundedWhole(order)
  if (asked.error) return <Unconfirmed error={asked.error} />
  if (token === undefined && paymentId === undefined) return <NoOrder />
  return (
    <PageFrame
      title={isRefunded ? REFUNDED_TITLE : 'Thank you for your order'}
      intro={
        isRefunded
          ? `${REFUND_SENTENCE}${creditBackWords(order)} We will also email ${order.emailHint}.`
          : order
            ? `We have your payment and sent a confirmation to ${order.emailHint}.`
            : 'Your confirmation and receipt come by email.'
      }
      isNarrow
    >
      {!order && <Loading words="Confirming your order" height="h-dvh" />}
      {order && isConfirmed(order) && (
        <OrderDelivery
          token={order.token}
          lines={order.lines}
          onDelivered={order.status === 'completed' ? () => void asked.refetch() : undefined}
        />
      )}
      {order && (
        <>
          <section aria-label="Order and receipt">
            {/* Open where it says why a package went back. */}
            <Fold
              title={`Receipt ${order.reference}, ${formatDollars(order.total)}`}
              isOpen={order.lines.some((line) => line.isRefunded)}
            >
              <Receipt order={order} config={config} hasNext={false} />
            </Fold>
          </section>
          <div className="no-print mt-6">
            <OrderNext order={order} isNew />
          </div>
          <Information hasReturningCredit={config?.hasReturningCredit === true} />
        </>
      )}
    </PageFrame>
  )
}

const NoOrder = () => (
  <PageFrame
    title="There is no order to show"
    intro="There is no order at this address. If you have paid, use the link in your confirmation email to see your order and receipt."
    isNarrow
  >
    <p className="flex flex-wrap gap-3">
      <BrowseLink />
      <HomeLink />
    </p>
  </PageFrame>
)

const Information = ({ hasReturningCredit }: { hasReturningCredit: boolean }) => (
  <div className="no-print">
    <h2 className="display mt-8 text-lg">Important information</h2>
    <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-sm">
      <li>If no email arrives within a few minutes, please check your spam folder.</li>
      <li>
        Everything you buy is under{' '}
        <Link to={paths.desk} className="font-semibold text-accent underline underline-offset-2">
          {DESK_TITLE}
        </Link>
        , in any browser. We email you a code to open it.
      </li>
      {hasReturningCredit && (
        <li>
          Returning customers get credits added to their account within 24 hours: from your second order on, part of
          each order comes back as store credit.
        </li>
      )}
    </ul>
    <div className="mt-8 flex flex-wrap items-start gap-3">
      <Link to={paths.leads} className={buttonClasses()}>
        Browse More Leads
      </Link>
      <HomeLink />
    </div>
  </div>
)

function Unconfirmed({ error }: { error: ApiError }) {
  const isFailed = error.code === 'payment_failed'
  return (
    <PageFrame title={isFailed ? 'Payment Failed' : 'Your order is not confirmed yet'} isNarrow>
      <Notice
        tone={isFailed ? 'danger' : 'attention'}
        action={
          <>
            <Link to={paths.checkout} className={buttonClasses('primary')}>
              Back to Checkout
            </Link>
            <HomeLink />
          </>
        }
      >
        {error.sentence} {!isFailed && 'If you have paid, your order is safe. We will confirm it by email.'}{' '}
        {error.code !== 'payment_pending' && 'We kept your cart.'}
      </Notice>
    </PageFrame>
  )
}
