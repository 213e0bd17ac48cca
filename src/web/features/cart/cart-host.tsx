import { lazy, Suspense } from 'react'
import { cartDialog } from './cart-screen.ts'
import { CartSync } from './cart-sync.tsx'
import { loadCartDialog } from './load-cart-dialog.ts'

const CartDialog = lazy(loadCartDialog)

/** What every page carries for the cart: its steady step with the server, and the dialog once it is opened. */
export function CartHost() {
  const isOpen = cartDialog.use()
  return (
    <>
      <CartSync />
      {isOpen && (
        <Suspense>
          <CartDialog />
        </Suspense>
      )}
    </>
  )
}
