import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, neighbors } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

/** Side of the square each outline is drawn into. */
const OUTLINE_SIDE = 100
const OUTLINES_URL = /^\/outlines\/(\d{2})\.json$/

type Position = readonly number[]
type Ring = readonly Position[]

/**
 * Cuts `us-atlas` (842 KB) into one small file per state: county outlines as SVG paths and who borders whom, by FIPS code.
 * A county page then loads the few kilobytes of its own state, and only once it shows a county.
 */
export function countyOutlines(): Plugin {
  let files: ReadonlyMap<string, string> | undefined
  const outlineFiles = () => {
    files ??= drawOutlines()
    return files
  }
  return {
    name: 'county-outlines',
    generateBundle() {
      for (const [state, source] of outlineFiles())
        this.emitFile({ type: 'asset', fileName: `outlines/${state}.json`, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = outlineFiles().get(OUTLINES_URL.exec(request.url ?? '')?.[1] ?? '')
        if (source === undefined) return next()
        response.setHeader('content-type', 'application/json')
        response.end(source)
      })
    },
  }
}

/** State FIPS code → the text of its file: `{ "<county fips>": { path, neighbors } }`. */
function drawOutlines(): ReadonlyMap<string, string> {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-albers-10m.json')
  const topology: Topology<{ counties: GeometryCollection }> = JSON.parse(readFileSync(file, 'utf8'))
  const counties = topology.objects.counties
  const borders = neighbors(counties.geometries)
  const states = new Map<string, Record<string, { path: string; neighbors: string[] }>>()
  counties.geometries.forEach((geometry, index) => {
    const fips = String(geometry.id)
    const drawn = feature(topology, geometry)
    const shape = drawn.type === 'Feature' ? drawn.geometry : undefined
    if (!shape || (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon')) return
    const rings = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()
    const state = states.get(fips.slice(0, 2)) ?? {}
    state[fips] = {
      path: svgPath(rings),
      neighbors: (borders[index] ?? []).map((other) => String(counties.geometries[other]?.id)),
    }
    states.set(fips.slice(0, 2), state)
  })
  return new Map([...states].map(([state, outlines]) => [state, JSON.stringify(outlines)]))
}

/** The rings scaled into the square, one decimal: finer than a screen shows at this size. */
function svgPath(rings: readonly Ring[]): string {
  const points = rings.flat()
  const across = points.map((point) => point[0] ?? 0)
  const down = points.map((point) => point[1] ?? 0)
  const [left, top] = [Math.min(...across), Math.min(...down)]
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top]
  const scale = OUTLINE_SIDE / Math.max(width, height)
  const place = (point: Position) => {
    const x = ((point[0] ?? 0) - left + (Math.max(width, height) - width) / 2) * scale
    const y = ((point[1] ?? 0) - top + (Math.max(width, height) - height) / 2) * scale
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return rings.map((ring) => `M${ring.slice(0, -1).map(place).join('L')}Z`).join('')
}
