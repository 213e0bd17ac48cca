import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { type MapDrawing, type MapPlace, STEP_LOOKS, type StockScale, stockStep } from './map-data.ts'

/** Between the pointer and its figure, in pixels. */
const GAP = 12

function putAt(tip: HTMLElement, x: number, y: number): void {
  const frame = tip.parentElement?.getBoundingClientRect()
  if (!frame) return
  const left = Math.min(Math.max(0, x - frame.left - tip.offsetWidth / 2), frame.width - tip.offsetWidth)
  tip.style.translate = `${left}px ${y - frame.top - tip.offsetHeight - GAP}px`
}

/** Follows the pointer without rendering the map again; without a pointer, it is above the shape pointed at. */
function useTip(shapeId: string | undefined) {
  const tip = useRef<HTMLParagraphElement>(null)
  const pointer = useRef<{ clientX: number; clientY: number } | null>(null)
  useLayoutEffect(() => {
    const shape = shapeId && document.getElementById(shapeId)
    if (!tip.current || !shape) return
    const { left, width, top } = shape.getBoundingClientRect()
    if (pointer.current) putAt(tip.current, pointer.current.clientX, pointer.current.clientY)
    else putAt(tip.current, left + width / 2, top)
  }, [shapeId])
  const followPointer = useCallback((at: { clientX: number; clientY: number } | null) => {
    pointer.current = at
    if (at && tip.current) putAt(tip.current, at.clientX, at.clientY)
  }, [])
  return { tip, followPointer }
}

type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
type Center = { fips: string; x: number; y: number }

/** Sideways distance counts double, so an arrow prefers what is straight ahead. */
const SIDEWAYS = 2

/** Finds the shape that an arrow key leads to: the nearest with its center in that direction; undefined at the edge. */
export function nearestShape(shapes: readonly Center[], from: string, direction: Direction): string | undefined {
  const start = shapes.find(({ fips }) => fips === from)
  if (!start) return undefined
  let best: { fips: string; distance: number } | undefined
  for (const { fips, x, y } of shapes) {
    const [ahead, aside] = {
      ArrowUp: [start.y - y, x - start.x],
      ArrowDown: [y - start.y, x - start.x],
      ArrowLeft: [start.x - x, y - start.y],
      ArrowRight: [x - start.x, y - start.y],
    }[direction] as [number, number]
    // Within a quarter turn of the arrow; shapes further aside belong to another key.
    if (ahead <= 0 || Math.abs(aside) > ahead * SIDEWAYS) continue
    const distance = Math.hypot(ahead, aside * SIDEWAYS)
    if (!best || distance < best.distance) best = { fips, distance }
  }
  return best?.fips
}

interface MapDrawingViewProps {
  label: string
  drawing: MapDrawing
  places: readonly MapPlace[]
  scale: StockScale
  currentFips: string | undefined
  pointedFips: string | undefined
  isTipped: boolean
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
      <svg viewBox={`-4 -4 ${width + 8} ${height + 8}`} role="none" className="block max-h-[54dvh] w-full">
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
              aria-label={`${place.name}, ${place.words}`}
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
      {pointed && isTipped && (
        <p
          ref={tip}
          aria-hidden="true"
          className="figures pointer-events-none absolute top-0 left-0 z-10 rounded-md border border-line bg-surface px-3 py-1.5 text-sm whitespace-nowrap shadow-float"
        >
          <span className="block font-semibold">{pointed.name}</span>
          {pointed.words}
        </p>
      )}
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
