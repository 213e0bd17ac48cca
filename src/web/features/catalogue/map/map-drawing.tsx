import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { MapDrawing } from './map-data.ts'
import { type Direction, nearestShape } from './nearest-shape.ts'
import type { MapPlace } from './sort-places.ts'
import { STEP_LOOKS } from './step-looks.ts'
import { type StockScale, stockStep } from './stock-steps.ts'

interface MapDrawingViewProps {
  label: string
  drawing: MapDrawing
  places: readonly MapPlace[]
  scale: StockScale
  currentFips: string | undefined
  /** The place under the pointer or the arrow keys; undefined if there is none. */
  onPoint: (fips: string | undefined) => void
  onChoose: (place: MapPlace) => void
}

const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] satisfies Direction[]

/** One stop for the Tab key; inside it, the arrow keys move from shape to shape and Enter selects. */
export function MapDrawingView({ label, drawing, places, scale, currentFips, onPoint, onChoose }: MapDrawingViewProps) {
  const id = useId()
  const { width, height, shapes } = drawing
  const [activeFips, setActiveFips] = useState<string>()
  const [hasFocus, setHasFocus] = useState(false)
  const centers = useMemo(() => Object.entries(shapes).map(([fips, [, x, y]]) => ({ fips, x, y })), [shapes])
  const active = places.find(({ fips }) => fips === (activeFips ?? currentFips)) ?? places[0]
  const shapeId = (fips: string) => `${id}-${fips}`

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!active) return
    if (ARROWS.includes(event.key)) {
      event.preventDefault()
      const next = nearestShape(centers, active.fips, event.key as Direction) ?? active.fips
      setActiveFips(next)
      onPoint(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose(active)
    }
  }

  return (
    <div
      role="listbox"
      aria-label={label}
      aria-activedescendant={hasFocus && active ? shapeId(active.fips) : undefined}
      tabIndex={0}
      onKeyDown={handleKeyDown}
      onFocus={() => {
        setHasFocus(true)
        onPoint(active?.fips)
      }}
      onBlur={() => {
        setHasFocus(false)
        onPoint(undefined)
      }}
      onPointerLeave={() => onPoint(hasFocus ? active?.fips : undefined)}
      className="rounded-md focus-visible:outline-offset-4"
    >
      <svg viewBox={`-4 -4 ${width + 8} ${height + 8}`} role="none" className="block max-h-[70dvh] w-full">
        <defs>
          <pattern id={`${id}-hatch`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="7" height="7" className="fill-sunken" />
            <path d="M0 0V7" className="stroke-control" strokeWidth="1.6" />
          </pattern>
        </defs>
        {places.map((place) => {
          const step = stockStep(scale, place.amount)
          return (
            // The surrounding map handles the keys and has the focus.
            <path
              key={place.fips}
              id={shapeId(place.fips)}
              d={shapes[place.fips]?.[0] ?? ''}
              role="option"
              aria-selected={place.fips === currentFips}
              aria-label={optionName(place)}
              fill={step === 0 ? `url(#${id}-hatch)` : undefined}
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              onPointerEnter={() => onPoint(place.fips)}
              onClick={() => onChoose(place)}
              className={classes('cursor-pointer stroke-surface stroke-1 hover:stroke-ink', STEP_LOOKS[step].fill)}
            />
          )
        })}
        <Frame path={shapes[currentFips ?? '']?.[0]} className="stroke-ink stroke-2" />
        <Frame path={hasFocus && active ? shapes[active.fips]?.[0] : undefined} className="stroke-attention stroke-3" />
      </svg>
    </div>
  )
}

/** Drawn over the neighbors, which would otherwise cover half of the line. */
function Frame({ path, className }: { path: string | undefined; className: string }) {
  if (!path) return null
  return (
    <path
      d={path}
      fill="none"
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      className={`pointer-events-none ${className}`}
    />
  )
}

function optionName({ name, packagesInStock, all }: MapPlace): string {
  return packagesInStock > 0 ? `${name}, ${packagesInStock} of ${all} packages in stock` : `${name}, nothing in stock`
}
