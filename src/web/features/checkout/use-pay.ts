import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import { declineReason } from '#contract/payments/decline-reasons.ts'
import type { PaymentId } from '#contract/values.ts'
import { ApiError, isVague } from '#web/lib/call-api.ts'
import { dismissToasts } from '#web/ui/toast.ts'
import { askAboutPayment, type LostPayment, type PaidPurchase, settlePatiently } from './record-order.ts'
import { isUnfit, UNFIT_TITLE } from './unfit-notice.tsx'
import type { PaymentIntent, Purchase } from './use-payment-intent.ts'

type ProviderError = { type?: string | undefined; code?: string | undefined; decline_code?: string | undefined }
const OTHER_CARD = 'Please use another card.'
const ASK_THE_BANK = 'Your bank did not say why. Try another card, or call the number on the back of this one.'
const PRESS_AGAIN = 'Wait a minute, then press Pay again; you are never charged twice.'

/**
 * What to do, by the bank's reason. Reasons for lost, stolen or suspicious cards are left out on purpose: the provider
 * asks merchants to treat them like any other decline.
 *
 * @see https://docs.stripe.com/declines/codes
 */
const ADVICE: Readonly<Record<string, string>> = {
  withdrawal_count_limit_exceeded: 'The card is over its limit. Use another card, or try again tomorrow.',
  card_velocity_exceeded: 'The card is over its limit. Use another card, or try again tomorrow.',
  expired_card: 'Check the expiration date, or use another card.',
  invalid_expiry_month: 'Check the expiration date on the card.',
  invalid_expiry_year: 'Check the expiration date on the card.',
  incorrect_cvc: 'Check the three or four digits on the card, then press Pay again.',
  invalid_cvc: 'Check the three or four digits on the card, then press Pay again.',
  incorrect_number: 'Check the card number, then press Pay again.',
  invalid_number: 'Check the card number, then press Pay again.',
  incorrect_zip: 'Use the address your bank has on file, or use another card.',
  card_not_supported: 'This card cannot pay online in US dollars. Please use another card.',
  currency_not_supported: 'This card cannot pay in US dollars. Please use another card.',
  processing_error: PRESS_AGAIN,
  issuer_not_available: `Your bank did not answer. ${PRESS_AGAIN}`,
  reenter_transaction: PRESS_AGAIN,
  try_again_later: PRESS_AGAIN,
  authentication_required: 'Your bank wants to check with you. Press Pay again and confirm, or use another card.',
  payment_intent_authentication_failure: 'Press Pay again and confirm with your bank, or use another card.',
  test_mode_live_card: 'This store only takes test cards right now.',
  testmode_decline: 'This store only takes test cards right now.',
  card_declined: ASK_THE_BANK,
}

const CHECK_THE_FORM = 'Please check your card details.'

const UNANSWERED_SENTENCE =
  'We lost the connection to the card provider, so we can’t tell yet whether your card was charged. We kept your order. Press Pay again: it is the same payment, and you are never charged twice.'

const UNANSWERED: ReadonlySet<string> = new Set(['api_connection_error', 'api_error'])

/** Whether it is unknown if the card was charged. */
export const isUnanswered = (error: ProviderError): boolean => error.type !== undefined && UNANSWERED.has(error.type)

/** How a cart becomes cheaper; a payment request's lines are fixed, so its payer sees something else. */
const PAY_LESS = 'remove a package and pay for the rest'

/** Why the payment did not go through, and what to do. `payLess`: what helps if the total is more than the card has. */
export function declineWords(error: ProviderError, payLess = PAY_LESS): string {
  if (isUnanswered(error)) return UNANSWERED_SENTENCE
  if (error.type === 'validation_error') return CHECK_THE_FORM
  return `${declineReason(error)} You were not charged. ${adviceFor(error, payLess)}`
}

function adviceFor({ decline_code: declineCode, code }: ProviderError, payLess: string): string {
  if (declineCode === 'insufficient_funds') return `Use another card, or ${payLess}.`
  return ADVICE[declineCode ?? ''] ?? ADVICE[code ?? ''] ?? OTHER_CARD
}

/** `paying`: between the click and the reply. `recording`: the money is paid, the order is being confirmed. */
export type PayState = 'ready' | 'paying' | 'recording' | 'unrecorded'
export type PayFailure = { title: string; sentence: string; isPaid?: boolean; unfit?: ApiError }

/** Fixed texts that differ between the cart dialog and the checkout page. */
export type CheckoutWords = { setUp: PayFailure; unexpected: PayFailure }

const wordsOf = (setUp: string, unexpected: string): CheckoutWords => ({
  setUp: { title: 'Payment Setup Error', sentence: setUp },
  unexpected: { title: 'Payment Error', sentence: unexpected },
})

export const PAGE_WORDS = wordsOf(
  'Unable to initialize payment. Please try again.',
  'An unexpected error occurred during payment.',
)
export const PANEL_WORDS = wordsOf(
  'Failed to initialize payment system. Please refresh and try again.',
  'An unexpected error occurred',
)

const STORE_UNREACHABLE =
  'We can’t reach the store right now, so you were not charged. Your packages stay reserved, and we kept what you typed. Check your connection and press Pay again.'

export interface PayTarget<Settled> {
  open: (purchase: Purchase, contact: ContactInfo) => Promise<PaymentIntent>
  /** Replaces the intent on screen with a newer one of the same purchase. */
  show: (purchase: Purchase, intent: PaymentIntent) => void
  /** Asks the server to settle a payment; repeating it gives the same reply. */
  settle: (paid: PaidPurchase) => Promise<Settled>
  isFinal: (error: unknown) => boolean
  /** Where the bank's own page sends the buyer back to. */
  returnPath: string
  failed?: string
  /** What helps if the total is more than the card has and no package can be removed. */
  payLess?: string
}

interface PayInput<Settled> {
  target: PayTarget<Settled>
  /** Called with what is being paid before the provider is asked, and with nothing once it has refused. */
  onPaying: (lines: Purchase['lines']) => void
  onOrder: (settled: Settled) => void
  /** The provider has the payment but not its result yet; the success page polls. */
  onProcessing: (paymentId: PaymentId) => void
  /** Called with every refusal. @returns whether the screen shows it elsewhere, such as a changed total */
  onRefusal: (error: ApiError) => boolean
  unexpected: PayFailure
}

interface PayClick {
  purchase: Purchase
  intent: PaymentIntent
  contact: ContactInfo
  /** Null for an order of 0, which needs no card. */
  card: { stripe: Stripe; elements: StripeElements } | null
}

interface LostTry {
  paid: PaidPurchase
  /** The last failed try before this one, and how to read it again; see `failedTryOf`. */
  failedBefore: string | null
  readFailure: () => Promise<string | null | undefined>
}

/** A payment's last failed try, on any device. Null: none has failed; undefined: the provider does not answer. */
async function failedTryOf(stripe: Stripe, clientSecret: string): Promise<string | null | undefined> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret).catch(() => ({ paymentIntent: undefined }))
  if (!paymentIntent) return undefined
  const failure = paymentIntent.last_payment_error
  return failure ? (failure.payment_method?.id ?? failure.charge ?? failure.message ?? null) : null
}

/** The contact goes to the server before the card is charged, so no payment is ever without an address. */
export function usePay<Settled>(input: PayInput<Settled>) {
  const { target, onPaying, onOrder, onProcessing, onRefusal, unexpected } = input
  const isUnderWay = useRef(false)
  const [state, setState] = useState<PayState>('ready')
  const [failure, setFailure] = useState<PayFailure | null>(null)
  /** What is being paid; the server may empty the cart before the reply is here. */
  const [purchase, setPurchase] = useState<Purchase | null>(null)
  /** A payment whose reply was lost: until its outcome is known, no screen may say that nothing was charged. */
  const lost = useRef<LostTry | null>(null)

  const getReady = () => {
    setState('ready')
    setPurchase(null)
  }
  const fail = (title: string, sentence: string) => {
    setFailure({ title, sentence })
    getReady()
  }
  const failInForm = (sentence: string) => fail('Payment Failed', sentence)

  const record = async (paid: Purchase, contact: ContactInfo, paymentId: PaymentId | null) => {
    setState('recording')
    try {
      const settle = () => target.settle({ ...paid, contact, paymentId })
      onOrder(await settlePatiently(settle, target.isFinal, () => tellUnrecorded(paymentId)))
    } catch (error) {
      if (error instanceof ApiError && target.isFinal(error)) {
        onRefusal(error)
        return fail('Payment Failed', error.sentence)
      }
      tellUnrecorded(paymentId, error)
    }
  }

  const tellUnrecorded = (paymentId: PaymentId | null, error?: unknown) => {
    const title = 'Order Processing Error'
    if (paymentId !== null) {
      setState('unrecorded')
      const sentence = 'Payment succeeded but order processing failed. Please contact support.'
      setFailure({ title, sentence, isPaid: true })
    } else if (error) {
      onPaying([])
      fail(title, error instanceof ApiError ? error.sentence : 'An unexpected error occurred')
    }
  }

  const ask = async ({ paid, failedBefore, readFailure }: LostTry): Promise<LostPayment<Settled>> => {
    const answer = await askAboutPayment(() => target.settle(paid))
    // The store names the payment's last failure. If that is the one of an earlier card, this try never arrived.
    if (answer.kind !== 'failed' || failedBefore === null) return answer
    const failedNow = await readFailure()
    return failedNow === undefined || failedNow === failedBefore ? { kind: 'unknown' } : answer
  }

  const takeAnswer = (answer: LostPayment<Settled>): boolean => {
    if (answer.kind === 'unknown') return false
    lost.current = null
    if (answer.kind === 'paid') onOrder(answer.settled)
    else {
      onPaying([])
      fail('Payment Failed', answer.sentence)
    }
    return true
  }

  const run = async ({ purchase: buying, intent, contact, card }: PayClick) => {
    const earlier = lost.current && (await ask(lost.current))
    if (earlier?.kind === 'paid') return void takeAnswer(earlier)
    if (earlier?.kind === 'failed') lost.current = null
    if (card) {
      const { error } = await card.elements.submit()
      if (error?.type === 'validation_error') return fail('Check your card', 'Please fill in the fields marked above.')
      if (error) return failInForm(declineWords(error, target.payLess))
    }
    const secret = intent.clientSecret
    const readFailure = async () => (card && secret ? failedTryOf(card.stripe, secret) : null)
    const [opened, failedBefore = null] = await Promise.all([target.open(buying, contact), readFailure()])
    if (opened.clientSecret !== intent.clientSecret) {
      target.show(buying, opened)
      return failInForm('Your order has changed. You were not charged. Please enter your card again.')
    }
    onPaying(buying.lines)
    if (!card || opened.clientSecret === null) return record(buying, contact, null)
    const { paymentIntent, error } = await card.stripe.confirmPayment({
      elements: card.elements,
      clientSecret: opened.clientSecret,
      confirmParams: {
        return_url: `${location.origin}${target.returnPath}`,
        payment_method_data: { billing_details: billingDetails(contact) },
      },
      redirect: 'if_required',
    })
    // A confirmation repeated after a lost reply is refused, but it names the payment that has already succeeded.
    const payment = paymentIntent ?? error?.payment_intent
    if (payment?.status === 'succeeded') return record(buying, contact, payment.id as PaymentId)
    if (payment?.status === 'processing') return onProcessing(payment.id as PaymentId)
    if (error && isUnanswered(error)) {
      // A lost reply says nothing about the money, so what is being paid is kept.
      lost.current = { paid: { ...buying, contact, paymentId: opened.paymentId }, failedBefore, readFailure }
      if (takeAnswer(await ask(lost.current))) return
    } else onPaying([])
    // The next thing to change is the card.
    if (error?.type === 'card_error') card.elements.getElement('payment')?.focus()
    return failInForm(declineWords(error ?? {}, target.payLess))
  }

  const pay = async (click: PayClick) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    // The last try's message must not be shown next to this one's result.
    dismissToasts()
    setState('paying')
    setPurchase(click.purchase)
    try {
      await run(click)
    } catch (error) {
      if (error instanceof ApiError && onRefusal(error)) getReady()
      else if (!(error instanceof ApiError)) fail(unexpected.title, unexpected.sentence)
      else if (isUnfit(error)) {
        setFailure({ title: UNFIT_TITLE, sentence: error.sentence, unfit: error })
        getReady()
      } else if (error.code !== 'unreachable') failInForm((isVague(error) && target.failed) || error.sentence)
      else failInForm(lost.current ? UNANSWERED_SENTENCE : STORE_UNREACHABLE)
    } finally {
      isUnderWay.current = false
    }
  }

  useEffect(() => {
    const handleOnline = async () => {
      if (!lost.current || isUnderWay.current) return
      isUnderWay.current = true
      setState('paying')
      setPurchase(lost.current.paid)
      if (!takeAnswer(await ask(lost.current))) getReady()
      isUnderWay.current = false
    }
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  })
  return { pay, state, failure, purchase }
}

/** Everything that the card form was told not to ask must be passed here, empty if unknown. */
const billingDetails = (contact: ContactInfo) => ({
  name: contact.fullName,
  email: contact.email,
  phone: contact.cellPhone ?? '',
  address: { line1: contact.address ?? '', line2: '', city: '', state: '', postal_code: '', country: 'US' },
})
