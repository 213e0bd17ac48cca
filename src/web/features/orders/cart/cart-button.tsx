import { ShoppingCart } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useCart } from './cart-data.ts'
import { useOpenCart } from './load-cart-dialog.ts'

/** The header's cart, with the number of items. How long they are held is in the bar at the bottom of the window. */
export function CartIconButton() {
  const { lines } = useCart()
  return (
    <Button {...useOpenCart()} look="quiet" size="small" className="min-h-11 min-w-11 gap-1! px-2! text-ink">
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
    <Button {...useOpenCart()}>
      <ShoppingCart size={16} aria-hidden="true" />
      Cart ({lines.length})
    </Button>
  )
}
