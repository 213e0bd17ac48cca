import { describe, expect, test } from 'vitest'
import { LEAD_FIELD_NAMES, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { LEAD_FILE_BYTES_MAX, LEAD_IMPORT_STATES } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { fileComplaint } from './file-complaint.ts'
import { applyWords, newlyBackedWords, outcomeWords, previewNotes, stateWord, unusedColumns } from './import-words.ts'
import { choiceOf, cleanMapping, FIELD_GROUPS, firstOf, SAME_FOR_ALL, withChoice } from './mapping-groups.ts'

const NOTHING: LeadPreview = {
  newLeads: 3,
  merged: 0,
  unchanged: 0,
  repeated: 0,
  displaced: 0,
  tiers: { vip: 3, premier: 0, premium: 0, standard: 0 },
  refused: {},
  leftOut: { phones: 0, emails: 0, facts: 0 },
  newlyBacked: { places: 0, packages: 0, first: [] },
}

test('every state has a word and a description of its outcome', () => {
  const words = LEAD_IMPORT_STATES.map((state) => [
    stateWord({ state }).word,
    outcomeWords({ state, outcome: null, preview: NOTHING }),
  ])

  expect(words.flat().every((word) => word.length > 3)).toBe(true)
})

test('the outcome of an import is described in numbers', () => {
  const outcome = { newLeads: 1, merged: 2, displaced: 0, skipped: 0, kept: 4 }

  expect(outcomeWords({ state: 'applied', outcome, preview: NOTHING })).toBe('1 new lead, 2 updated')
  expect(outcomeWords({ state: 'undone', outcome, preview: NOTHING })).toBe('Undone except 4 leads')
  expect(applyWords(NOTHING)).toBe('Put 3 leads on sale')
  expect(applyWords({ ...NOTHING, newLeads: 0, merged: 2 })).toBe('Update 2 leads')
})

test('the preview notes only what is worth knowing', () => {
  expect(previewNotes(NOTHING, [])).toEqual([])
  const notes = previewNotes(
    { ...NOTHING, displaced: 1, repeated: 2, unchanged: 3, leftOut: { phones: 1, emails: 0, facts: 2 } },
    ['Remark'],
  )
  expect(notes).toHaveLength(5)
  expect(notes).toContain('2 rows repeat a lead in this file; the newest is used.')
  expect(notes.at(-1)).toBe('Unused columns: Remark.')
})

test.each([
  [{ forSale: 48, soldOut: 38 }, '38 of 48 packages for sale will be sold out', 'The file has no leads for them'],
  [
    { forSale: 48, soldOut: 0 },
    'The stock of 48 packages will come from leads',
    'All 48 packages for sale there now can still be bought',
  ],
  [{ forSale: 0, soldOut: 0 }, 'The stock of 48 packages will come from leads', 'get their first leads'],
  [{}, 'The stock of 48 packages will come from leads', 'get their first leads'],
])('describes what sells out among newly backed packages with %j', (counts, title, sentence) => {
  const words = newlyBackedWords({ places: 3, packages: 48, first: [], ...counts })

  expect(words.title).toBe(title)
  expect(words.sentence).toContain(sentence)
})

test('lists columns that no field uses as unused', () => {
  const mapping: LeadMapping = { address: { column: 'Street' }, leadType: { fixed: 'vacant' } }

  expect(unusedColumns({ columns: ['Street', 'Remark'], mapping })).toEqual(['Remark'])
})

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

    expect([column, fixed, withChoice(fixed, 'leadType', '')].map((mapping) => choiceOf(mapping, 'leadType'))).toEqual([
      'Type',
      SAME_FOR_ALL,
      '',
    ])
    expect(cleanMapping(fixed)).toEqual({})
  })
})

test.each([
  [{ name: 'leads.xlsx', size: 5 }, 'is a workbook'],
  [{ name: 'leads.zip', size: 5 }, 'is an archive'],
  [{ name: 'leads.csv', size: 0 }, 'is empty'],
  [{ name: 'leads.csv', size: LEAD_FILE_BYTES_MAX + 1 }, '512 MB is the limit'],
])('does not send a file %j', (file, words) => {
  expect(fileComplaint(file)).toContain(words)
})

test('sends a plain or compressed CSV', () => {
  expect([fileComplaint({ name: 'a.csv', size: 5 }), fileComplaint({ name: 'a.csv.gz', size: 5 })]).toEqual([
    undefined,
    undefined,
  ])
})
