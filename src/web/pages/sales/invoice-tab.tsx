import { InvoiceForm } from '#web/features/links/invoicing/invoice-form.tsx'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SalesLink } from './sales-link.tsx'

/** Generate Invoice of the sales dashboard. */
export function InvoiceTab() {
  const user = useCurrentUser()
  const { lines, total, isPending, error } = useCart()
  if (!user) return null
  return (
    <InvoiceForm
      memberId={user.id}
      lines={lines}
      total={total}
      isCartKnown={!isPending}
      onCartChanged={() => void reloadCart()}
      emptyCart={
        error ? (
          <Notice
            tone="danger"
            title="The cart could not be loaded"
            action={<Button onClick={() => void reloadCart()}>Try again</Button>}
          >
            {error.sentence}
          </Notice>
        ) : (
          <EmptyCart />
        )
      }
    >
      <LostLinesNotice className="mt-3" />
      <HoldBar lines={lines} className="mt-3" />
    </InvoiceForm>
  )
}

function EmptyCart() {
  return (
    <div className="rounded-md border border-dashed border-line px-4 py-6 text-center text-sm">
      <p className="font-semibold">The cart is empty</p>
      <p className="mt-1 text-muted">Choose a county and add packages for your customer.</p>
      <p className="mt-4">
        <SalesLink tab="market">Choose a market</SalesLink>
      </p>
    </div>
  )
}
