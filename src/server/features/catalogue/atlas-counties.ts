import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { County } from './places.ts'

/** Federal codes above this are territories, which the store does not sell. */
const LAST_STATE_CODE = 56

/** Independent cities have county codes from 510 on; six of them share a county's name within their state. */
const FIRST_CITY_CODE = 510

interface AtlasShapes {
  geometries: { id: string; properties: { name: string } }[]
}

/** The 3,142 counties of the 50 states and the District of Columbia, from `us-atlas` (Census Bureau, 2017 boundaries). */
export async function readAtlasCounties(): Promise<County[]> {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
  const atlas: { objects: { counties: AtlasShapes; states: AtlasShapes } } = JSON.parse(await readFile(path, 'utf8'))
  const stateNames = new Map(atlas.objects.states.geometries.map(({ id, properties }) => [id, properties.name]))
  const counties = atlas.objects.counties.geometries
    .filter(({ id }) => Number(id.slice(0, 2)) <= LAST_STATE_CODE)
    .map(({ id, properties }) => ({ fips: id, state: stateNames.get(id.slice(0, 2)) ?? '', name: properties.name }))
  const timesNamed = new Map<string, number>()
  for (const { state, name } of counties)
    timesNamed.set(`${state}/${name}`, (timesNamed.get(`${state}/${name}`) ?? 0) + 1)
  return counties.map((county) => {
    const isNamesake = (timesNamed.get(`${county.state}/${county.name}`) ?? 0) > 1
    return isNamesake && Number(county.fips.slice(2)) >= FIRST_CITY_CODE
      ? { ...county, name: `${county.name} City` }
      : county
  })
}
