import { expect, test } from 'vitest'
import { FIELDS_OF } from '#contract/imports/mapping.ts'
import { cleanMapping, FIELD_GROUPS, meaningOf, withMeaning, withProperty } from './mapping-view.tsx'

test('the column form offers every field once, but the words that only a person can say', () => {
  const offered = FIELD_GROUPS.flatMap(({ options }) => options)
  expect([...offered, 'callable', 'countyByZip', 'dateOrder'].toSorted()).toEqual(FIELDS_OF.leads.toSorted())
})

test('the column form gives a meaning to one column, and a mark to several', () => {
  const one = withMeaning(withMeaning({ consent: { fixed: '' } }, 'A', 'city'), 'B', 'city')
  expect([meaningOf(one, 'A'), meaningOf(one, 'B')]).toEqual(['', 'city'])
  const marks = withMeaning(withMeaning(one, 'C', 'doNotCall'), 'D', 'doNotCall')
  expect(marks.doNotCall).toEqual({ columns: ['C', 'D'] })
  expect(withMeaning(marks, 'C', '').doNotCall).toEqual({ column: 'D' })
  expect(cleanMapping(one)).toEqual({ city: { column: 'B' } })
})

test('the other address becomes the mailing address, whichever is chosen last, unless the file has one', () => {
  const column = (name: string) => ({ column: name })
  const house = { address: column('Site'), city: column('City'), zip: column('Zip') }
  const other = { wholeAddress: column('Address'), city: column('City') }
  const atFirst = withProperty({ ownerName: column('Owner') }, [house, other], other)
  expect(atFirst).toMatchObject({ ...other, mailingAddress: column('Site'), mailingZip: column('Zip') })
  const then = withProperty(atFirst, [house, other], house)
  expect(then).toEqual({ ...house, ownerName: column('Owner'), mailingAddress: column('Address') })
  const mailing = { mailingAddress: column('Mail') }
  expect(withProperty(mailing, [house, other], house)).toEqual({ ...house, ...mailing })
})
