import { useNavigate } from '@tanstack/react-router'
import type { CartLine } from '#contract/cart.ts'
import { formatDollars } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useCartSteps } from './use-cart-steps.ts'
import { useClearCart } from './use-remove-from-cart.ts'

/** The total and the two ways on: here in the dialog, or on the checkout page. */
export function CartFooter({ lines, total }: { lines: readonly CartLine[]; total: number }) {
  const clearCart = useClearCart()
  const { goTo } = useCartSteps()
  const navigate = useNavigate()
  return (
    <>
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">Total</span>
        <span className="display figures text-2xl">{formatDollars(total)}</span>
      </p>
      <Button look="primary" size="large" className="mt-3 w-full" onClick={() => goTo('contact')}>
        Continue to Contact Info
      </Button>
      <Button className="mt-2 w-full" onClick={() => void navigate({ to: paths.checkout })}>
        Proceed to Checkout
      </Button>
      <div className="mt-2 flex items-center justify-between gap-4">
        <p className="text-xs text-muted">Secure payment with Stripe and Cash App</p>
        <Button
          look="danger"
          size="small"
          className="-mr-2 shrink-0"
          onClick={() => clearCart.mutate(lines)}
          disabled={clearCart.isPending}
        >
          Clear Cart
        </Button>
      </div>
    </>
  )
}
