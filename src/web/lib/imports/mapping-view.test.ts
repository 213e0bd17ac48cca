import { describe, expect, test } from 'vitest'
import { FIELDS_OF } from '#contract/imports/mapping.ts'
import { cleanMapping, FIELD_GROUPS, meaningOf, withMeaning } from './mapping-view.tsx'

describe('the column form', () => {
  test('offers every field once, but the words that only a person can say', () => {
    const offered = FIELD_GROUPS.flatMap(({ options }) => options)
    expect([...offered, 'callable'].toSorted()).toEqual(FIELDS_OF.leads.toSorted())
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
