import type { Ring } from './atlas.ts'
import { polygonArea, polygonCenter } from './polygons.ts'

/** How points of the atlas are mapped onto a drawing. */
export interface Frame {
  left: number
  top: number
  scale: number
  width: number
  height: number
}

/** The frame that fits all rings, with the given length for its longer side. */
export function frameAround(rings: readonly Ring[], side: number): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of rings.flat()) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const scale = side / Math.max(right - left, bottom - top)
  return { left, top, scale, width: Math.ceil((right - left) * scale), height: Math.ceil((bottom - top) * scale) }
}

const placed = (ring: Ring, frame: Frame): [number, number][] =>
  ring.map(([x = 0, y = 0]) => [(x - frame.left) * frame.scale, (y - frame.top) * frame.scale])

/**
 * Rings as an SVG path of whole units in relative steps: half the size of absolute ones. Neighbors round the same
 * points, so their borders still meet. Points that coincide and rings that shrink to nothing are left out.
 */
export function svgPathInUnits(rings: readonly Ring[], frame: Frame): string {
  return rings.map((ring) => ringInUnits(placed(ring, frame))).join('')
}

function ringInUnits(points: readonly [number, number][]): string {
  let path = ''
  let steps = 0
  let [atX, atY] = [0, 0]
  for (const point of points.slice(0, -1)) {
    const [x, y] = [Math.round(point[0]), Math.round(point[1])]
    if (path === '') path = `M${x} ${y}l`
    else if (x !== atX || y !== atY) {
      path += `${steps > 0 && x >= atX ? ' ' : ''}${x - atX}${y >= atY ? ' ' : ''}${y - atY}`
      steps += 1
    }
    atX = x
    atY = y
  }
  return steps < 2 ? '' : `${path}z`
}

/** Where the eye expects a shape's center: the center of its largest ring, in whole units. */
export function centerOf(rings: readonly Ring[], frame: Frame): [number, number] {
  const largest = rings
    .map((ring) => placed(ring, frame))
    .reduce((a, b) => (polygonArea(b) > polygonArea(a) ? b : a), [] as [number, number][])
  const [x, y] = polygonCenter(largest)
  return [Math.round(x), Math.round(y)]
}
