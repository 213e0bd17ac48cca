import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatDollars } from '#web/lib/format.ts'
import { sumRows } from '#web/lib/line-offers.ts'
import type { LineSums } from '#web/lib/line-sums.ts'
import { paymentMethods } from '#web/lib/payment-methods.ts'
import { query } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Sums } from '#web/ui/sums.tsx'
import { useCartSteps } from './use-cart-steps.ts'
import { useClearCart } from './use-remove-from-cart.ts'

/** The total and the one way on: the checkout page. Buyers who want to keep the page behind may pay in the dialog. */
export function CartFooter({ lines, sums }: { lines: readonly CartLine[]; sums: LineSums }) {
  const clearCart = useClearCart()
  const { goTo } = useCartSteps()
  const navigate = useNavigate()
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const methods = config && paymentMethods(config, 'Stripe', 'and')
  return (
    <>
      <Sums rows={sumRows(sums)} name="Total" amount={formatDollars(sums.total)} />
      <Button look="primary" size="large" className="mt-3 w-full" onClick={() => void navigate({ to: paths.checkout })}>
        Proceed to Checkout
      </Button>
      <p className="mt-2 min-h-4 text-center text-xs text-muted">{methods && `Secure payment with ${methods}`}</p>
      <div className="mt-1 flex items-center justify-between gap-4">
        <Button look="quiet" size="small" className="-ml-3" onClick={() => goTo('contact')}>
          Pay here instead
        </Button>
        <Button
          look="danger"
          size="small"
          className="-mr-3"
          onClick={() => clearCart.isPending || clearCart.mutate(lines)}
          aria-disabled={clearCart.isPending || undefined}
        >
          Clear Cart
        </Button>
      </div>
    </>
  )
}
