import { levelWords } from '#contract/admin/price-areas.ts'
import { type PriceChange, priceName } from '#contract/admin/pricing.ts'
import { formatPlural } from '#web/lib/format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { OldAndNew } from './price-line.tsx'
import { PricedRows } from './priced-rows.tsx'

/** Describes a change: its one price with old and new, or how many there are, folded. */
export function ChangedPrices({ change }: { change: PriceChange }) {
  const [first] = change.rows
  if (!first) return null
  const place = change.area && <span className="block font-semibold">{change.area.name}</span>
  if (change.rows.length === 1)
    return (
      <>
        {place}
        {priceName(first)}
        <span className="block">
          <OldAndNew before={first.before} after={first.after} />
          {change.area && <span className="text-muted"> ({levelWords(first.afterLevel, change.area)})</span>}
        </span>
      </>
    )
  return (
    <>
      {place}
      <details>
        <summary className="-mt-0.5 py-0.5 font-semibold text-accent hover:underline">
          {formatPlural(change.rows.length, 'price')}
        </summary>
        <div className="mt-1 sm:rounded-md sm:border sm:border-line sm:px-3 sm:pb-1">
          <PricedRows label="Prices of this change, old and new" rows={change.rows} area={change.area} />
        </div>
      </details>
    </>
  )
}

/** The state of a change. */
export function ChangeState({ change }: { change: PriceChange }) {
  if (change.state === 'scheduled') return <StatusPill tone="waiting">Planned</StatusPill>
  if (change.state === 'cancelled') return <StatusPill tone="plain">Canceled</StatusPill>
  return change.undoneBy ? <StatusPill tone="plain">Undone</StatusPill> : <StatusPill tone="done">Applied</StatusPill>
}

/** Names a change in a question about it. */
export function changeName({ rows, area }: Pick<PriceChange, 'rows' | 'area'>): string {
  const [first] = rows
  const prices = rows.length === 1 && first ? priceName(first) : formatPlural(rows.length, 'price')
  return area ? `${prices} in ${area.name}` : prices
}
