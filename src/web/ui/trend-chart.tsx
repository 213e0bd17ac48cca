import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'

/** One point on a chart's axis. */
export interface TrendPoint {
  key: string
  /** Shown next to the value, such as the whole date. */
  label: string
  /** Shown under the axis. */
  shortLabel: string
  value: number
}

interface TrendChartProps {
  /** What the values are. */
  label: string
  points: readonly TrendPoint[]
  format: (value: number) => string
  /** Formats values next to the axis, where there is little room. */
  formatAxis: (value: number) => string
  /** Charts with the same name and points highlight the same point. */
  syncId?: string
  /** The last point is not over yet: the line to it is dashed. */
  isLastOpen?: boolean
}

const HEIGHT_PX = 190
/** The same for every chart, so stacked charts align. */
const AXIS_WIDTH_PX = 52
/** More dots than this would hide the line. */
const DOTS_MAX = 45
const TICK = { fill: 'var(--muted)', fontSize: 12 }

/**
 * Values over time. Pointing at it, or arrow keys while it has the focus, read out one value after another. Nothing
 * moves by itself. Put a table with the same values next to it, because a chart is only for the eye.
 */
export function TrendChart({ label, points, format, formatAxis, syncId, isLastOpen = false }: TrendChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const last = points.length - 1
  const data = points.map((point, at) => ({
    ...point,
    closed: isLastOpen && at === last && last > 0 ? null : point.value,
    open: isLastOpen && at >= last - 1 ? point.value : null,
  }))
  const places = new Map(points.map((point) => [point.key, point]))
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-semibold">{label}</figcaption>
      {/* Clipped: a value that is read out stays where it was when the window becomes narrower. */}
      <div ref={box} className="overflow-x-clip" style={{ height: HEIGHT_PX }}>
        {width > 0 && (
          <LineChart
            width={width}
            height={HEIGHT_PX}
            data={data}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            title={`${label}. Use the arrow keys to go through the values.`}
            {...(syncId === undefined ? {} : { syncId })}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="key"
              tickFormatter={(key) => places.get(String(key))?.shortLabel ?? ''}
              tick={TICK}
              tickLine={false}
              axisLine={{ stroke: 'var(--control)' }}
              minTickGap={28}
              interval="equidistantPreserveStart"
            />
            <YAxis
              width={AXIS_WIDTH_PX}
              tickFormatter={formatAxis}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              allowDecimals={false}
              tickCount={5}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--control)' }}
              content={({ active, label: key }) => {
                const place = active ? places.get(String(key)) : undefined
                return place && <Told label={place.label} value={format(place.value)} />
              }}
            />
            {(['closed', 'open'] as const).map((dataKey) => (
              <Line
                key={dataKey}
                dataKey={dataKey}
                type="linear"
                stroke="var(--accent)"
                strokeWidth={2}
                {...(dataKey === 'open' && { strokeDasharray: '4 4' })}
                dot={points.length <= DOTS_MAX && { r: 2.5, fill: 'var(--accent)', strokeWidth: 0 }}
                activeDot={{ r: 4, fill: 'var(--accent)', stroke: 'var(--surface)' }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </div>
    </figure>
  )
}

/** Measured before the first paint and observed after it. The library's own container first renders at a wrong size. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

const Told = ({ label, value }: { label: string; value: string }) => (
  <p
    role="status"
    aria-live="assertive"
    className="figures rounded-md border border-line bg-surface px-2.5 py-1.5 text-xs text-ink shadow-float"
  >
    <span className="text-muted">{label}</span> <strong className="font-semibold">{value}</strong>
  </p>
)
