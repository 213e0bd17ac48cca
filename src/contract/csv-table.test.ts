import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'

test.each([
  ['2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  ['2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
  ['2026-03-08T07:00:05Z', '2026-03-08 03:00:05'],
  ['2026-07-04T03:59:59Z', '2026-07-03 23:59:59'],
  [null, null],
])('a table has the store’s clock at %s under a header with its zone', (instant, clock) => {
  const table = csvTable<string | null>({ 'Paid (zone)': (at, write) => write(at) }, 'America/New_York')
  expect([table.columns, table.rowOf(instant)]).toEqual([['Paid (New York time)'], [clock]])
})
