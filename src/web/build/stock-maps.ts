import type { Atlas, Ring } from './atlas.ts'
import { centerOf, type Frame, frameAround, svgPathInUnits } from './svg-shapes.ts'

/** Longer side of a map in its own units. It is shown at 300 to 760 pixels, so a unit is about a pixel. */
const MAP_SIDE = 720

interface Shape {
  fips: string
  rings: readonly Ring[]
}

/**
 * Draws the shapes for the map of live stock: `maps/us.json` with the states, and `maps/<state fips>.json` with a
 * state's counties. Each shape is `[path, center x, center y]` by its code; the arrow keys use the center.
 */
export function drawStockMaps({ counties, states }: Atlas): ReadonlyMap<string, string> {
  const files = new Map([['maps/us.json', drawMap(states)]])
  for (const { fips } of states)
    files.set(
      `maps/${fips}.json`,
      drawMap(counties.filter((county) => county.fips.startsWith(fips)).map(({ fips, rings }) => ({ fips, rings }))),
    )
  return files
}

function drawMap(shapes: readonly Shape[]): string {
  const frame = frameAround(
    shapes.flatMap(({ rings }) => rings),
    MAP_SIDE,
  )
  return JSON.stringify({
    width: frame.width,
    height: frame.height,
    shapes: Object.fromEntries(shapes.map((shape) => [shape.fips, drawShape(shape, frame)])),
  })
}

/**
 * A place smaller than a unit, such as the city of Lexington in Virginia, becomes a small square, so that people can
 * see and point at it.
 */
function drawShape({ rings }: Shape, frame: Frame): [string, number, number] {
  const [x, y] = centerOf(rings, frame)
  return [svgPathInUnits(rings, frame) || `M${x - 2} ${y - 2}h4v4h-4z`, x, y]
}
