import { type PointerEvent, useState } from 'react'
import type { SalesFigures } from '#contract/sales/analytics.ts'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Fold } from '#web/ui/panel.tsx'
import { formatCount, formatDollars } from './format.ts'
import { formatShortCount, formatShortDollars } from './format-late.ts'

/** A day, week or month of the charts. */
interface Point {
  key: string
  label: string
  /** Under the axis. */
  shortLabel: string
  now: SalesFigures
  /** The same part of the period before. */
  before: SalesFigures
}

const MONEY = { format: formatDollars, formatAxis: formatShortDollars }
const COUNT = { format: formatCount, formatAxis: formatShortCount }
const CHARTS = {
  revenue: { words: 'After refunds', of: ({ revenue }: SalesFigures) => revenue, ...MONEY },
  orders: { words: 'Orders', of: ({ orders }: SalesFigures) => orders, ...COUNT },
  packages: { words: 'Packages', of: ({ packages }: SalesFigures) => packages, ...COUNT },
} as const
type ChartName = keyof typeof CHARTS

export const FIGURE_COLUMNS: readonly Column<SalesFigures>[] = [
  { header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { header: 'Refunded', isNumber: true, cell: (row) => formatDollars(row.refunded) },
  { header: 'Orders', isNumber: true, cell: (row) => formatCount(row.orders) },
  { header: 'Packages', isNumber: true, cell: (row) => formatCount(row.packages) },
  { header: 'Leads', isNumber: true, cell: (row) => formatCount(row.leads) },
]

interface SalesTrendsProps {
  /** Of each chart to show. */
  titles: { readonly [Name in ChartName]?: string }
  points: readonly Point[]
  /** What a point is, such as `Day`. */
  span: string
  /** What the period before is called; null if there is none to compare with. */
  beforeWords: string | null
  /** The last point is not over yet: a hollow dot beyond the line, because less than a whole one is no fall. */
  isLastOpen: boolean
}

/**
 * Sales over time, a chart for each kind of figure: on one chart, they would need several axes. Pointing at one, or arrow
 * keys while it has the focus, read out a point on all. A table has the same, because a chart is only for the eye.
 */
export function SalesTrends({ titles, span, ...shared }: SalesTrendsProps) {
  const { points, beforeWords } = shared
  const names = Object.keys(titles) as ChartName[]
  const [at, setAt] = useState<number | null>(null)
  const isCalm = span === 'Day' && points.length > BARE_DAYS_MAX
  const columns: Column<Point>[] = [
    { header: span, isTitle: true, isUnbroken: true, cell: ({ label }) => <strong>{label}</strong> },
    ...FIGURE_COLUMNS.map(({ cell, ...column }) => ({ ...column, cell: ({ now }: Point) => cell(now) })),
  ]
  if (beforeWords)
    columns.push(
      { header: `Revenue, ${beforeWords}`, isNumber: true, cell: ({ before }) => formatDollars(before.revenue) },
      { header: `Orders, ${beforeWords}`, isNumber: true, cell: ({ before }) => formatCount(before.orders) },
    )
  return (
    <div className="@container grid gap-5">
      <div className={classes('grid gap-6', names.length === 2 && '@4xl:grid-cols-2')}>
        {names.map((name) => (
          <Trend key={name} title={titles[name] ?? ''} {...{ ...shared, name, at, isCalm }} onAt={setAt} />
        ))}
      </div>
      <Fold title="Show as a table">
        <DataTable label={`Sales by ${span.toLowerCase()}`} columns={columns} rows={points} rowKey={({ key }) => key} />
      </Fold>
    </div>
  )
}

const HEIGHT_PX = 160
/** More dots than this would hide the line, and wide bars each other. */
const DOTS_MAX = 45
/** More days than this are drawn as averages of 7, because weekends make a zigzag. */
const BARE_DAYS_MAX = 14
/** As many labels as fit under a chart on a large phone; on a small one, every other. */
const LABELS_MAX = 5
const LABEL = 'absolute -translate-x-1/2 whitespace-nowrap'

/** Fewer steps than this where the values do not need as many. */
const STEPS_MAX = 5

/**
 * Round numbers for an axis: multiples of 1, 2 or 5 times a power of ten, from zero, or from below the smallest value if a
 * day had more refunds than sales, up to the largest. At least 0 and 1. Counted in hundredths, because tenths and cents are not exact as fractions.
 * @param isWhole no ticks between whole numbers, for counts
 */
export function ticksOf(values: readonly number[], isWhole: boolean): number[] {
  const highest = Math.max(0, ...values.map((value) => Math.ceil(value * 100 - 1e-6)))
  const lowest = Math.min(0, ...values.map((value) => Math.floor(value * 100 + 1e-6)))
  const span = highest - lowest
  if (span === 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(span / STEPS_MAX))
  const rough = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= STEPS_MAX) ?? span
  const step = Math.max(isWhole ? 100 : 1, rough)
  const first = Math.floor(lowest / step)
  return Array.from({ length: Math.ceil(highest / step) - first + 1 }, (_, at) => ((first + at) * step) / 100)
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

const weekMeansOf = (values: readonly number[]) =>
  values.map((_, at) => sumOf(values.slice(Math.max(0, at - 6), at + 1)) / 7)

interface TrendProps extends Omit<SalesTrendsProps, 'titles' | 'span'> {
  name: ChartName
  title: string
  /** The point that is read out, by its place; null for none: then the legend has the sums. */
  at: number | null
  onAt: (at: number | null) => void
  isCalm: boolean
}

function Trend({ name, title, points, beforeWords, isLastOpen, onAt, isCalm, ...props }: TrendProps) {
  const { words, of, format, formatAxis } = CHARTS[name]
  const last = points.length - 1
  const at = props.at === null ? null : Math.min(props.at, last)
  const values = points.map(({ now }) => of(now))
  const before = beforeWords === null ? [] : points.map((point) => of(point.before))
  const hasRefunds = name === 'revenue' && points.some(({ now }) => now.refunded > 0)
  const refunds = hasRefunds ? points.map(({ now }) => now.refunded) : []
  const ticks = ticksOf([...values, ...before], name !== 'revenue')
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const percentOf = (value: number) => ((top - value) / (top - bottom)) * 100
  const spotOf = (value: number, place: number) => `${place + 0.5} ${percentOf(value)}`
  const spots = values.map(spotOf)
  const labelStep = Math.ceil(points.length / LABELS_MAX)
  const whole = isLastOpen ? spots.slice(0, -1) : spots
  /** A mean needs its seven days, so its line begins at the seventh. */
  const pathOf = (of: readonly number[]) => {
    const drawn = (isCalm ? weekMeansOf(of) : of).slice(0, whole.length).map(spotOf)
    return of.length > 0 ? `M${drawn.slice(isCalm ? 6 : 0).join('L')}` : ''
  }
  const legend = [
    { words, values, mark: 'h-0.5 w-4 bg-accent' },
    { words: beforeWords, values: before, mark: 'w-4 border-t-2 border-dotted border-control' },
    { words: 'Refunds', values: refunds, mark: 'h-2.5 w-1 bg-danger' },
  ].filter((entry) => entry.values.length > 0)
  const handlePointer = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onAt(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * points.length))))
  }
  return (
    <figure className="figures min-w-0 text-xs">
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{title}</span>
        <span className="text-muted">
          {at !== null ? points[at]?.label : isCalm ? 'Dots: days. Lines: 7-day average' : 'Whole period'}
        </span>
      </figcaption>
      <dl className="mt-1 mb-4 flex flex-wrap gap-x-3 gap-y-1">
        {legend.map((entry) => (
          <div key={entry.words}>
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden="true" className={entry.mark} />
              {entry.words}
            </dt>
            <dd className="font-semibold">{format(at === null ? sumOf(entry.values) : (entry.values[at] ?? 0))}</dd>
          </div>
        ))}
        {isLastOpen && (
          <div>
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden="true" className="size-2 rounded-full border-2 border-accent" />
              {points[last]?.shortLabel} so far
            </dt>
            <dd className="font-semibold">{format(values[last] ?? 0)}</dd>
          </div>
        )}
      </dl>
      <div className="flex gap-2 pr-4 text-muted">
        <div aria-hidden="true" className="relative w-11 shrink-0">
          {ticks.map((tick) => (
            <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: `${percentOf(tick)}%` }}>
              {formatAxis(tick)}
            </span>
          ))}
        </div>
        <div
          className="relative min-w-0 grow touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
          style={{ height: HEIGHT_PX }}
          onPointerDown={handlePointer}
          onPointerMove={handlePointer}
          // A touch leaves at once; the focus that it brings keeps the point.
          onPointerLeave={({ pointerType, currentTarget }) =>
            pointerType === 'mouse' && !currentTarget.matches(':focus-within') && onAt(null)
          }
        >
          {/* Stretched over its place, while its lines keep their width: so nothing has to be measured. */}
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${points.length} 100`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <Line
                key={tick}
                color={tick === 0 ? 'stroke-control' : 'stroke-line'}
                width={1}
                d={`M0 ${percentOf(tick)}H${points.length}`}
              />
            ))}
            {at !== null && <Line color="stroke-control" width={1} d={`M${at + 0.5} 0V100`} />}
            <Line
              color="stroke-danger"
              width={last < DOTS_MAX ? 4 : 2}
              d={refunds.map((amount, place) => (amount > 0 ? `M${place + 0.5} 101V105` : '')).join('')}
            />
            {pathOf(before) && <Line color="stroke-control" width={1.5} dash="2 3" d={pathOf(before)} />}
            {whole.length > 0 && <Line color="stroke-accent" width={2.5} d={pathOf(values)} />}
            {last < DOTS_MAX && whole.length > 0 && (
              <Line
                color={isCalm ? 'stroke-accent/45' : 'stroke-accent'}
                width={5}
                d={`M${whole.join('h0.001M')}h0.001`}
              />
            )}
            {at !== null && <Line color="stroke-accent" width={11} d={`M${spots[at]}h0.001`} />}
            {isLastOpen && <Line color="stroke-accent" width={9} d={`M${spots[last]}h0.001`} />}
            {isLastOpen && <Line color="stroke-surface" width={5} d={`M${spots[last]}h0.001`} />}
          </svg>
          <input
            type="range"
            aria-label={title}
            aria-valuetext={`${points[at ?? last]?.label}: ${legend
              .map((entry) => `${entry.words} ${format(entry.values[at ?? last] ?? 0)}`)
              .join(', ')}`}
            min={0}
            max={last}
            value={at ?? last}
            // From the first point to the last, with a thumb of no width: where one presses is what one gets.
            className="absolute inset-y-0 appearance-none opacity-0 [&::-moz-range-thumb]:w-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-0 [&::-webkit-slider-thumb]:appearance-none"
            style={{ left: `${50 / points.length}%`, width: `${(last / points.length) * 100}%` }}
            onChange={(event) => onAt(Number(event.target.value))}
            onFocus={() => onAt(at ?? last)}
            onBlur={() => onAt(null)}
          />
        </div>
      </div>
      <div aria-hidden="true" className="relative mt-3 mr-4 ml-13 h-4 text-muted">
        {points.map(({ key, shortLabel }, place) =>
          place % labelStep === 0 ? (
            <span
              key={key}
              className={classes(LABEL, place % (2 * labelStep) > 0 && 'max-xs:hidden')}
              style={{ left: `${((place + 0.5) / points.length) * 100}%` }}
            >
              {shortLabel}
            </span>
          ) : null,
        )}
      </div>
    </figure>
  )
}

const Line = ({ color, d, width, dash }: { color: string; d: string; width: number; dash?: string }) => (
  <path
    d={d}
    className={color}
    strokeWidth={width}
    strokeDasharray={dash}
    // Round ends make dots of lines without length; bars keep theirs.
    strokeLinecap={d.includes('h') ? 'round' : 'butt'}
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
    fill="none"
  />
)
