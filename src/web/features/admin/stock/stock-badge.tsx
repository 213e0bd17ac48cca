import { COUNTED_MAX, LOW_STOCK_MAX } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'

/** The stock of a package: its look and its mark change above 50 and above 10; unlimited is shown as infinity. */
export function StockBadge({ available }: { available: number }) {
  const tone: StatusTone = available > 50 ? 'done' : available > LOW_STOCK_MAX ? 'waiting' : 'over'
  return (
    <>
      <StatusPill tone={tone}>{available > COUNTED_MAX ? '∞' : formatCount(Math.max(0, available))}</StatusPill>
      <span className="sr-only">{available > COUNTED_MAX ? ' unlimited' : ' in stock'}</span>
    </>
  )
}
