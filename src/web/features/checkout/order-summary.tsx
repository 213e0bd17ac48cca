import type { ReactNode } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { TIER_FACTS } from '#contract/catalogue.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'

interface OrderSummaryProps {
  lines: readonly CartLine[]
  total: number
  /** How long the lines are held, and what else the page wants said beside the total. */
  children?: ReactNode
}

/** What is being bought, line by line, and the total. */
export function OrderSummary({ lines, total, children }: OrderSummaryProps) {
  return (
    <section aria-labelledby="summary-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="summary-title" className="display text-xl">
        Order Summary
      </h2>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.holdId} className="flex items-baseline justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="text-sm font-semibold">
                {TIER_FACTS[line.tier].name} {line.sizeName}
              </p>
              <p className="text-sm text-muted">
                {line.size} leads · {line.leadTypeName} · {line.county}, {line.state} ·{' '}
                {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
              </p>
            </div>
            <p className="figures text-sm">{formatDollars(line.price)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-baseline justify-between">
        <span className="font-semibold">Total</span>
        <span className="display figures text-2xl">{formatDollars(total)}</span>
      </p>
      {children}
    </section>
  )
}
