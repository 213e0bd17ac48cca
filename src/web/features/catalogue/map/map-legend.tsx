import { useId } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { STEP_LOOKS } from './step-looks.ts'
import { rangesOf, type StockScale } from './stock-steps.ts'

/** What the shades mean. The table has the same in figures, so this is only for the eye. */
export function MapLegend({ label, scale }: { label: string; scale: StockScale }) {
  const id = useId()
  return (
    <div aria-hidden="true" className="mt-1 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <span>{label}</span>
      <span className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" width="14" height="14">
          <defs>
            <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" className="stroke-control" strokeWidth="1.6" />
            </pattern>
          </defs>
          <rect width="14" height="14" fill={`url(#${id})`} className="stroke-control" />
        </svg>
        Nothing in stock
      </span>
      {rangesOf(scale).map(({ step, from, to }) => (
        <span key={step} className="figures inline-flex items-center gap-1.5">
          <span className={`size-3.5 ${STEP_LOOKS[step].swatch}`} />
          {from < to ? `${formatCount(from)}-${formatCount(to)}` : formatCount(to)}
        </span>
      ))}
    </div>
  )
}
