import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, neighbors } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import { isIndependentCity } from '#contract/catalogue/county-name.ts'

type Position = readonly number[]
export type Ring = readonly Position[]

export interface AtlasCounty {
  fips: string
  /** As the shop shows it. Independent cities that share a name within their state are "… City". */
  name: string
  state: string
  rings: readonly Ring[]
  /** FIPS codes of the counties that share a border, including across state lines. */
  neighbors: readonly string[]
}

export interface AtlasState {
  fips: string
  name: string
  rings: readonly Ring[]
}

export interface Atlas {
  counties: readonly AtlasCounty[]
  states: readonly AtlasState[]
}

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

function nameOf({ properties }: GeometryObject): string {
  return properties && 'name' in properties ? String(properties.name) : ''
}

function ringsOf(topology: AtlasTopology, geometry: GeometryObject): readonly Ring[] {
  const drawn = feature(topology, geometry)
  const shape = drawn.type === 'Feature' ? drawn.geometry : undefined
  if (shape?.type === 'Polygon') return shape.coordinates
  return shape?.type === 'MultiPolygon' ? shape.coordinates.flat() : []
}
