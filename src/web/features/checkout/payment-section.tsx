import { LoaderCircle, Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LegalName } from '#contract/admin/page-names.ts'
import { cardsUnavailable } from '#contract/payments/cards-unavailable.ts'
import { isVague } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { legalPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart, type ShowMissing } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { CardForm } from './card-payment.tsx'
import { CardSkeleton, cardFormMissing } from './card-skeleton.tsx'
import { PayFailureNotice, SupportAddress } from './pay-failure-notice.tsx'
import { isUnfit, UnfitNotice } from './unfit-notice.tsx'
import type { Checkout } from './use-checkout.ts'
import type { PayFailure, PayState } from './use-pay.ts'
import { changedTotalOf, toPay, type UsedCredit } from './use-payment-intent.ts'
import { isCreditRefusal } from './use-store-credit.ts'

const CARDS = ['Visa', 'Mastercard', 'Amex', 'Discover']
const LINK = 'font-semibold text-accent underline underline-offset-2'

/** In a new tab: what was typed here must not be lost. */
const OwnText = ({ name, children }: { name: LegalName; children: string }) => (
  <a href={legalPath(name)} target="_blank" className={LINK} rel="noopener">
    {children}
  </a>
)

/** What the buyer can rely on, right above the button that pays. */
export function Guarantee() {
  const { data: config } = useStoreConfig()
  if (!config) return null
  const { terms, claimDays, claimPercent } = config
  const claims = claimDays > 0 && `Bad leads replaced or credited: up to ${claimPercent}%, within ${claimDays} days.`
  if (!terms.refundRule && !claims) return null
  return (
    <div className="flex gap-2.5 text-sm">
      <ShieldCheck size={18} aria-hidden="true" className="shrink-0 text-accent" />
      <p>
        Delivered within 24 hours. {terms.refundRule} {claims}
      </p>
    </div>
  )
}

function BeforeYouPay() {
  const { data: config } = useStoreConfig()
  if (!config) return null
  const { phone, postalAddress } = config.terms
  const who = [config.brand, postalAddress].filter(Boolean).join(', ')
  return (
    <section
      aria-label="Before you pay"
      className="figures mt-5 grid gap-1.5 border-t border-line pt-4 text-xs text-muted"
    >
      <p>
        By paying you accept our <OwnText name="terms">terms of sale</OwnText>, the rules for{' '}
        <OwnText name="refunds">refunds</OwnText> and for <OwnText name="using-leads">using leads</OwnText>.{' '}
        <OwnText name="privacy">Privacy</OwnText>
      </p>
      <address className="not-italic">
        {who}
        {phone && (
          <>
            {' · '}
            <PhoneLink phone={phone} />
          </>
        )}
      </address>
    </section>
  )
}

export type Method = 'card' | 'cash-app'
const CARD_TAB = { value: 'card', label: 'Credit Card' } as const
const CASH_APP_TAB = { value: 'cash-app', label: 'Cash App' } as const

interface PaymentChoiceProps {
  method: Method
  hasCashApp: boolean
  isBusy: boolean
  onChange: (method: Method) => void
  card: ReactNode
  cashApp: ReactNode
}

/** The ways to pay, the same wherever a buyer pays: in the cart dialog, on the checkout page, on a payment link. */
export function PaymentChoice({ method: chosen, hasCashApp, isBusy, onChange, card, cashApp }: PaymentChoiceProps) {
  const method = hasCashApp ? chosen : 'card'
  return (
    <Tabs
      label="Payment method"
      tabs={hasCashApp ? [CARD_TAB, CASH_APP_TAB] : [CARD_TAB]}
      value={method}
      onChange={(next) => !isBusy && onChange(next)}
    >
      <div className="pt-5">
        {method === 'card' ? card : cashApp}
        <BeforeYouPay />
      </div>
    </Tabs>
  )
}

/** What the Cash App tab shows if its part cannot be loaded. */
export const cashAppMissing: ShowMissing = (retry) => (
  <Notice tone="danger" title="Cash App could not be shown" action={<Button onClick={retry}>Try again</Button>}>
    We can’t reach the store right now. Your packages stay reserved.
  </Notice>
)

interface PayButtonProps {
  state: PayState
  total: number
  isFree: boolean
  isDisabled: boolean
  /** Where the receipt goes, if it is known. */
  email: string | null
  onPress: () => void
}

const BUSY_LABELS: Readonly<Record<PayState, string | null>> = {
  ready: null,
  paying: 'Paying…',
  recording: 'Paid. Confirming your order…',
  unrecorded: 'Paid. Still confirming your order…',
}

/** Below the button, with a fixed height, so nothing jumps while the money moves. */
const NOTES: Readonly<Record<PayState, string>> = {
  ready: 'One-time charge. We’ll email your receipt',
  paying: 'Please keep this page open. Your bank may ask you to confirm.',
  recording: 'Your bank approved the payment. Please keep this page open for a moment.',
  unrecorded: 'Your bank approved the payment. Please do not pay again; we keep trying.',
}

/** The one button that moves money; it shows exactly the amount that it moves. */
function PayButton({ state, total, isFree, isDisabled, email, onPress }: PayButtonProps) {
  const label = isFree ? `Place order, ${formatDollars(0)}` : `Pay ${formatDollars(total)}`
  return (
    <div className="grid gap-2">
      <Button
        look="primary"
        size="large"
        className="figures w-full"
        disabled={isDisabled || state !== 'ready'}
        aria-busy={state !== 'ready'}
        onClick={onPress}
      >
        {state === 'ready' ? (
          <Lock size={16} aria-hidden="true" />
        ) : (
          <LoaderCircle size={16} aria-hidden="true" className="motion-safe:animate-spin" />
        )}
        {BUSY_LABELS[state] ?? label}
      </Button>
      <p role="status" className="text-center text-xs text-balance wrap-anywhere text-muted">
        {NOTES[state]}
        {state === 'ready' && (
          <>
            {email && (
              <>
                {' to '}
                <span className="font-semibold text-ink">{email}</span>
              </>
            )}
            .
          </>
        )}
      </p>
      {!isFree && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 text-xs text-muted">
          <p>Your card goes straight to Stripe, never to us.</p>
          <ul aria-label="Cards we accept" className="flex flex-wrap gap-1.5">
            {CARDS.map((card) => (
              <li key={card} className="rounded-sm border border-line bg-surface px-1.5 leading-4 font-semibold">
                {card}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const loadCardPayment = () => import('./card-payment.tsx')

type Paying = Pick<Checkout, 'intent' | 'state' | 'failure' | 'changedTotal' | 'handleAgree'> & {
  cart: Checkout['cart'] | null
  shown: { total: number; credit?: UsedCredit | undefined }
}

interface PaymentSectionProps {
  checkout: Paying
  setUp: PayFailure
  agreement: ReactNode
  mustAgree: boolean
  contactFirst?: ReactNode
  receiptEmail: string | null
  onPay: (card: CardForm | null) => void
}

/** Paying by card, from "setting up" to the pay button, or the sentence why that is not possible. */
export function PaymentSection(props: PaymentSectionProps) {
  const { checkout, setUp, agreement, mustAgree, contactFirst, receiptEmail, onPay } = props
  const { data: config, error: configError } = useStoreConfig()
  const { cart, intent, shown, state, failure, changedTotal, handleAgree } = checkout
  // A payment in progress is not canceled: its result is shown when it comes.
  const isWaiting = !useIsOnline() && state === 'ready'
  const isTooHigh = intent.error?.code === 'total_too_high'
  const isThrottled = intent.error?.code === 'payment_throttled'
  const lacksContact = intent.error?.code === 'contact_required' && contactFirst !== undefined
  // Agreed to already, and refused again: something that is not on screen counts, such as a line still being released.
  const isChangeUnexplained = changedTotalOf(intent.error) === null || (changedTotal === null && !mustAgree)
  const isToldElsewhere =
    isThrottled || lacksContact || isTooHigh || isCreditRefusal(intent.error) || isUnfit(intent.error)
  const isSetUpFailed = intent.error !== null && isChangeUnexplained && !isToldElsewhere
  if (config && !config.payments)
    return (
      <Notice tone="attention">
        {/* A payment link has no other way to pay. */}
        {cardsUnavailable(cart !== null && config.cashApp !== null)}
        <SupportAddress address={config.supportEmail} />
      </Notice>
    )
  const obstacle = mustAgree
    ? agreement
    : changedTotal !== null && (
        <ChangedTotalNotice total={changedTotal} onAgree={() => handleAgree(changedTotal)}>
          A price or an offer changed after you filled your cart. You were not charged, and we kept what you typed.
        </ChangedTotalNotice>
      )
  if (obstacle && !intent.data) return obstacle
  if (intent.error && isUnfit(intent.error)) return <UnfitNotice error={intent.error} cart={cart} />
  if (lacksContact) return contactFirst
  if (isThrottled || isTooHigh)
    return (
      <Notice
        tone="attention"
        title={isThrottled ? 'Card payments are paused' : 'This total is too high for one card payment'}
      >
        {intent.error?.sentence}
        {isTooHigh && ' You were not charged, and your packages stay reserved.'}
      </Notice>
    )
  if ((isSetUpFailed && intent.error) || configError)
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
  if (!intent.data || !config?.payments) return <PaymentSkeleton />
  const { clientSecret, amount } = intent.data
  const canPay = state === 'ready' && !obstacle && !intent.isPlaceholderData && !isWaiting
  const ending = (card: CardForm | null, isFree: boolean) =>
    obstacle || (
      <div className="grid gap-4">
        <Guarantee />
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
          isDisabled={(!isFree && card === null) || !canPay}
          email={receiptEmail}
          onPress={() => onPay(card)}
        />
      </div>
    )
  if (clientSecret === null)
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
  return (
    <LatePart
      load={loadCardPayment}
      props={{
        setup: config.payments,
        clientSecret,
        amount,
        onEnter: (card: CardForm) => canPay && onPay(card),
        children: (card: CardForm | null) => <div className="mt-4">{ending(card, false)}</div>,
      }}
      waiting={<PaymentSkeleton />}
      failed={cardFormMissing}
    />
  )
}

type ChangedTotalProps = { total: number; isBusy?: boolean; onAgree: () => void; children: ReactNode }
export const ChangedTotalNotice = ({ total, isBusy, onAgree, children }: ChangedTotalProps) => (
  <Notice
    tone="attention"
    title={`The total is now ${formatDollars(total)}`}
    action={
      <Button look="primary" disabled={isBusy} onClick={onAgree}>
        Continue with {formatDollars(total)}
      </Button>
    }
  >
    {children}
  </Notice>
)

export const PaymentSkeleton = () => (
  <>
    <CardSkeleton />
    <Skeleton className="mt-4 mb-20 h-13 sm:mb-14" />
  </>
)
