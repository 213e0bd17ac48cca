/** Search, map and outlines are made at the build; the catalogue is loaded by the server. They must mean the same places. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { takeAtOnce } from '#web/features/catalogue/search/in-steps.ts'
import { readPlaces } from '#web/features/catalogue/search/read-places.ts'

const inOrder = (places: readonly { fips: string; state: string; name: string }[]) =>
  places.map(({ fips, state, name }) => `${fips} ${name}, ${state}`).sort()

test('the search knows exactly the counties of the shop, under the same names', async () => {
  const list = readFileSync(new URL('../web/build/places.txt', import.meta.url), 'utf8')
  const searched = takeAtOnce(readPlaces(list)).counties.map(({ fips, state, name }) => ({
    fips,
    state: state.name,
    name,
  }))

  expect(searched).toHaveLength(3142)
  expect(inOrder(searched)).toEqual(inOrder(await readAtlasCounties()))
})
