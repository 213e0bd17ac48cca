import { describe, expect, test } from 'vitest'
import { LEAD_FIELD_NAMES } from '#contract/admin/lead-file-fields.ts'
import { LEAD_FILE_BYTES_MAX } from '#contract/admin/lead-files.ts'
import { fileError } from './import-view.tsx'
import { cleanMapping, FIELD_GROUPS, meaningOf, withMeaning } from './mapping-view.tsx'

describe('the column form', () => {
  test('offers every field once, but the words that only a person can say', () => {
    const offered = FIELD_GROUPS.flatMap(({ options }) => options)
    expect([...offered, 'callable'].toSorted()).toEqual(LEAD_FIELD_NAMES.toSorted())
  })

  test('gives a meaning to one column, and a mark to several', () => {
    const one = withMeaning(withMeaning({ consent: { fixed: '' } }, 'A', 'city'), 'B', 'city')
    expect([meaningOf(one, 'A'), meaningOf(one, 'B')]).toEqual(['', 'city'])
    const marks = withMeaning(withMeaning(one, 'C', 'doNotCall'), 'D', 'doNotCall')
    expect(marks.doNotCall).toEqual({ columns: ['C', 'D'] })
    expect(withMeaning(marks, 'C', '').doNotCall).toEqual({ column: 'D' })
    expect(cleanMapping(one)).toEqual({ city: { column: 'B' } })
  })
})
test.each([
  [{ name: 'leads.xlsx', size: 5 }, 'is a workbook'],
  [{ name: 'leads.zip', size: 5 }, 'is an archive'],
  [{ name: 'leads.csv', size: 0 }, 'is empty'],
  [{ name: 'leads.csv', size: LEAD_FILE_BYTES_MAX + 1 }, '512 MB is the limit'],
])('does not send a file %j', (file, words) => {
  expect(fileError(file)).toContain(words)
})

test.each(['a.csv', 'a.csv.gz'])('sends a plain or compressed CSV: %s', (name) => {
  expect(fileError({ name, size: 5 })).toBeUndefined()
})
