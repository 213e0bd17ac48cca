import type { SubmitEvent } from 'react'
import { InvoiceSummary } from '#web/features/links/invoicing/invoice-summary.tsx'
import { SendArea } from '#web/features/links/invoicing/send-area.tsx'
import type { Invoice } from '#web/features/links/invoicing/use-invoice.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RunningInvoiceProps {
  invoice: Invoice
  title: string
}

/** The current invoice: who gets it, its lines with their time, the total, and Send. */
export function RunningInvoice({ invoice, title }: RunningInvoiceProps) {
  const { lines, total, isPending, error } = useCart()
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    invoice.submit()
  }
  const { fullName, email } = invoice.draft
  return (
    <form noValidate aria-label="Invoice" onSubmit={handleSubmit}>
      <InvoiceSummary
        title={title}
        lines={lines}
        total={total}
        isKnown={!isPending}
        areLinesLast
        empty={
          error ? (
            <Notice tone="danger" title="The cart could not be loaded">
              {error.sentence}
            </Notice>
          ) : (
            <p className="text-sm text-muted">No packages yet. What you add is reserved for your customer.</p>
          )
        }
      >
        {email && (
          <p className="mt-3 text-sm wrap-anywhere">
            <span className="text-muted">To</span> {fullName ? `${fullName}, ${email}` : email}
          </p>
        )}
        <LostLinesNotice className="mt-3" />
        <HoldBar lines={lines} className="mt-3" advice="Please send the invoice" />
        <SendArea invoice={invoice} total={lines.length > 0 ? total : null} />
      </InvoiceSummary>
    </form>
  )
}
