import { geoAlbersUsa } from 'd3-geo'
import type { Atlas, Ring } from '#web/build/atlas-files.ts'

/** us-atlas projected its counties this way; see its README. */
const toPlane = () => geoAlbersUsa().scale(1300).translate([487.5, 305])

/** Finds the catalogue's county at a point on the earth by its outline; undefined at sea, where outlines are coarse. */
export type CountyFinder = (place: { longitude: number; latitude: number }) => string | undefined

/** Prepares the outlines of all counties, which the store already draws its maps from. */
export function makeCountyFinder({ counties }: Atlas): CountyFinder {
  const project = toPlane()
  const shapes = counties.map(({ fips, rings }) => ({ fips, rings, ...boxAround(rings) }))
  return ({ longitude, latitude }) => {
    const [x, y] = project([longitude, latitude]) ?? [Number.NaN, Number.NaN]
    return shapes.find(
      ({ left, right, top, bottom, rings }) =>
        x >= left && x <= right && y >= top && y <= bottom && isInside(rings, x, y),
    )?.fips
  }
}

function boxAround(rings: readonly Ring[]) {
  const across = rings.flat().map(([x = 0]) => x)
  const down = rings.flat().map(([, y = 0]) => y)
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) }
}

/** A point is inside if a line from it to the left crosses the rings an odd number of times; so holes are outside. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let index = 1; index < ring.length; index += 1) {
      const [x1 = 0, y1 = 0] = ring[index - 1] ?? []
      const [x2 = 0, y2 = 0] = ring[index] ?? []
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}
