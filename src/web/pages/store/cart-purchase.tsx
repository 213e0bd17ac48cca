import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import { contactComplaint, forgetContact, storedContact } from '#web/features/checkout/contact-draft.ts'
import { ContactStep } from '#web/features/checkout/contact-step.tsx'
import { agreeToPrices, usePriceChanges } from '#web/features/orders/cart/agreed-prices.ts'
import { recordBeingPaid, recordBought } from '#web/features/orders/cart/being-paid.ts'
import { followServer, reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import type { CartPurchaseProps } from '#web/features/orders/cart/cart-purchase-props.ts'
import { CodeMissing } from '#web/features/orders/cart/code-missing.tsx'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { PriceChangeNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { useCartSteps } from '#web/features/orders/cart/use-cart-steps.ts'
import { useRemoveLines } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { keepOrder } from '#web/features/orders/order-data.ts'
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx'
import { tellPaid } from '#web/features/orders/tell-paid.ts'
import { contactInfo } from '#web/lib/stated-order.ts'
import { wantsTexts } from '#web/lib/text-number.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'

const loadPanel = () => import('#web/features/checkout/payment-panel.tsx')

/** The cart dialog after its list: contact, payment, success (docs/product.md#cart). */
export default function CartPurchase({ onBusyChange }: CartPurchaseProps) {
  const { step, order, paymentId, goTo, close } = useCartSteps()
  const { lines, total, pendingOrder } = useCart()
  // A waiting order already has its contact.
  const isContactMissing = pendingOrder === null && contactComplaint(storedContact()) !== null
  const mustAskContact = step === 'payment' && isContactMissing
  useEffect(() => void loadPanel().catch(() => undefined), [])
  useEffect(() => {
    if (mustAskContact) goTo('contact')
  }, [mustAskContact, goTo])

  if (step === 'done' && order) return <PurchaseDone token={order} paymentId={paymentId} onClose={close} />
  if (step === 'payment' && !mustAskContact) return <PaymentStep onBusyChange={onBusyChange} />
  return (
    <>
      <HoldBar lines={lines} className="mb-5" />
      <ContactStep
        total={total}
        isTexted={wantsTexts(lines)}
        onBack={() => goTo('list')}
        onProceed={() => goTo('payment')}
      />
    </>
  )
}

function PaymentStep({ onBusyChange }: CartPurchaseProps) {
  const { lines, total, pendingOrder } = useCart()
  const { goTo, finish } = useCartSteps()
  const mustAgree = usePriceChanges(lines).length > 0
  const navigate = useNavigate()
  useEffect(() => () => onBusyChange(false), [onBusyChange])

  const removeLines = useRemoveLines()
  const handleOrder = (order: Order) => {
    keepOrder(order)
    recordBought()
    forgetContact()
    tellPaid(order)
    finish(order)
    void followServer()
  }
  const handleProcessing = (paymentId: PaymentId) => {
    void navigate({
      to: paths.paymentSuccess,
      search: { payment_intent: paymentId },
      replace: true,
      ignoreBlocker: true,
    })
  }
  return (
    <>
      <HoldBar lines={lines} className="mb-5" />
      <LatePart
        load={loadPanel}
        waiting={<PanelSkeleton />}
        failed={(retry) => <CodeMissing onRetry={retry} />}
        props={{
          lines,
          total,
          contact: contactInfo(storedContact()),
          mustAgree,
          agreement: <PriceChangeNotice lines={lines} total={total} />,
          onPaying: recordBeingPaid,
          onOrder: handleOrder,
          onProcessing: handleProcessing,
          onBusyChange,
          reloadCart,
          agreeToPrices,
          removeLines,
          pending: pendingOrder,
          onBack: () => goTo(pendingOrder ? 'list' : 'contact'),
        }}
      />
    </>
  )
}

function PanelSkeleton() {
  return (
    <>
      <LoadingWords>Setting up secure payment</LoadingWords>
      <Skeleton className="h-12" />
      <Skeleton className="mt-4 h-64" />
    </>
  )
}
