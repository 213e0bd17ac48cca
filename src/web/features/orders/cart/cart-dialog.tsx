import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { followServer, useCart } from './cart-data.ts'
import { CartFooter } from './cart-footer.tsx'
import { CartList } from './cart-list.tsx'
import type { LoadCartPurchase } from './cart-purchase-props.ts'
import { CodeMissing } from './code-missing.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { LostLinesNotice } from './lost-lines-notice.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { PendingOrderNotice } from './pending-order-notice.tsx'
import { PriceChangeNotice } from './price-change-notice.tsx'
import { useCartSteps } from './use-cart-steps.ts'

/** The cart as a modal: what is held, for how long, for how much; and from there to the paid order without leaving. */
export default function CartDialog({ loadPurchase }: { loadPurchase: LoadCartPurchase }) {
  const { step: wanted, goTo, close } = useCartSteps()
  const { lines, sums, pendingOrder, error, isPending, isOutdated } = useCart()
  const [isBusy, setIsBusy] = useState(false)
  useStayWhilePaying(isBusy)
  // Loaded ahead of time; a failure is shown where the part is needed.
  useEffect(() => void loadPurchase().catch(() => undefined), [loadPurchase])

  // Nothing to buy, for example because the holds expired: the list says so. What is being paid has left the cart and
  // stays on screen.
  const isEmpty = lines.length === 0 && !isPending && !error
  const isNothingToPay = isEmpty && pendingOrder === null
  const isTooFar = !isBusy && ((wanted === 'contact' && isEmpty) || (wanted === 'payment' && isNothingToPay))
  const step = isTooFar || (error && wanted !== 'done') ? 'list' : wanted
  const isList = step === 'list'
  const before = useRef(wanted)
  useEffect(() => {
    // The history behind a paid order has the steps that paid it; Back leaves them all and shows the page.
    if (before.current === 'done' && wanted !== 'done') close()
    else if (isTooFar) goTo('list')
    before.current = wanted
  }, [wanted, isTooFar, goTo, close])
  const handleClose = () => (isBusy ? askToStay() : close())
  return (
    <Dialog
      title={isEmpty && !isList ? 'Your order' : `Your cart (${formatPlural(lines.length, 'item')})`}
      onClose={handleClose}
      footer={isList && lines.length > 0 && <CartFooter lines={lines} sums={sums} />}
    >
      {isOutdated && <OutdatedNotice className="mb-4" />}
      {step !== 'done' && <LostLinesNotice className="mb-4" />}
      {isList && pendingOrder && <PendingOrderNotice order={pendingOrder} className="mb-4" />}
      {!isList ? (
        <LatePart
          load={loadPurchase}
          props={{ onBusyChange: setIsBusy }}
          waiting={<CartSkeleton />}
          failed={(retry) => <CodeMissing onRetry={retry} />}
        />
      ) : isPending ? (
        <CartSkeleton />
      ) : error ? (
        <Notice
          tone="danger"
          title="The cart could not be loaded"
          action={<Button onClick={followServer}>Try again</Button>}
        >
          {error.sentence} Your packages stay reserved.
        </Notice>
      ) : isEmpty ? (
        pendingOrder === null && <EmptyCart />
      ) : (
        <>
          <PriceChangeNotice lines={lines} total={sums.total} className="mb-4" />
          <CartList lines={lines} />
        </>
      )}
    </Dialog>
  )
}

const askToStay = () =>
  showToast({ title: 'Your payment is in progress', description: 'Please keep the cart open until it finishes.' })

/** While a payment is in progress, the browser's Back stays on the page, like the close button. */
function useStayWhilePaying(isBusy: boolean): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isBusy) return
    const blockerFn = async () => {
      askToStay()
      return true
    }
    // Leaving for the bank's own page (3-D Secure) is part of paying, and needs no question.
    return history.block({ blockerFn, enableBeforeUnload: false })
  }, [isBusy, history])
}

function CartSkeleton() {
  return (
    <>
      <LoadingWords>Loading your cart</LoadingWords>
      <Skeleton className="h-12" />
      <Skeleton className="mt-4 h-40" />
    </>
  )
}
