import { describe, expect, test } from 'vitest'
import { LEAD_FIELD_NAMES } from '#contract/admin/lead-file-fields.ts'
import { LEAD_FILE_BYTES_MAX } from '#contract/admin/lead-files.ts'
import { fileError } from './import-view.tsx'
import { choiceOf, cleanMapping, FIELD_GROUPS, firstOf, SAME_FOR_ALL, withChoice } from './mapping-view.tsx'

describe('the column form', () => {
  test('shows every field once', () => {
    expect(FIELD_GROUPS.flatMap(({ fields }) => fields).toSorted()).toEqual(LEAD_FIELD_NAMES.toSorted())
  })

  test('goes to the first problem in the order of the form', () => {
    expect(firstOf({ state: 'No state.', fips: 'No code.' })).toBe('fips')
    expect(firstOf({})).toBeUndefined()
  })

  test('reads a field as a column, a fixed text or nothing', () => {
    const column = withChoice({}, 'leadType', 'Type')
    const fixed = withChoice(column, 'leadType', SAME_FOR_ALL)
    const mappings = [column, fixed, withChoice(fixed, 'leadType', '')]

    expect(mappings.map((mapping) => choiceOf(mapping, 'leadType'))).toEqual(['Type', SAME_FOR_ALL, ''])
    expect(cleanMapping(fixed)).toEqual({})
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
