import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import type { CartLine, PendingOrder } from '#contract/orders/cart.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { sumsOf } from '#web/lib/line-sums.ts'
import { paths } from '#web/paths.ts'
import type { CardForm } from './card-payment.tsx'
import { recordPaidOrder } from './record-order.ts'
import { unfitOf } from './unfit-notice.tsx'
import { type CheckoutWords, type PayTarget, usePay } from './use-pay.ts'
import {
  changedTotalOf,
  openPayment,
  type Purchase,
  purchaseKey,
  showPaymentIntent,
  usePaymentIntent,
} from './use-payment-intent.ts'
import { isCreditRefusal, useStoreCredit } from './use-store-credit.ts'

export interface CheckoutProps {
  lines: readonly CartLine[]
  total: number
  /** An order that waits for its Cash App transfer; its lines have left the cart. */
  pending: PendingOrder | null
  mustAgree: boolean
  /** Shown instead of the pay button while the buyer must agree to something. */
  agreement: ReactNode
  /** Called with the lines whose payment is in progress, and with none once it failed. */
  onPaying: (lines: readonly CartLine[]) => void
  onOrder: (order: Order) => void
  onProcessing: (paymentId: PaymentId) => void
  /** The page keeps showing what is being paid, even if the server has already emptied the cart. */
  onBusyChange: (isBusy: boolean) => void
  reloadCart: () => Promise<readonly CartLine[]>
  /** Called with the lines whose new prices the buyer agreed to by agreeing to their total. */
  agreeToPrices: (lines: readonly CartLine[]) => void
  removeLines: (lines: readonly CartLine[]) => void
}

const CART: PayTarget<Order> = {
  open: openPayment,
  show: showPaymentIntent,
  settle: recordPaidOrder,
  // Whatever the reply, the provider's event settles the order, so it is worth asking again.
  isFinal: () => false,
  returnPath: paths.paymentSuccess,
}

interface CheckoutInput extends CheckoutProps {
  /** Known in advance in the dialog; null on the checkout page, which passes it when Pay is pressed. */
  contact: ContactInfo | null
  words: CheckoutWords
}

/** One checkout: the intent of the cart on screen, the press of Pay, and a total that changed in between. */
export function useCheckout(input: CheckoutInput) {
  const { lines, contact, words, mustAgree, onPaying, onOrder, onProcessing, onBusyChange, reloadCart, agreeToPrices } =
    input
  const credit = useStoreCredit()
  const [agreed, setAgreed] = useState<{ cart: string; total: number } | null>(null)
  const [toldTotal, setToldTotal] = useState<number | null>(null)
  const handleRefusal = (error: ApiError) => {
    if (isCreditRefusal(error)) {
      credit.refuse(error)
      return true
    }
    const total = changedTotalOf(error)
    if (total === null) return false
    setToldTotal(total)
    void reloadCart()
    return true
  }
  const {
    pay,
    state,
    failure: payFailure,
    purchase,
  } = usePay({ target: CART, onPaying, onOrder, onProcessing, onRefusal: handleRefusal, unexpected: words.unexpected })
  const isBusy = state !== 'ready'
  const { unfit } = payFailure ?? {}
  const isRemoved = unfit !== undefined && unfitOf(unfit, lines).length === 0
  const failure = isRemoved ? null : payFailure
  const total = agreed?.cart === purchaseKey(lines) ? agreed.total : input.total
  const shown: Purchase = purchase ?? {
    lines,
    total,
    credit: credit.usedFor(total, contact?.email ?? null),
    paymentType: contact ? 'order' : undefined,
  }
  const intent = usePaymentIntent({ purchase: shown, contact, isEnabled: !isBusy && !mustAgree })

  const isClosable = state === 'ready' || state === 'unrecorded'
  useEffect(() => onBusyChange(!isClosable), [isClosable, onBusyChange])

  const { refuse } = credit
  const creditError = isCreditRefusal(intent.error) ? intent.error : null
  useEffect(() => {
    if (creditError) refuse(creditError)
  }, [creditError, refuse])
  // Opening a payment renews the holds. If the server has a different cart than the screen, the screen is outdated.
  const refusal = intent.error?.code
  const isCartStale = Boolean(intent.data) || refusal === 'cart_empty' || refusal === 'amount_changed'
  useEffect(() => {
    if (isCartStale) void reloadCart()
  }, [isCartStale, reloadCart])
  // If the cart on screen now explains the total, for example by a new price, the buyer agrees to that there.
  const newTotal = toldTotal ?? changedTotalOf(intent.error)
  const changedTotal = newTotal === null || mustAgree || isSameAmount(newTotal, total) ? null : newTotal

  const handleAgree = async (newlySeen: number) => {
    const current = await reloadCart()
    setAgreed({ cart: purchaseKey(current), total: newlySeen })
    setToldTotal(null)
    // Once the cart is loaded, it may explain the same total and would ask about it again.
    if (isSameAmount(sumsOf(current).total, newlySeen)) agreeToPrices(current)
  }
  // An offer limited per customer needs the contact before its payment can be opened.
  const naming = useMutation({
    mutationFn: (by: ContactInfo) => openPayment(shown, by),
    onSuccess: (opened) => showPaymentIntent(shown, opened),
    onError: (error: ApiError) => void handleRefusal(error),
  })
  const handlePay = (by: ContactInfo, card: CardForm | null) => {
    if (!intent.data || intent.isPlaceholderData || mustAgree) return
    setToldTotal(null)
    if (shown.credit && !credit.isOf(by.email)) {
      const { email } = shown.credit
      return credit.leaveOut(
        `This store credit belongs to ${email}, so ${by.email} can’t use it. Check the new amount, then press Pay again.`,
      )
    }
    void pay({ purchase: shown, intent: intent.data, contact: by, card })
  }
  const cart = { lines, remove: input.removeLines }
  return { cart, intent, shown, credit, state, failure, changedTotal, naming, handleAgree, handlePay }
}

export type Checkout = ReturnType<typeof useCheckout>

const isSameAmount = (one: number, other: number): boolean => Math.round(one * 100) === Math.round(other * 100)
