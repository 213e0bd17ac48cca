import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoAlbersUsa, geoPath } from 'd3-geo'
import { feature, neighbors } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { isIndependentCity } from '#contract/catalogue/county-name.ts'

type Position = readonly number[]
export type Ring = readonly Position[]

interface AtlasCounty {
  fips: string
  /** As the shop shows it. Independent cities that share a name within their state are "… City". */
  name: string
  state: string
  rings: readonly Ring[]
  /** FIPS codes of the counties that share a border, including across state lines. */
  neighbors: readonly string[]
}

type AtlasState = { fips: string; name: string; rings: readonly Ring[] }

export type Atlas = { counties: readonly AtlasCounty[]; states: readonly AtlasState[] }

type AtlasTopology = Topology<{ counties: GeometryCollection; states: GeometryCollection }>

/**
 * Reads the 3,142 counties and 51 states of `us-atlas`, already projected onto a plane of 975 by 610 (Albers, with
 * Alaska and Hawaii moved below the southwest). Names match the server's catalogue;
 * src/testing/testing.county-names.test.ts compares them.
 */
export function readAtlas(): Atlas {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-albers-10m.json')
  const topology: AtlasTopology = JSON.parse(readFileSync(file, 'utf8'))
  const { geometries } = topology.objects.counties
  const borders = neighbors(geometries)
  const states = topology.objects.states.geometries.map((geometry) => ({
    fips: String(geometry.id),
    name: nameOf(geometry),
    rings: ringsOf(topology, geometry),
  }))
  const stateNames = new Map(states.map(({ fips, name }) => [fips, name]))
  const counties = geometries.map((geometry, index) => {
    const fips = String(geometry.id)
    return {
      fips,
      name: nameOf(geometry),
      state: stateNames.get(fips.slice(0, 2)) ?? '',
      rings: ringsOf(topology, geometry),
      neighbors: (borders[index] ?? []).map((other) => String(geometries[other]?.id)),
    }
  })
  return { counties: tellNamesakesApart(counties), states }
}

function tellNamesakesApart(counties: readonly AtlasCounty[]): AtlasCounty[] {
  const timesNamed = new Map<string, number>()
  const placeOf = ({ state, name }: AtlasCounty) => `${state}/${name}`
  for (const county of counties) timesNamed.set(placeOf(county), (timesNamed.get(placeOf(county)) ?? 0) + 1)
  return counties.map((county) => {
    const isNamesake = (timesNamed.get(placeOf(county)) ?? 0) > 1
    return isNamesake && isIndependentCity(county.fips) ? { ...county, name: `${county.name} City` } : county
  })
}

const nameOf = ({ properties }: GeometryObject): string =>
  properties && 'name' in properties ? String(properties.name) : ''

function ringsOf(topology: AtlasTopology, geometry: GeometryObject): readonly Ring[] {
  const drawn = feature(topology, geometry)
  const shape = drawn.type === 'Feature' ? drawn.geometry : undefined
  if (shape?.type === 'Polygon') return shape.coordinates
  return shape?.type === 'MultiPolygon' ? shape.coordinates.flat() : []
}

type Points = [number, number][]

/** A path without a projection measures in the plane itself. */
const plane = geoPath()
const polygon = (points: Points) => ({ type: 'Polygon' as const, coordinates: [points] })

/** In square units, whichever way the ring turns. */
const polygonArea = (points: Points): number => (points.length === 0 ? 0 : Math.abs(plane.area(polygon(points))))

/** The center of mass. */
const polygonCenter = (points: Points): [number, number] => plane.centroid(polygon(points))

/** How points of the atlas are mapped onto a drawing. */
type Frame = { left: number; top: number; scale: number; width: number; height: number }

/** The frame that fits all rings, with the given length for its longer side. */
function frameAround(rings: readonly Ring[], side: number): Frame {
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
const svgPathInUnits = (rings: readonly Ring[], frame: Frame): string =>
  rings.map((ring) => ringInUnits(placed(ring, frame))).join('')

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
function centerOf(rings: readonly Ring[], frame: Frame): [number, number] {
  const largest = rings
    .map((ring) => placed(ring, frame))
    .reduce((a, b) => (polygonArea(b) > polygonArea(a) ? b : a), [] as [number, number][])
  const [x, y] = polygonCenter(largest)
  return [Math.round(x), Math.round(y)]
}

/** Longer side of a map in its own units. It is shown at 300 to 760 pixels, so a unit is about a pixel. */
const MAP_SIDE = 720

type Shape = { fips: string; rings: readonly Ring[] }

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

/** The whole country in hundredths of the atlas's units, which are about three miles. */
const FINE: Frame = { left: 0, top: 0, scale: 100, width: 97_500, height: 61_000 }

/** Longitude and latitude of a shape's center. us-atlas projected its counties this way; see its README. */
function onEarth(rings: readonly Ring[]): number[] | undefined {
  const [x, y] = centerOf(rings, FINE)
  const place = geoAlbersUsa()
    .scale(1300)
    .translate([487.5, 305])
    .invert?.([x / FINE.scale, y / FINE.scale])
  return place?.map((degrees) => Number(degrees.toFixed(2)))
}

/** Side of the square that each outline is drawn into. */
const OUTLINE_SIDE = 100

interface StateOutlines {
  /** Each county of the state: its name, its outline as an SVG path, and its neighbors by the distance of centers. */
  counties: Record<string, { name: string; path: string; neighbors: readonly string[] }>
  /** Neighbors in another state. */
  beyond: Record<string, { name: string; state: string }>
}

/**
 * Draws one small file per state, `outlines/<state fips>.json`: a county page loads the few kilobytes of its own state,
 * which also contain the names of neighbors across the state line.
 */
function drawOutlines({ counties }: Atlas): ReadonlyMap<string, string> {
  const byFips = new Map(counties.map((county) => [county.fips, { ...county, center: centerOf(county.rings, FINE) }]))
  const states = new Map<string, StateOutlines>()
  for (const { fips, name, state, rings, center, neighbors } of byFips.values()) {
    const distanceTo = ({ center: [x, y] }: { center: [number, number] }) => Math.hypot(x - center[0], y - center[1])
    const nearestFirst = neighbors
      .flatMap((code) => byFips.get(code) ?? [])
      .sort((a, b) => distanceTo(a) - distanceTo(b))
    const file = states.get(fips.slice(0, 2)) ?? { counties: {}, beyond: {} }
    states.set(fips.slice(0, 2), file)
    file.counties[fips] = { name, path: outlinePath(rings), neighbors: nearestFirst.map((other) => other.fips) }
    for (const other of nearestFirst)
      if (other.state !== state) file.beyond[other.fips] = { name: other.name, state: other.state }
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

/**
 * Splits `us-atlas` (842 KB) into files that a browser requests one at a time: outlines and maps per state; with them
 * comes the list of places for the search. Done by the build, or at the first request to a development server.
 */
export function atlasFiles(): Plugin {
  let files: ReadonlyMap<string, string> | undefined
  const made = () => {
    files ??= makeFiles()
    return files
  }
  return {
    name: 'atlas-files',
    generateBundle() {
      for (const [fileName, source] of made()) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0]?.slice(1) ?? ''
        if (!/^(places\.txt|(centers|outlines\/\d\d|maps\/\w\w)\.json)$/.test(path)) return next()
        const source = made().get(path)
        if (source === undefined) return next()
        response.setHeader('content-type', path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8')
        response.end(source)
      })
    },
  }
}

function makeFiles(): ReadonlyMap<string, string> {
  const atlas = readAtlas()
  const places = readFileSync(new URL('./places.txt', import.meta.url), 'utf8')
  const centers = JSON.stringify(Object.fromEntries(atlas.counties.map(({ fips, rings }) => [fips, onEarth(rings)])))
  return new Map([...drawOutlines(atlas), ...drawStockMaps(atlas), ['places.txt', places], ['centers.json', centers]])
}
