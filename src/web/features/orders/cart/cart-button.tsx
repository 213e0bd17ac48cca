import { ShoppingCart } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useCart } from './cart-data.ts'
import { useCartSteps } from './use-cart-steps.ts'

/** The header's cart, with the number of items; it steps back where the page has its own. */
export function CartIconButton() {
  const { lines } = useCart()
  return (
    <Button
      {...useOpenCart()}
      look="quiet"
      size="small"
      className="min-h-11 min-w-11 gap-1! px-2! text-ink in-[html:has([data-page-cart])]:hidden"
    >
      <ShoppingCart size={20} aria-hidden="true" />
      <span className="sr-only">Cart, {formatPlural(lines.length, 'item')}</span>
      {lines.length > 0 && (
        <span
          aria-hidden="true"
          className="figures grid min-h-5 min-w-5 place-items-center rounded-full bg-ink px-1 text-xs font-bold text-paper"
        >
          {lines.length}
        </span>
      )}
    </Button>
  )
}

export function CartCountButton() {
  const { lines } = useCart()
  return (
    <Button icon={ShoppingCart} {...useOpenCart()} data-page-cart>
      Cart ({lines.length})
    </Button>
  )
}

export const loadCartDialog = () => import('./cart-dialog.tsx')

/** What a button needs to open the cart. The dialog starts loading while the pointer is on its way to it. */
export function useOpenCart() {
  const { goTo } = useCartSteps()
  const early = { onPointerEnter: loadCartDialog, onFocus: loadCartDialog }
  return { ...early, onClick: () => goTo('list'), 'aria-haspopup': 'dialog' } as const
}
