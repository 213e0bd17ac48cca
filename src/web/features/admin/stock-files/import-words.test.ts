import { expect, test } from 'vitest'
import { STOCK_FILE_BYTES_MAX, StockImportState, type StockPreview } from '#contract/admin/stock-files.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { fileComplaint } from './file-complaint.ts'
import { consequenceWords, outcomeWords, previewNotes, stateWord } from './import-words.ts'

const NOTHING: StockPreview = {
  named: 4,
  changed: 3,
  unchanged: 1,
  leftAlone: 0,
  toZero: 0,
  toUnlimited: 0,
  fromUnlimited: 0,
  repeated: 0,
}

test('every state has a word, and the outcome for the stock is described', () => {
  const words = StockImportState.options.map((state) => stateWord({ state }).word)

  expect(words.every((word) => word.length > 3)).toBe(true)
  expect(outcomeWords({ state: 'applied', changedPackages: 1204, refusedRows: 0, preview: null })).toBe(
    '1,204 packages changed',
  )
  expect(outcomeWords({ state: 'refused', changedPackages: null, refusedRows: 1, preview: null })).toBe('1 row refused')
  expect(outcomeWords({ state: 'ready', changedPackages: null, refusedRows: 0, preview: NOTHING })).toBe(
    '3 packages would change',
  )
  expect(outcomeWords({ state: 'lapsed', changedPackages: null, refusedRows: 0, preview: NOTHING })).toBe(
    'No stock was changed',
  )
})

test('the question names what buyers will notice', () => {
  expect(consequenceWords(NOTHING)).toBe('None of them will be sold out.')
  expect(consequenceWords({ ...NOTHING, toZero: 1, toUnlimited: 2 })).toBe(
    '1 package will be sold out, and 2 packages will become unlimited.',
  )
})

test('the preview notes unchanged, repeated and ignored parts, if there are any', () => {
  expect(previewNotes(NOTHING, [])).toEqual([])
  expect(previewNotes({ ...NOTHING, leftAlone: 2, repeated: 1 }, ['Remark'])).toEqual([
    'Left unchanged: 2 packages whose stock moved since the export, in rows you did not edit.',
    'Repeated rows: 1.',
    'Unknown columns were ignored: Remark.',
  ])
})

test('a file that cannot be stock is refused before it is sent', () => {
  expect(fileComplaint({ name: 'stock.csv', size: 10 })).toBeUndefined()
  expect(fileComplaint({ name: 'stock.csv', size: 0 })).toBe('“stock.csv” is empty.')
  expect(fileComplaint({ name: 'Stock.XLSX', size: 10 })).toContain('is a workbook')
  expect(fileComplaint({ name: 'stock.csv', size: STOCK_FILE_BYTES_MAX + 1 })).toContain('24 MB is the limit')
})

test.each([
  [830, '830 bytes'],
  [830_000, '830 KB'],
  [10_900_000, '10.9 MB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
