import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useRef, useState } from 'react'
import type { ContactInfo } from '#contract/checkout.ts'
import type { Order } from '#contract/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { showToast } from '#web/ui/toast.ts'
import { declineWords, isUnanswered } from './decline-words.ts'
import { recordPaidOrderPatiently } from './record-order.ts'
import {
  changedTotalOf,
  openPayment,
  type PaymentIntent,
  type Purchase,
  showPaymentIntent,
} from './use-payment-intent.ts'

/** `paying`: between the click and the answer. `recording`: the money is paid, the order is being confirmed. */
export type PayState = 'ready' | 'paying' | 'recording' | 'unrecorded'

export interface PayFailure {
  title: string
  sentence: string
}

const STORE_UNREACHABLE =
  'The store could not be reached, so nothing was charged. Your packages and all you typed are kept. Check your connection and press Pay again.'

interface PayInput {
  /** Told what is being paid before the provider is asked, and nothing once it has said no. */
  onPaying: (lines: Purchase['lines']) => void
  onOrder: (order: Order) => void
  /** The provider has the payment but not yet its result; the success page asks on. */
  onProcessing: (paymentId: PaymentId) => void
  /** The server's total is another one; nothing was charged. */
  onTotalChanged: (total: number) => void
  /** SPEC.md section 8 words the unexpected differently in the dialog and on the page. */
  unexpected: PayFailure
}

interface PayClick {
  purchase: Purchase
  intent: PaymentIntent
  contact: ContactInfo
  /** Null for an order of 0, which needs no card. */
  card: { stripe: Stripe; elements: StripeElements } | null
}

/**
 * One press of Pay, from contact to confirmed order. A second press while the first is under way does nothing.
 * Contact goes to the server before the card is charged, so that no payment is ever without an address.
 */
export function usePay({ onPaying, onOrder, onProcessing, onTotalChanged, unexpected }: PayInput) {
  const isUnderWay = useRef(false)
  const [state, setState] = useState<PayState>('ready')
  const [failure, setFailure] = useState<PayFailure | null>(null)
  /** What is being paid; the server may empty the cart before the answer is here. */
  const [purchase, setPurchase] = useState<Purchase | null>(null)

  const getReady = () => {
    setState('ready')
    setPurchase(null)
  }

  const fail = (title: string, sentence: string) => {
    setFailure({ title, sentence })
    showToast({ title, description: sentence, tone: 'danger' })
    getReady()
  }

  const record = async (paid: Purchase, contact: ContactInfo, paymentId: PaymentId | null) => {
    setState('recording')
    try {
      onOrder(await recordPaidOrderPatiently({ ...paid, contact, paymentId }, () => tellUnrecorded(paymentId)))
    } catch (error) {
      tellUnrecorded(paymentId, error)
    }
  }

  const tellUnrecorded = (paymentId: PaymentId | null, error?: unknown) => {
    if (paymentId === null) {
      if (!error) return
      onPaying([])
      fail('Order Processing Error', sentenceOf(error))
      return
    }
    const sentence = 'Payment succeeded but order processing failed. Please contact support.'
    setState('unrecorded')
    setFailure({ title: 'Order Processing Error', sentence })
    showToast({ title: 'Order Processing Error', description: sentence, tone: 'danger' })
  }

  const run = async ({ purchase: buying, intent, contact, card }: PayClick) => {
    if (card) {
      const { error } = await card.elements.submit()
      if (error) return fail('Payment Failed', declineWords(error))
    }
    const opened = await openPayment(buying, contact)
    if (opened.clientSecret !== intent.clientSecret) {
      showPaymentIntent(buying, opened)
      return fail('Payment Failed', 'Your order changed meanwhile. Please enter your card again; nothing was charged.')
    }
    onPaying(buying.lines)
    if (!card || opened.clientSecret === null) return record(buying, contact, null)
    const { paymentIntent, error } = await card.stripe.confirmPayment({
      elements: card.elements,
      clientSecret: opened.clientSecret,
      confirmParams: {
        return_url: `${location.origin}${paths.paymentSuccess}`,
        payment_method_data: { billing_details: billingDetails(contact) },
      },
      redirect: 'if_required',
    })
    // A confirmation repeated after a lost answer is refused, but names the payment that has already succeeded.
    const payment = paymentIntent ?? error?.payment_intent
    if (payment?.status === 'succeeded') return record(buying, contact, payment.id as PaymentId)
    if (payment?.status === 'processing') return onProcessing(payment.id as PaymentId)
    // An answer that was lost says nothing about the money: what is being paid stays known as such.
    if (!error || !isUnanswered(error)) onPaying([])
    return fail('Payment Failed', declineWords(error ?? {}))
  }

  const pay = async (click: PayClick) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    setState('paying')
    setPurchase(click.purchase)
    try {
      await run(click)
    } catch (error) {
      const changed = error instanceof ApiError ? changedTotalOf(error) : null
      if (changed !== null) {
        getReady()
        onTotalChanged(changed)
      } else if (!(error instanceof ApiError)) fail(unexpected.title, unexpected.sentence)
      else fail('Payment Failed', error.code === 'unreachable' ? STORE_UNREACHABLE : error.sentence)
    } finally {
      isUnderWay.current = false
    }
  }

  return { pay, state, failure, purchase }
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.sentence : 'An unexpected error occurred'
}

/** All that the card form was told not to ask must be passed here, empty where it is unknown. */
function billingDetails(contact: ContactInfo) {
  return {
    name: contact.fullName,
    email: contact.email,
    phone: contact.cellPhone ?? '',
    address: {
      line1: contact.address ?? '',
      line2: '',
      city: '',
      state: '',
      postal_code: '',
      country: 'US',
    },
  }
}
