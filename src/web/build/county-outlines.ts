import type { Atlas, Ring } from './atlas.ts'

/** Side of the square that each outline is drawn into. */
const OUTLINE_SIDE = 100

interface StateOutlines {
  /** Each county of the state: its name, its outline as an SVG path, and its neighbors. */
  counties: Record<string, { name: string; path: string; neighbors: readonly string[] }>
  /** Neighbors in another state. */
  beyond: Record<string, { name: string; state: string }>
}

/**
 * Draws one small file per state, `outlines/<state fips>.json`: a county page loads the few kilobytes of its own state,
 * which also contain the names of neighbors across the state line.
 */
export function drawOutlines({ counties }: Atlas): ReadonlyMap<string, string> {
  const byFips = new Map(counties.map((county) => [county.fips, county]))
  const states = new Map<string, StateOutlines>()
  for (const { fips, name, state, rings, neighbors } of counties) {
    const file = states.get(fips.slice(0, 2)) ?? { counties: {}, beyond: {} }
    states.set(fips.slice(0, 2), file)
    file.counties[fips] = { name, path: outlinePath(rings), neighbors }
    for (const other of neighbors.map((code) => byFips.get(code))) {
      if (other && other.state !== state) file.beyond[other.fips] = { name: other.name, state: other.state }
    }
  }
  return new Map([...states].map(([code, file]) => [`outlines/${code}.json`, JSON.stringify(file)]))
}

/** The rings scaled into the square, with one decimal: finer than a screen shows at this size. */
function outlinePath(rings: readonly Ring[]): string {
  const points = rings.flat()
  const across = points.map((point) => point[0] ?? 0)
  const down = points.map((point) => point[1] ?? 0)
  const [left, top] = [Math.min(...across), Math.min(...down)]
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top]
  const scale = OUTLINE_SIDE / Math.max(width, height)
  const place = (point: Ring[number]) => {
    const x = ((point[0] ?? 0) - left + (Math.max(width, height) - width) / 2) * scale
    const y = ((point[1] ?? 0) - top + (Math.max(width, height) - height) / 2) * scale
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return rings.map((ring) => `M${ring.slice(0, -1).map(place).join('L')}Z`).join('')
}
