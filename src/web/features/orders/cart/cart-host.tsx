import { useEffect, useRef } from 'react'
import { nextTask } from '#web/lib/served-page.ts'
import { LatePart, RetryLater } from '#web/ui/late-part.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { loadCartDialog } from './cart-button.tsx'
import type { LoadCartPurchase } from './cart-dialog.tsx'
import { forgetLostLines } from './lost-lines.ts'
import { useCartSteps } from './use-cart-steps.ts'

const loadCartSync = () =>
  nextTask()
    .then(() => import('./cart-sync.tsx'))
    .then((file) => ({ default: file.CartSync }))
const NO_PROPS = {}

/** What every page needs for the cart: syncing with the server, and the dialog once it is opened. */
export function CartHost({ loadPurchase }: { loadPurchase: LoadCartPurchase }) {
  const isOpen = useCartSteps().step !== null
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) forgetLostLines()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
      <LatePart
        load={loadCartSync}
        props={NO_PROPS}
        failed={(retry, attempts) => <RetryLater retry={retry} attempts={attempts} />}
      />
      {isOpen && <LatePart load={loadCartDialog} props={{ loadPurchase }} failed={() => <CartNotLoaded />} />}
    </>
  )
}

function CartNotLoaded() {
  const { close } = useCartSteps()
  useEffect(() => {
    close()
    showFailure('The cart could not be opened', 'Your packages stay reserved. Check your connection and try again.')
  }, [close])
  return null
}
