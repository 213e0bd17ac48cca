import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx'
import { forgetContact } from '#web/features/checkout/contact-draft.ts'
import { agreeToPrices, usePriceChanges } from '#web/features/orders/cart/agreed-prices.ts'
import { recordBeingPaid, recordBought } from '#web/features/orders/cart/being-paid.ts'
import { followServer, reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { OutdatedNotice } from '#web/features/orders/cart/outdated-notice.tsx'
import { PriceChangeNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { useCartSteps } from '#web/features/orders/cart/use-cart-steps.ts'
import { useRemoveLines } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { keepOrder } from '#web/features/orders/order-data.ts'
import { tellPaid } from '#web/features/orders/tell-paid.ts'
import { useIsPrerendered } from '#web/lib/served-page.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { PageFrame } from './page-frame.tsx'

/** From the held cart to the paid order. */
export function CheckoutPage() {
  useIsPrerendered()
  const { lines, total, pendingOrder, error, isPending, isOutdated } = useCart()
  const { goTo } = useCartSteps()
  const mustAgree = usePriceChanges(lines).length > 0
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const removeLines = useRemoveLines()

  const handleOrder = (order: Order) => {
    keepOrder(order)
    recordBought()
    forgetContact()
    tellPaid(order)
    void navigate({ to: paths.paymentSuccess, search: { order: order.token }, state: { paymentId: order.paymentId } })
  }

  return (
    <PageFrame
      title="Checkout"
      actions={
        <Link to={paths.leads} className={`${buttonClasses('quiet')} -mr-4`}>
          <ArrowLeft size={16} aria-hidden="true" />
          <span>
            Back<span className="max-sm:sr-only"> to Lead Packages</span>
          </span>
        </Link>
      }
    >
      {isOutdated && <OutdatedNotice className="mb-8" />}
      <LostLinesNotice className="mb-8" />
      {isPending ? (
        <CheckoutSkeleton />
      ) : error ? (
        <Notice
          tone="danger"
          title="The cart could not be loaded"
          action={<Button onClick={followServer}>Try again</Button>}
        >
          {error.sentence} Your packages stay reserved.
        </Notice>
      ) : lines.length === 0 && pendingOrder === null && !isBusy ? (
        <EmptyCheckout />
      ) : (
        <CheckoutForm
          lines={lines}
          total={total}
          mustAgree={mustAgree}
          agreement={<PriceChangeNotice lines={lines} total={total} />}
          pending={pendingOrder}
          aside={<HoldBar lines={lines} />}
          edit={
            <Button look="quiet" size="small" className="-ml-3" onClick={() => goTo('list')}>
              Edit cart
            </Button>
          }
          onPaying={recordBeingPaid}
          onOrder={handleOrder}
          onProcessing={(paymentId) =>
            void navigate({ to: paths.paymentSuccess, search: { payment_intent: paymentId } })
          }
          onBusyChange={setIsBusy}
          reloadCart={reloadCart}
          agreeToPrices={agreeToPrices}
          removeLines={removeLines}
        />
      )}
    </PageFrame>
  )
}

function EmptyCheckout() {
  return (
    <div className="grid justify-items-start gap-4 rounded-md border border-line bg-surface p-6 sm:p-8">
      <div>
        <h2 className="display text-xl">Your cart is empty</h2>
        <p className="mt-1 max-w-[56ch] text-muted">
          There is nothing to check out yet. Choose a county and add a package. We reserve it for you right away.
        </p>
      </div>
      <Link to={paths.leads} className={buttonClasses('primary')}>
        Browse Lead Packages
      </Link>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
      <LoadingWords>Loading your cart</LoadingWords>
      {/* As tall as the form, so the footer stays below the window. */}
      <Skeleton className="h-[44rem]" />
      <Skeleton className="h-26 max-lg:order-first lg:h-64" />
    </div>
  )
}
