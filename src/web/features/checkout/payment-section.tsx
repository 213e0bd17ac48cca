import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { cardsUnavailable } from '#contract/payments/cards-unavailable.ts'
import { isVague } from '#web/lib/api-error.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { CardForm } from './card-payment.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { PayButton } from './pay-button.tsx'
import { PayFailureNotice, SupportAddress } from './pay-failure-notice.tsx'
import { isUnfit, UnfitNotice } from './unfit-notice.tsx'
import type { Checkout } from './use-checkout.ts'
import type { PayFailure } from './use-pay.ts'
import { changedTotalOf, toPay, type UsedCredit } from './use-payment-intent.ts'
import { isCreditRefusal } from './use-store-credit.ts'

const loadCardPayment = () => import('./card-payment.tsx')

/** The parts of a checkout that paying needs, whatever is being paid. */
export type Paying = Pick<Checkout, 'intent' | 'state' | 'failure' | 'changedTotal' | 'handleAgree'> & {
  cart: Checkout['cart'] | null
  /** Dollars, and how much of them store credit pays. */
  shown: { total: number; credit?: UsedCredit | undefined }
}

interface PaymentSectionProps {
  checkout: Paying
  setUp: PayFailure
  /** Shown instead of the pay button while the buyer must agree to something. */
  agreement: ReactNode
  mustAgree: boolean
  /** Shown instead of everything while the payment cannot be opened because the contact is missing. */
  contactFirst?: ReactNode
  onPay: (card: CardForm | null) => void
}

/** Paying by card, from "setting up" to the pay button, or the sentence why that is not possible. */
export function PaymentSection({ checkout, setUp, agreement, mustAgree, contactFirst, onPay }: PaymentSectionProps) {
  const { data: config, error: configError } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const { cart, intent, shown, state, failure, changedTotal, handleAgree } = checkout
  // A payment in progress is not canceled: its result is shown when it comes.
  const isWaiting = !useIsOnline() && state === 'ready'
  const isTooHigh = intent.error?.code === 'total_too_high'
  const isThrottled = intent.error?.code === 'payment_throttled'
  const lacksContact = intent.error?.code === 'contact_required' && contactFirst !== undefined
  const isSetUpFailed =
    intent.error !== null &&
    !isThrottled &&
    !lacksContact &&
    // Agreed to already, and refused again: something that is not on screen counts, such as a line still being released.
    (changedTotalOf(intent.error) === null || (changedTotal === null && !mustAgree)) &&
    !isTooHigh &&
    !isCreditRefusal(intent.error) &&
    !isUnfit(intent.error)
  useEffect(() => {
    if (isSetUpFailed) showToast({ title: setUp.title, description: setUp.sentence, tone: 'danger' })
  }, [isSetUpFailed, setUp])

  if (config && !config.payments) {
    return (
      <Notice tone="attention">
        {/* A payment link has no other way to pay. */}
        {cardsUnavailable(cart !== null && config.cashApp !== null)}
        <SupportAddress address={config.supportEmail} />
      </Notice>
    )
  }
  const obstacle = mustAgree
    ? agreement
    : changedTotal !== null && <ChangedTotalNotice total={changedTotal} onAgree={() => handleAgree(changedTotal)} />
  if (obstacle && !intent.data) return obstacle
  if (intent.error && isUnfit(intent.error)) return <UnfitNotice error={intent.error} cart={cart} />
  if (lacksContact) return contactFirst
  if (intent.error && isThrottled) {
    return (
      <Notice tone="attention" title="Card payments are paused">
        {intent.error.sentence}
      </Notice>
    )
  }
  if (intent.error && isTooHigh) {
    return (
      <Notice tone="attention" title="This total is too high for one card payment">
        {intent.error.sentence} You were not charged, and your packages stay reserved.
      </Notice>
    )
  }
  if ((isSetUpFailed && intent.error) || configError) {
    return (
      <Notice tone="danger" title={setUp.title} action={<Button onClick={() => intent.refetch()}>Try again</Button>}>
        {setUp.sentence}
        {intent.error && (
          <p className="mt-1 text-muted">
            {isVague(intent.error) ? 'Failed to create payment intent' : intent.error.sentence}
          </p>
        )}
      </Notice>
    )
  }
  if (!intent.data || !config?.payments) return <PaymentSkeleton />
  const { clientSecret, amount } = intent.data
  const ending = (card: CardForm | null, isFree: boolean) =>
    obstacle || (
      <div className="grid gap-4">
        <PayFailureNotice failure={failure} cart={cart} supportEmail={config.supportEmail} />
        {isWaiting && (
          <Notice tone="attention" title="You are offline">
            You can pay when your connection is back. We kept what you typed.
          </Notice>
        )}
        <PayButton
          state={state}
          total={toPay(shown)}
          isFree={isFree}
          isDisabled={(!isFree && card === null) || intent.isPlaceholderData || isWaiting}
          onPress={() => onPay(card)}
        />
      </div>
    )
  if (clientSecret === null) {
    return (
      <div className="grid gap-4">
        <Notice tone="good">
          {shown.credit
            ? `There is nothing to pay: your store credit covers ${formatDollars(shown.credit.amount)}.`
            : `There is nothing to pay: the total is ${formatDollars(0)}.`}
        </Notice>
        {ending(null, true)}
      </div>
    )
  }
  return (
    <LatePart
      load={loadCardPayment}
      props={{
        setup: config.payments,
        clientSecret,
        amount,
        children: (card: CardForm | null) => <div className="mt-4">{ending(card, false)}</div>,
      }}
      waiting={<PaymentSkeleton />}
      failed={(retry) => (
        <Notice tone="danger" title={setUp.title} action={<Button onClick={retry}>Try again</Button>}>
          The card form did not load. You were not charged, and your packages stay reserved.
        </Notice>
      )}
    />
  )
}

/** A changed total that no single price explains, such as after an offer ended. */
function ChangedTotalNotice({ total, onAgree }: { total: number; onAgree: () => void }) {
  return (
    <Notice
      tone="attention"
      title={`The total is now ${formatDollars(total)}`}
      action={
        <Button look="primary" onClick={onAgree}>
          Continue with {formatDollars(total)}
        </Button>
      }
    >
      A price or an offer changed after you filled your cart. You were not charged, and we kept what you typed.
    </Notice>
  )
}

/** The place of the card form and its button while they are set up. */
export function PaymentSkeleton() {
  return (
    <>
      <CardSkeleton />
      <Skeleton className="mt-4 mb-6 h-13" />
    </>
  )
}
