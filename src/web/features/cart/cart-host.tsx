import { useEffect } from 'react'
import { LatePart } from '#web/ui/late-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { LoadCartPurchase } from './cart-purchase-props.ts'
import { cartPlace, closeCart } from './cart-screen.ts'
import { CartSync } from './cart-sync.tsx'
import { loadCartDialog } from './load-cart-dialog.ts'

/** What every page carries for the cart: its steady step with the server, and the dialog once it is opened. */
export function CartHost({ loadPurchase }: { loadPurchase: LoadCartPurchase }) {
  const { isOpen } = cartPlace.use()
  return (
    <>
      <CartSync />
      {isOpen && <LatePart load={loadCartDialog} props={{ loadPurchase }} failed={() => <CartNotLoaded />} />}
    </>
  )
}

/** Says so and closes what cannot be drawn; opening the cart once more is the next try. */
function CartNotLoaded() {
  useEffect(() => {
    closeCart()
    showToast({
      title: 'The cart could not be opened',
      description: 'The store cannot be reached. Your packages stay held; check your connection and open it again.',
      tone: 'danger',
    })
  }, [])
  return null
}
