import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { getStoreConfig } from '#contract/operations.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { CardForm } from './card-payment.tsx'
import type { PayFailure } from './use-pay.ts'
import { changedTotalOf, type usePaymentIntent } from './use-payment-intent.ts'

const CardPayment = lazy(() => import('./card-payment.tsx'))

/** SPEC.md section 8. */
const SET_UP_FAILURE = {
  title: 'Payment Setup Error',
  description: 'Unable to initialize payment. Please try again.',
}

interface PaymentSectionProps {
  intent: ReturnType<typeof usePaymentIntent>
  failure: PayFailure | null
  /** Set when the server's total is not the one on screen. */
  changedTotal: number | null
  onAgree: (total: number) => void
  children: (card: CardForm | null, isFree: boolean) => ReactNode
}

/** The payment method (card only), from "setting up" to the card form, or the sentence why there is none. */
export function PaymentSection({ intent, failure, changedTotal, onAgree, children }: PaymentSectionProps) {
  const { data: config, error: configError } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const isTooHigh = intent.error?.code === 'total_too_high'
  const isSetUpFailed = intent.error !== null && changedTotalOf(intent.error) === null && !isTooHigh
  useEffect(() => {
    if (isSetUpFailed) showToast({ ...SET_UP_FAILURE, tone: 'danger' })
  }, [isSetUpFailed])
  const newTotal = changedTotal ?? changedTotalOf(intent.error)
  return (
    <section aria-labelledby="payment-title">
      <h2 id="payment-title" className="display text-xl">
        Payment Method
      </h2>
      <p className="mt-1 text-sm text-muted">
        Credit Card. Card details go straight to the card provider, never to us.
      </p>
      <div className="mt-5 grid gap-4">{body()}</div>
    </section>
  )

  function body() {
    if (config && !config.payments) {
      return (
        <Notice tone="attention">
          Credit card payments are not available. Please try CashApp or contact support.
          <SupportAddress address={config.supportEmail} />
        </Notice>
      )
    }
    if (newTotal !== null) {
      return (
        <Notice
          tone="attention"
          title={`The total is now ${formatDollars(newTotal)}`}
          action={
            <Button look="primary" onClick={() => onAgree(newTotal)}>
              Continue with {formatDollars(newTotal)}
            </Button>
          }
        >
          A price or an offer changed since you filled your cart. Nothing was charged and everything you typed is kept.
        </Notice>
      )
    }
    if (intent.error && isTooHigh) {
      return (
        <Notice tone="attention" title="This total is too high for one card payment">
          {intent.error.sentence} Nothing was charged and your packages stay held.
        </Notice>
      )
    }
    if (intent.error || configError) {
      return (
        <Notice
          tone="danger"
          title={SET_UP_FAILURE.title}
          action={<Button onClick={() => intent.refetch()}>Try again</Button>}
        >
          {SET_UP_FAILURE.description}
          {intent.error && <p className="mt-1 text-muted">{intent.error.sentence}</p>}
        </Notice>
      )
    }
    if (!intent.data || !config?.payments) return <PaymentSkeleton />
    const failureNotice = failure && (
      <Notice tone="danger" title={failure.title}>
        {failure.sentence}
        {failure.title === 'Order Processing Error' && <SupportAddress address={config.supportEmail} />}
      </Notice>
    )
    const { clientSecret } = intent.data
    if (clientSecret === null) {
      return (
        <>
          <Notice tone="good">There is nothing to pay: the total is {formatDollars(0)}.</Notice>
          {failureNotice}
          {children(null, true)}
        </>
      )
    }
    return (
      <Suspense fallback={<PaymentSkeleton />}>
        <CardPayment setup={config.payments} clientSecret={clientSecret}>
          {(card) => (
            <div className="mt-4 grid gap-4">
              {failureNotice}
              {children(card, false)}
            </div>
          )}
        </CardPayment>
      </Suspense>
    )
  }
}

function SupportAddress({ address }: { address: string }) {
  if (!address) return null
  return (
    <>
      {' '}
      <a href={`mailto:${address}`} className="font-semibold text-accent underline underline-offset-2">
        {address}
      </a>
    </>
  )
}

function PaymentSkeleton() {
  return (
    <div className="grid gap-3">
      <LoadingWords>Setting up secure payment</LoadingWords>
      <Skeleton className="h-11" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="mt-2 h-13" />
    </div>
  )
}
