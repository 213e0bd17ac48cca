import { InvoiceForm } from '#web/features/links/invoicing/invoice-form.tsx'
import type { Invoice } from '#web/features/links/invoicing/use-invoice.ts'
import { reloadCart, useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { useMedia } from '#web/lib/use-media.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { SalesLink } from '../sales-link.tsx'
import { NARROW } from '../sales-navigation.ts'

export function InvoiceStep({ invoice }: { invoice: Invoice }) {
  const { lines, total, isPending, error } = useCart()
  const isNarrow = useMedia(NARROW)
  return (
    <InvoiceForm
      invoice={invoice}
      lines={lines}
      total={total}
      isCartKnown={!isPending}
      // On a phone, Send would be two screens below the details of a caller who is known already.
      isShort={isNarrow}
      emptyCart={
        error ? (
          <ListTrouble list={{ data: undefined, error, refetch: reloadCart }} title="The cart could not be loaded" />
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
