import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { useOpenCart } from './cart-button.tsx'
import { useCart } from './cart-data.ts'
import { firstEndOf, HoldCountdown } from './hold-countdown.tsx'

/** On a phone, a toast lies above it. */
export default function CartBar({ toasts }: { toasts: ReactNode }) {
  const { lines, total } = useCart()
  const openCart = useOpenCart()
  const endsAtMs = firstEndOf(lines)
  // The bar has just come up, perhaps over the button that was pressed.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      aria-label="Your cart"
      data-cart-bar
      className="page-width flex min-h-15 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5 sm:gap-x-6"
    >
      {endsAtMs !== null && (
        <button
          type="button"
          {...openCart}
          className="figures flex min-h-11 min-w-0 flex-wrap items-center gap-x-1.5 text-left text-sm hover:underline hover:underline-offset-4"
        >
          <span className="font-semibold">{formatPlural(lines.length, 'package')}</span>
          <span aria-hidden="true">·</span>
          <span className="font-semibold">{formatPrice(total)}</span>
          <span aria-hidden="true">·</span>
          <HoldCountdown endsAtMs={endsAtMs} size={14} className="gap-1.5!" />
        </button>
      )}
      <div className="min-w-0 has-[[data-toast]]:grow max-sm:order-first max-sm:has-[[data-toast]]:basis-full max-sm:not-has-[[data-toast]]:hidden">
        {toasts}
      </div>
      {endsAtMs !== null && (
        <Link to={paths.checkout} className={`${buttonClasses('primary')} shrink-0`}>
          Check out
        </Link>
      )}
    </section>
  )
}
