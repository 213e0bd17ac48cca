import { ShoppingCart } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { RetryLater } from '#web/ui/retry-later.tsx'
import { useCart } from './cart-data.ts'
import { firstEndOf } from './hold-time.ts'
import { loadCartDialog } from './load-cart-dialog.ts'
import { useCartSteps } from './use-cart-steps.ts'

/** Loaded late, because most visitors hold nothing yet. */
const loadHeldMark = () => import('./held-mark.tsx')

/** The header's cart: the number of items in a ring that empties with the first hold, and its minutes next to it. */
export function CartIconButton() {
  const { lines } = useCart()
  const { goTo } = useCartSteps()
  const endsAtMs = firstEndOf(lines)
  // As wide as the ring that takes its place.
  const plainCount = (
    <span className="figures inline-grid size-[30px] place-items-center text-xs font-bold text-ink">
      {lines.length}
    </span>
  )
  return (
    <Button
      look="quiet"
      size="small"
      className="min-h-11 min-w-11 px-2! text-ink"
      onClick={() => goTo('list')}
      onPointerEnter={loadCartDialog}
      onFocus={loadCartDialog}
      aria-haspopup="dialog"
    >
      <ShoppingCart size={20} aria-hidden="true" className={lines.length > 0 ? 'max-xs:hidden' : ''} />
      <span className="sr-only">Cart, {formatPlural(lines.length, 'item')}</span>
      {endsAtMs !== null && (
        <LatePart
          load={loadHeldMark}
          props={{ endsAtMs, count: lines.length }}
          waiting={plainCount}
          failed={(retry, attempts) => (
            <>
              {plainCount}
              <RetryLater retry={retry} attempts={attempts} />
            </>
          )}
        />
      )}
    </Button>
  )
}

/** The leads page's own button: 'Cart (2)'. */
export function CartCountButton() {
  const { lines } = useCart()
  const { goTo } = useCartSteps()
  return (
    <Button
      onClick={() => goTo('list')}
      onPointerEnter={loadCartDialog}
      onFocus={loadCartDialog}
      aria-haspopup="dialog"
    >
      <ShoppingCart size={16} aria-hidden="true" />
      Cart ({lines.length})
    </Button>
  )
}
