import { expect, it } from 'vitest'
import { FileProblem } from '#server/platform/files/unpack.ts'
import { LEAD_FILE_HEADER } from '#testing/make-lead-file.ts'
import { readHeader } from './header.ts'

it.each([
  ['an email address', 'ann@example.com'],
  ['a phone', '(512) 555-0142'],
  ['a phone with its country', '+1 512.555.0142'],
  ['the number of a parcel', '0123-45-678'],
  ['a ZIP code', ' 78701 '],
  ['a day', '2026-01-15'],
  ['a day and a time', '2026-01-15T10:00:00Z'],
  ['a day in words', 'January 5, 2026'],
])('the first row of a lead file is not a header if one of its cells is %s', (_, cell) => {
  const read = () => readHeader(['Ann Smith', '12 Main St', cell])
  expect(read).toThrow(FileProblem)
  expect(read).toThrow('The first row must be a header that names the columns')
  expect(read).not.toThrow(cell.trim())
})

it.each([
  ...LEAD_FILE_HEADER.split(','),
  ...['Owner @ address', 'Phone 1 (10 digits)', 'ZIP5', 'Value on 2026-01-15', 'Sold 2019-2023', '1st owner'],
  ...['90 days', ''],
])('the first row of a lead file is a header with a column “%s”', (name) => {
  expect(readHeader(['A', 'B', name])).toEqual(['A', 'B', name || 'Column 3'])
})

it('the first row of a lead file lists each column once', () => {
  expect(readHeader(['Phone', 'Phone', ' A  name '])).toEqual(['Phone', 'Phone (2)', 'A name'])
})
