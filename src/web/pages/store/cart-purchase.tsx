import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PaymentId } from '#contract/values.ts'
import { contactError, storedContact } from '#web/features/checkout/contact-draft.ts'
import { ContactStep } from '#web/features/checkout/contact-step.tsx'
import { followServer, useCart } from '#web/features/orders/cart/cart-data.ts'
import type { CartPurchaseProps } from '#web/features/orders/cart/cart-dialog.tsx'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { CodeMissing } from '#web/features/orders/cart/price-change-notice.tsx'
import { useCartSteps } from '#web/features/orders/cart/use-cart-steps.ts'
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx'
import { wantsTexts } from '#web/lib/phone-numbers.ts'
import { contactInfo } from '#web/lib/stated-order.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { useCartCheckout } from './use-cart-checkout.tsx'

const loadPanel = () => import('#web/features/checkout/payment-panel.tsx')

/** The cart dialog after its list: contact, payment, success (docs/product.md#cart). */
export default function CartPurchase({ onBusyChange }: CartPurchaseProps) {
  const { step, order, paymentId, goTo, close } = useCartSteps()
  const { lines, total, pendingOrder } = useCart()
  const isTexted = wantsTexts(lines)
  // A waiting order already has its contact.
  const isContactMissing = pendingOrder === null && contactError(storedContact()) !== null
  const mustAskContact = step === 'payment' && isContactMissing
  useEffect(() => void loadPanel().catch(() => undefined), [])
  useEffect(() => {
    if (mustAskContact) goTo('contact')
  }, [mustAskContact, goTo])
  if (step === 'done' && order) return <PurchaseDone token={order} paymentId={paymentId} onClose={close} />
  if (step === 'payment' && !mustAskContact) return <PaymentStep onBusyChange={onBusyChange} />
  return (
    <div className="flex min-h-full flex-col">
      <HoldBar lines={lines} className="mb-5" />
      <ContactStep total={total} isTexted={isTexted} onBack={() => goTo('list')} onProceed={() => goTo('payment')} />
    </div>
  )
}

function PaymentStep({ onBusyChange }: CartPurchaseProps) {
  const { goTo, finish } = useCartSteps()
  const navigate = useNavigate()
  const cart = useCartCheckout((order) => {
    finish(order)
    void followServer()
  })
  useEffect(() => () => onBusyChange(false), [onBusyChange])
  const handleProcessing = (paymentId: PaymentId) => {
    const search = { payment_intent: paymentId }
    void navigate({ to: paths.paymentSuccess, search, replace: true, ignoreBlocker: true })
  }
  return (
    <>
      <HoldBar lines={cart.lines} className="mb-5" />
      <LatePart
        load={loadPanel}
        waiting={<PanelSkeleton />}
        failed={(retry) => <CodeMissing onRetry={retry} />}
        props={{
          ...cart,
          contact: contactInfo(storedContact()),
          onProcessing: handleProcessing,
          onBusyChange,
          onBack: () => goTo(cart.pending ? 'list' : 'contact'),
        }}
      />
    </>
  )
}

const PanelSkeleton = () => (
  <>
    <LoadingWords>Setting up secure payment</LoadingWords>
    <Skeleton className="h-12" />
    <Skeleton className="mt-4 h-64" />
  </>
)
