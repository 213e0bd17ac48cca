import { expect, test } from 'vitest'
import { findCounty, findState } from './find-place.ts'

test.each([
  ['Texas', 'Texas'],
  ['TX', 'Texas'],
  [' new  york ', 'New York'],
  ['D.C.', 'District of Columbia'],
  ['', undefined],
  ['__proto__', undefined],
])('the state “%s” is %s', (written, state) => {
  expect(findState(written)).toBe(state)
})

const VIRGINIA = ['Charles City', 'Fairfax', 'Fairfax City', 'James City', 'Norfolk']
const OTHERS = 'Anchorage,Bethel,DeKalb,Doña Ana,Juneau,Orleans,Prince George’s,St. Clair,Travis'.split(',')

test.each([
  ['Travis County', 'Travis'],
  ['travis co.', 'Travis'],
  ['Orleans Parish', 'Orleans'],
  ['Juneau City and Borough', 'Juneau'],
  ['Saint Clair County', 'St. Clair'],
  ['De Kalb', 'DeKalb'],
  ["prince george's county", 'Prince George’s'],
  ['Fairfax County', 'Fairfax'],
  ['Fairfax City', 'Fairfax City'],
  ['Norfolk City', 'Norfolk'],
  ['Charles City County', 'Charles City'],
  ['Travs County', undefined],
  ['', undefined],
])('the county “%s” is %s', (written, county) => {
  expect(findCounty([...VIRGINIA, ...OTHERS], written)).toBe(county)
})
