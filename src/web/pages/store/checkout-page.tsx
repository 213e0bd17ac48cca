import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { OutdatedNotice, UnreadableCart } from '#web/features/orders/cart/price-change-notice.tsx'
import { useCartSteps } from '#web/features/orders/cart/use-cart-steps.ts'
import { useIsPrerendered } from '#web/lib/served-page.ts'
import { BrowseLink } from '#web/lib/store-links.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { MissingNotice, useSession } from './open-session.tsx'
import { PageFrame } from './page-frame.tsx'
import { useCartCheckout } from './use-cart-checkout.tsx'

export function CheckoutPage() {
  useIsPrerendered()
  const { lines, error, isPending, isOutdated } = useCart()
  const last = lines.at(-1)
  const { goTo } = useCartSteps()
  const [isBusy, setIsBusy] = useState(false)
  const session = useSession()
  // The page's first words are painted before the form is drawn.
  const isWaiting = useDeferredValue(isPending || session.isLoading)
  const navigate = useNavigate()
  const cart = useCartCheckout(({ token, paymentId }) => {
    void navigate({ to: paths.paymentSuccess, search: { order: token }, state: { paymentId } })
  })
  return (
    <PageFrame
      title="Checkout"
      actions={
        <Link
          to={paths.leads}
          search={last ? { state: last.state, county: last.county } : {}}
          className={`${buttonClasses('quiet')} -mr-4`}
        >
          <ArrowLeft size={16} aria-hidden="true" />
          <span>
            Back<span className="max-sm:sr-only"> to Lead Packages</span>
          </span>
        </Link>
      }
    >
      <p className="-mt-3 mb-6 text-muted sm:-mt-6 sm:mb-8">
        No account needed. We hold your packages while you pay, and email your receipt.
      </p>
      {isOutdated && <OutdatedNotice className="mb-8" />}
      <LostLinesNotice className="mb-8" />
      {session.data && session.data.length > 0 && <MissingNotice missing={session.data} />}
      {session.error && (
        <Notice tone="attention" title="This page can no longer be paid" className="mb-8">
          {session.error.sentence}
        </Notice>
      )}
      {isWaiting ? (
        <CheckoutSkeleton />
      ) : error ? (
        <UnreadableCart error={error} />
      ) : cart.lines.length === 0 && cart.pending === null && !isBusy ? (
        <EmptyState title="Your cart is empty" action={<BrowseLink />}>
          Choose a county and add a package. We reserve it for you right away.
        </EmptyState>
      ) : (
        <CheckoutForm
          {...cart}
          aside={<HoldBar lines={cart.lines} />}
          edit={
            <Button look="quiet" size="small" className="-ml-3" onClick={() => goTo('list')}>
              Edit cart
            </Button>
          }
          onProcessing={(paymentId) =>
            void navigate({ to: paths.paymentSuccess, search: { payment_intent: paymentId } })
          }
          onBusyChange={setIsBusy}
        />
      )}
    </PageFrame>
  )
}

const CheckoutSkeleton = () => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-16">
    <LoadingWords>Loading your cart</LoadingWords>
    {/* As tall as the form, so the footer stays below the window. */}
    <div>
      <h2 className="display mb-1 text-xl">Contact Information</h2>
      <Skeleton className="h-[42rem]" />
    </div>
    <Skeleton className="h-26 max-lg:order-first lg:h-64" />
  </div>
)
