import type { Order } from '#contract/orders/orders.ts'
import { finishContact } from '#web/features/checkout/contact-draft.ts'
import { agreeToPrices, usePriceChanges } from '#web/features/orders/cart/agreed-prices.ts'
import { recordBeingPaid } from '#web/features/orders/cart/being-paid.ts'
import { reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { PriceChangeNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { useClearCart } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { keepOrder } from '#web/features/orders/order-data.ts'

/** What the cart passes to a checkout, in the dialog and on the page. */
export function useCartCheckout(onPaid: (order: Order) => void) {
  const { lines, total, pendingOrder } = useCart()
  const { mutate: removeLines } = useClearCart()
  return {
    lines,
    total,
    pending: pendingOrder,
    mustAgree: usePriceChanges(lines).length > 0,
    agreement: <PriceChangeNotice lines={lines} total={total} />,
    onPaying: recordBeingPaid,
    onOrder: (order: Order) => {
      keepOrder(order)
      recordBeingPaid([])
      finishContact(order)
      onPaid(order)
    },
    reloadCart,
    agreeToPrices,
    removeLines,
  }
}
