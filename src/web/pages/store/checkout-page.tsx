import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { noteBeingPaid } from '#web/features/cart/being-paid.ts'
import { cartQuery, followServer, useCart } from '#web/features/cart/cart-data.ts'
import { HoldCountdown } from '#web/features/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/cart/hold-time.ts'
import { LostLinesNotice } from '#web/features/cart/lost-lines-notice.tsx'
import { useRenewCart } from '#web/features/cart/use-renew-cart.ts'
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx'
import { forgetContact } from '#web/features/checkout/contact-draft.ts'
import { keepOrder } from '#web/features/orders/order-data.ts'
import { queryClient } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PageFrame } from './page-frame.tsx'

/** From the held cart to the paid order. */
export function CheckoutPage() {
  const { lines, total, error, isPending } = useCart()
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()

  const handleOrder = (order: Order) => {
    keepOrder(order)
    noteBeingPaid([])
    forgetContact()
    showToast({
      title: 'Payment Successful!',
      description: 'Your order has been processed successfully. You will receive an email confirmation shortly.',
    })
    void navigate({ to: paths.paymentSuccess, search: { order: order.token } })
  }

  return (
    <PageFrame
      title="Checkout"
      actions={
        <Link to={paths.leads} className={buttonClasses('quiet')}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to Lead Packages
        </Link>
      }
    >
      <LostLinesNotice className="mb-8" />
      {isPending ? (
        <CheckoutSkeleton />
      ) : error ? (
        <Notice
          tone="danger"
          title="The cart could not be read"
          action={<Button onClick={followServer}>Try again</Button>}
        >
          {error.sentence} What you hold stays held.
        </Notice>
      ) : lines.length === 0 && !isBusy ? (
        <EmptyCheckout />
      ) : (
        <CheckoutForm
          lines={lines}
          total={total}
          aside={<HoldAside endsAtMs={firstEndOf(lines)} />}
          onPaying={noteBeingPaid}
          onOrder={handleOrder}
          onProcessing={(paymentId) =>
            void navigate({ to: paths.paymentSuccess, search: { payment_intent: paymentId } })
          }
          onBusyChange={setIsBusy}
          reloadCart={reloadCart}
        />
      )}
    </PageFrame>
  )
}

const reloadCart = async () => (await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 })).lines

function HoldAside({ endsAtMs }: { endsAtMs: number | null }) {
  const renewCart = useRenewCart()
  if (endsAtMs === null) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
      <HoldCountdown endsAtMs={endsAtMs} lead="Held for you" size={18} />
      <Button
        look="quiet"
        size="small"
        className="-mr-3"
        onClick={() => renewCart.mutate()}
        disabled={renewCart.isPending}
      >
        Keep holding
      </Button>
    </div>
  )
}

function EmptyCheckout() {
  return (
    <div className="grid justify-items-start gap-4 rounded-md border border-line bg-surface p-6 sm:p-8">
      <div>
        <h2 className="display text-xl">Your cart is empty</h2>
        <p className="mt-1 max-w-[56ch] text-muted">
          There is nothing to check out. Choose a county and add a package; it is held for you from that moment on.
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
    <div className="grid gap-8 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-16">
      <LoadingWords>Loading your cart</LoadingWords>
      <Skeleton className="h-96" />
      <Skeleton className="h-64 max-lg:order-first" />
    </div>
  )
}
