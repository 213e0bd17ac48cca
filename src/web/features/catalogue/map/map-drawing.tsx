import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { MapDrawing } from './map-data.ts'
import { MapTip, useTip } from './map-tip.tsx'
import { type Direction, nearestShape } from './nearest-shape.ts'
import { figureOf, type MapPlace } from './sort-places.ts'
import { STEP_LOOKS } from './step-looks.ts'
import { type StockScale, stockStep } from './stock-steps.ts'

interface MapDrawingViewProps {
  label: string
  drawing: MapDrawing
  places: readonly MapPlace[]
  scale: StockScale
  currentFips: string | undefined
  /** The place that is outlined: on the map, or pointed at in the table. */
  pointedFips: string | undefined
  /** Whether its figure is shown beside it, and not elsewhere. */
  isTipped: boolean
  /** The place under the pointer or the arrow keys; undefined if there is none. */
  onPoint: (fips: string | undefined) => void
  onChoose: (place: MapPlace) => void
  /** With a finger, a place is looked at before it is chosen: shapes are small, and nothing shows before a tap. */
  onTap: (place: MapPlace) => void
}

const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] satisfies Direction[]

/** One stop for the Tab key; inside it, the arrow keys move from shape to shape and Enter selects. */
export function MapDrawingView(props: MapDrawingViewProps) {
  const { label, drawing, places, scale, currentFips, pointedFips, isTipped, onPoint, onChoose, onTap } = props
  const id = useId()
  const { width, height, shapes } = drawing
  const [activeFips, setActiveFips] = useState<string>()
  const [hasFocus, setHasFocus] = useState(false)
  const centers = useMemo(() => Object.entries(shapes).map(([fips, [, x, y]]) => ({ fips, x, y })), [shapes])
  const active = places.find(({ fips }) => fips === (activeFips ?? currentFips)) ?? places[0]
  const shapeId = (fips: string) => `${id}-${fips}`
  const pointed = places.find(({ fips }) => fips === pointedFips)
  const { tip, followPointer } = useTip(pointed && shapeId(pointed.fips))
  const isTouch = useRef(false)

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!active) return
    isTouch.current = false
    setHasFocus(true)
    if (ARROWS.includes(event.key)) {
      event.preventDefault()
      followPointer(null)
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
        // A tap focuses too, but the place that was tapped counts.
        if (isTouch.current) return
        setHasFocus(true)
        onPoint(active?.fips)
      }}
      onBlur={() => {
        setHasFocus(false)
        onPoint(undefined)
      }}
      onPointerDown={({ pointerType }) => {
        isTouch.current = pointerType === 'touch'
      }}
      onPointerMove={followPointer}
      onPointerLeave={() => {
        followPointer(null)
        onPoint(hasFocus && !isTouch.current ? active?.fips : undefined)
      }}
      className="relative rounded-md focus-visible:outline-offset-4"
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
              onClick={() => (isTouch.current ? onTap(place) : onChoose(place))}
              className={classes('cursor-pointer stroke-surface stroke-1', STEP_LOOKS[step].fill)}
            />
          )
        })}
        <Frame path={shapes[currentFips ?? '']?.[0]} className="stroke-ink stroke-2" />
        <Frame path={shapes[pointedFips ?? '']?.[0]} className="stroke-ink stroke-3" />
        <Frame path={hasFocus && active ? shapes[active.fips]?.[0] : undefined} className="stroke-attention stroke-3" />
      </svg>
      {pointed && isTipped && <MapTip tip={tip} name={pointed.name} figure={figureOf(pointed)} />}
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

const optionName = (place: MapPlace): string => `${place.name}, ${figureOf(place)}`
