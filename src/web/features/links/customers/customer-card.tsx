import { NotebookPen } from 'lucide-react'
import type { Customer } from '#contract/links/customers.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'

interface CustomerCardProps {
  customer: Customer
  onOpen: () => void
  onNotes: () => void
  onInvoice: () => void
}

/** One customer of the grid. */
export function CustomerCard({ customer, onOpen, onNotes, onInvoice }: CustomerCardProps) {
  const { name, email, businessName, phone, createdAt, orderCount, notes } = customer
  return (
    <article className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-4 text-sm">
      <h2 className="text-base font-semibold">
        <button
          type="button"
          onClick={onOpen}
          dir="auto"
          className="line-clamp-2 text-left wrap-anywhere underline-offset-2 hover:underline"
        >
          {name}
        </button>
      </h2>
      <p className="mt-0.5 line-clamp-2 text-muted wrap-anywhere">{email}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact term="Business" value={businessName} />
        <Fact term="Phone" value={phone} />
        <Fact term="Added" value={formatDate(createdAt)} />
        <Fact term="Orders" value={formatPlural(orderCount, 'order')} />
      </dl>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-4">
        <Button size="small" onClick={onInvoice}>
          New invoice
          <span className="sr-only"> for {name}</span>
        </Button>
        <Button size="small" look="quiet" onClick={onNotes}>
          <NotebookPen size={16} aria-hidden="true" />
          <span>
            {notes ? 'Notes' : 'Add notes'}
            <span className="sr-only"> on {name}</span>
          </span>
        </Button>
      </div>
    </article>
  )
}

/** A named value; a dash if unknown. */
export function Fact({ term, value }: { term: string; value: string | null }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="line-clamp-3 min-w-0 text-left wrap-anywhere" dir="auto">
        {value || (
          <span className="text-muted">
            <span aria-hidden="true">–</span>
            <span className="sr-only">not known</span>
          </span>
        )}
      </dd>
    </>
  )
}
