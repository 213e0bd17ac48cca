import { expect, test } from 'vitest'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { findProblemsOf } from './mapping.ts'

const COLUMNS = ['Street', 'Town', 'Zip', 'Code', 'County', 'State', 'Kind', 'Day', 'Owner']
const WHOLE: LeadMapping = {
  address: { column: 'Street' },
  city: { column: 'Town' },
  zip: { column: 'Zip' },
  fips: { column: 'Code' },
  leadType: { column: 'Kind' },
  acquiredAt: { column: 'Day' },
  ownerName: { column: 'Owner' },
}
const without = (...fields: (keyof LeadMapping)[]): LeadMapping =>
  Object.fromEntries(Object.entries(WHOLE).filter(([field]) => !fields.some((one) => one === field)))

test.each([
  ['nothing', WHOLE, []],
  ['every missing field', without('address', 'acquiredAt', 'ownerName'), ['address', 'acquiredAt', 'ownerName']],
  ['a column that is not there', { ...WHOLE, city: { column: 'Village' } }, ['city']],
  ['a text for all rows where each needs its own', { ...WHOLE, zip: { fixed: '78701' } }, ['zip']],
  ['the county code, where nothing names a county', without('fips'), ['fips']],
  ['the state, where a county is named', { ...without('fips'), county: { column: 'County' } }, ['state']],
] as const)('finds fault with these fields of a mapping: %s', (_, mapping, fields) => {
  expect(Object.keys(findProblemsOf('leads', mapping, COLUMNS))).toEqual(fields)
})
