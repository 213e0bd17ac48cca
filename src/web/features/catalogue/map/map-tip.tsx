import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Between the pointer and its figure, in pixels. */
const GAP = 12

/** Puts the figure above a point of the window, within the width of the map. */
function putAt(tip: HTMLElement, x: number, y: number): void {
  const frame = tip.parentElement?.getBoundingClientRect()
  if (!frame) return
  const left = Math.min(Math.max(0, x - frame.left - tip.offsetWidth / 2), frame.width - tip.offsetWidth)
  tip.style.translate = `${left}px ${y - frame.top - tip.offsetHeight - GAP}px`
}

/**
 * Follows the pointer without rendering the map again; without a pointer, it is above the shape.
 *
 * @param shapeId of the place that is pointed at; undefined if none is
 */
export function useTip(shapeId: string | undefined) {
  const tip = useRef<HTMLParagraphElement>(null)
  const pointer = useRef<{ clientX: number; clientY: number } | null>(null)
  useLayoutEffect(() => {
    const shape = shapeId && document.getElementById(shapeId)
    if (!tip.current || !shape) return
    const { left, width, top } = shape.getBoundingClientRect()
    if (pointer.current) putAt(tip.current, pointer.current.clientX, pointer.current.clientY)
    else putAt(tip.current, left + width / 2, top)
  }, [shapeId])
  /** Null: the pointer is gone. */
  const followPointer = useCallback((at: { clientX: number; clientY: number } | null) => {
    pointer.current = at
    if (at && tip.current) putAt(tip.current, at.clientX, at.clientY)
  }, [])
  return { tip, followPointer }
}

/** What can be bought at the place that is pointed at; screen readers get it from the place itself. */
export function MapTip({
  tip,
  name,
  figure,
}: {
  tip: RefObject<HTMLParagraphElement | null>
  name: string
  figure: string
}) {
  return (
    <p
      ref={tip}
      aria-hidden="true"
      className="figures pointer-events-none absolute top-0 left-0 z-10 rounded-md border border-line bg-surface px-3 py-1.5 text-sm whitespace-nowrap shadow-float"
    >
      <span className="block font-semibold">{name}</span>
      {figure}
    </p>
  )
}
