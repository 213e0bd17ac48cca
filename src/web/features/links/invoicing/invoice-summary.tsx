import type { ReactNode } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { leadsWords, offerEffects, sumRows } from '#web/lib/line-offers.ts'
import { priceAfterOffers, sumsOf } from '#web/lib/line-sums.ts'
import { classes } from '#web/ui/classes.ts'
import { NameValues } from '#web/ui/name-values.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import { Sums } from '#web/ui/sums.tsx'

interface InvoiceSummaryProps {
  /** `Invoice Summary` by default. */
  title?: string
  lines: readonly CartLine[]
  total: number
  /** False until the cart is loaded. */
  isKnown: boolean
  /** Shown instead of the lines if there are none. */
  empty: ReactNode
  /** Shows the lines below everything else, so that total and button stay where they are while lines are added. */
  areLinesLast?: boolean
  children: ReactNode
}

/** What the customer is asked to pay for, line by line with its offers, and the total. */
export function InvoiceSummary({
  title = 'Invoice Summary',
  lines,
  total,
  isKnown,
  empty,
  areLinesLast = false,
  children,
}: InvoiceSummaryProps) {
  return (
    <section
      aria-labelledby="invoice-summary"
      className="flex flex-col rounded-md border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="invoice-summary" className="text-base font-semibold">
        {title}
      </h2>
      {lines.length > 0 ? (
        <ul className={classes('mt-3 divide-y divide-line border-y border-line', areLinesLast && 'order-last')}>
          {lines.map((line) => (
            <li key={line.holdId} className="py-2 text-sm">
              <div className="flex items-baseline justify-between gap-4">
                <div className="min-w-0">
                  <p className="font-semibold">{packageName(line)}</p>
                  <p className="text-muted">
                    {leadsWords(line)} · {line.leadTypeName} · {line.county}, {line.state} ·{' '}
                    {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
                  </p>
                </div>
                <PriceCut
                  was={formatDollars(line.price)}
                  now={formatDollars(priceAfterOffers(line))}
                  className="text-right"
                />
              </div>
              <NameValues label="Offers" rows={offerEffects(line.offers)} className="mt-1" />
            </li>
          ))}
        </ul>
      ) : (
        isKnown && <div className="mt-3">{empty}</div>
      )}
      <Sums rows={sumRows(sumsOf(lines))} name="Total" amount={formatDollars(total)} className="mt-3" />
      {children}
    </section>
  )
}
