export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

export interface Center {
  fips: string
  x: number
  y: number
}

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
