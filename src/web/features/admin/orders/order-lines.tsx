import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { leadsWords, offerEffects } from '#web/lib/line-offers.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { lostDiscountWords } from './order-words.ts'
import { areLeadsDelivered } from './refund-fates.ts'

type Line = AdminOrder['lines'][number]

/** The packages of an order: the price of each after offers, and its outcome. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.lineNumber} className="rounded-md border border-line bg-surface p-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-semibold">{packageName(line)}</p>
            <p className="figures font-semibold">{formatDollars(priceAfterOffers(line))}</p>
          </div>
          <p className="text-muted">
            {leadsWords(line)}, {line.leadTypeName}, {line.county}, {line.state}, by{' '}
            {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
          </p>
          {line.discount > 0 && <p className="figures text-muted">Price {formatDollars(line.price)}</p>}
          {line.credit > 0 && (
            <p className="figures text-muted">{formatDollars(line.credit)} of it paid with store credit</p>
          )}
          {offerEffects(line.offers).map(({ key, name, value }) => (
            <p key={key} className="figures text-accent">
              {name}: {value}
            </p>
          ))}
          {lostDiscountWords(line) && <p className="figures text-muted">{lostDiscountWords(line)}</p>}
          <LineOutcome line={line} />
        </li>
      ))}
    </ul>
  )
}

function LineOutcome({ line }: { line: Line }) {
  const { outcome, refunded, left } = line
  // Older refunds say that even delivered leads were returned.
  const isReturned = line.isReturned && !areLeadsDelivered(line)
  if (outcome === 'open' || (outcome === 'sold' && refunded === 0 && !isReturned)) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2">
      {outcome === 'refunded' && <StatusPill tone="over">Sold out when paid</StatusPill>}
      {isReturned && <StatusPill tone="plain">Back on sale</StatusPill>}
      {refunded > 0 && (
        <span className="figures">
          {formatDollars(refunded)} refunded{left > 0 && `, ${formatDollars(left)} left`}
        </span>
      )}
    </p>
  )
}
