/** Search, map and outlines are drawn at the build; the catalogue is loaded by the server. They must mean the same places. */
import { expect, test } from 'vitest'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { readAtlas } from '#web/build/atlas.ts'
import { listCountyNames } from '#web/build/county-names.ts'

interface ListedState {
  state: string
  fips: string
  counties: Record<string, string>
}

const inOrder = (places: readonly { fips: string; state: string; name: string }[]) =>
  places.map(({ fips, state, name }) => `${fips} ${name}, ${state}`).sort()

test('the search knows exactly the counties of the shop, under the same names', async () => {
  const listed: ListedState[] = JSON.parse(listCountyNames(readAtlas()).get('counties.json') ?? '[]')
  const searched = listed.flatMap(({ state, fips, counties }) =>
    Object.entries(counties).map(([code, name]) => ({ fips: fips + code, state, name })),
  )

  expect(searched).toHaveLength(3142)
  expect(inOrder(searched)).toEqual(inOrder(await readAtlasCounties()))
})
