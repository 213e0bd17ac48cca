import { expect, test } from 'vitest'
import { readAtlasCounties } from '#server/features/catalogue/load-catalogue.ts'
import { countyName } from './county-name.ts'
import { placeName } from './place-name.ts'

test.each([
  ['48453', 'Texas', 'Travis', 'Travis County, Texas'],
  ['22071', 'Louisiana', 'Orleans', 'Orleans Parish, Louisiana'],
  ['51710', 'Virginia', 'Norfolk', 'Norfolk, Virginia'],
  ['24005', 'Maryland', 'Baltimore', 'Baltimore County, Maryland'],
  ['11001', 'District of Columbia', 'District of Columbia', 'District of Columbia, District of Columbia'],
  [undefined, 'Texas', 'Travis', 'Travis, Texas'],
])('%s in %s is named as people say it', (fips, state, county, name) => {
  expect(countyName({ fips, state, county })).toBe(name)
})

test('every county of the catalogue has the same name without its federal code', async () => {
  const counties = await readAtlasCounties()
  const differing = counties.filter(
    ({ fips, state, name: county }) => placeName({ state, county }) !== countyName({ fips, state, county }),
  )
  expect(counties.length).toBe(3_142)
  expect(differing).toEqual([])
})
