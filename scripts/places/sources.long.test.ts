/** The stored lists come from packages that only this lane and `npm run places` install. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPlaces } from '#web/features/catalogue/search/read-places.ts'
import { takeAtOnce } from '../../src/web/features/catalogue/search/in-steps.ts'
import { PLACES_FILE, renderPlaces, ZIP_COUNTIES_FILE } from './render-places.ts'
import { readPostOffices } from './sources.ts'

const text = readFileSync(PLACES_FILE, 'utf8')

test('the stored lists match their packages', () => {
  const made = renderPlaces()
  expect(made.places).toBe(text)
  expect(made.zipCounties).toBe(readFileSync(ZIP_COUNTIES_FILE, 'utf8'))
})

test('the list has every ZIP code of the fifty states and the District of Columbia', () => {
  const zips = new Set<number>()
  takeAtOnce(readPlaces(text)).eachZip((zip) => zips.add(zip))
  const missing = readPostOffices().filter(({ zip }) => !zips.has(Number(zip)))

  expect(missing.map(({ zip, place }) => `${zip} ${place}`)).toEqual([])
})
