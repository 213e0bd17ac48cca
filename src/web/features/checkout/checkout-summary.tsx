import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { formatDollars } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { OrderLines } from './order-summary.tsx'
import { toPay } from './use-payment-intent.ts'

interface CheckoutSummaryProps extends ComponentProps<typeof OrderLines> {
  /** How to change what is bought. */
  edit: ReactNode
  /** How long the lines are held. */
  children?: ReactNode
}

/** What is being bought, beside the form in a wide window; in a narrow one, a line that unfolds. */
export function CheckoutSummary({ edit, children, ...order }: CheckoutSummaryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const partId = useId()
  return (
    <section aria-labelledby="summary-title" className="rounded-md border border-line bg-surface lg:p-6">
      <h2 id="summary-title" className="display text-xl max-lg:sr-only">
        Order Summary
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setIsOpen(!isOpen)}
        className="figures flex min-h-12 w-full items-center justify-between gap-3 rounded-md px-4 text-left font-semibold hover:bg-accent-quiet lg:hidden"
      >
        Order details ({order.lines.length}) · {formatDollars(toPay(order))}
        <ChevronDown size={18} aria-hidden="true" className={classes('shrink-0', isOpen && 'rotate-180')} />
      </button>
      <div id={partId} className={classes('px-4 pb-2 lg:mt-4 lg:p-0', !isOpen && 'max-lg:hidden')}>
        <OrderLines {...order} />
        <div className="mt-2">{edit}</div>
      </div>
      <div className="px-1 pb-1 lg:mt-4 lg:p-0">{children}</div>
    </section>
  )
}
