import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsvRows } from '#contract/csv.ts'
import { runsOf } from '#testing/lane.ts'
import { CsvReader } from './csv-reader.ts'
import { FileProblem } from './unpack.ts'

/** Reads a file in parts that may break anywhere: between a carriage return and its line feed, or between quotes. */
function read(...parts: string[]): string[][] {
  const reader = new CsvReader()
  const rows = parts.flatMap((part) => reader.push(part))
  return [...rows, ...reader.end()]
}

/** Cuts a text at places given as fractions of its length. */
function cut(text: string, shares: readonly number[]): string[] {
  const places = [0, ...shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, index) => text.slice(places[index], end))
}

/** Full of characters that mean something in CSV. */
const cell = fc.string({
  unit: fc.constantFrom('a', ',', '"', '\r', '\n', ';', ' ', '=', '-', '＝', "'", '\t', 'é', '𝄞', '7'),
  maxLength: 12,
})
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 12 })
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })

test('reads back exactly what the writer wrote, however the text is split', () => {
  fc.assert(
    fc.property(table, shares, (rows, places) => {
      expect(read(...cut(writeCsvRows(rows), places))).toEqual(rows)
    }),
    { numRuns: runsOf(500) },
  )
})

test('gives the same rows or error for any text, whole or in parts', () => {
  const outcome = (parts: string[]) => {
    try {
      return read(...parts)
    } catch (error) {
      if (error instanceof FileProblem) return error.message
      throw error
    }
  }
  fc.assert(
    fc.property(
      cell.chain((text) => fc.tuple(fc.constant(text.repeat(3)), shares)),
      ([text, places]) => {
        expect(outcome(cut(text, places))).toEqual(outcome([text]))
      },
    ),
    { numRuns: runsOf(500) },
  )
})

test.each([
  ['Windows line ends', 'a,b\r\n1,2\r\n'],
  ['Unix line ends', 'a,b\n1,2\n'],
  ['old Macintosh line ends', 'a,b\r1,2\r'],
  ['no line end at the end', 'a,b\n1,2'],
  ['quotes that are not needed', '"a","b"\n"1","2"'],
])('%s give the same rows', (_, text) => {
  expect(read(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('empty lines are rows of one empty cell, so row numbers match a spreadsheet', () => {
  expect(read('a\r\n\r\n\r\nb\r\n\r\n')).toEqual([['a'], [''], [''], ['b'], ['']])
})

test('quotes, commas and line ends within a cell are part of it', () => {
  expect(read('"a ""b"", c\r\nd",2\n5" pipe,')).toEqual([
    ['a "b", c\r\nd', '2'],
    ['5" pipe', ''],
  ])
})

test.each([
  ['a quote that is never closed', 'a\n1\n"2\n\n\n', 'The quote that opens in row 3 is never closed.'],
  ['text after a closing quote', 'a\n"1"2\n', 'In row 2, text follows after a closing quote.'],
  ['a cell without an end in sight', `a\n"${'x'.repeat(100_001)}`, 'A cell in row 2 is longer than 100,000'],
  ['a row without an end in sight', 'a\n'.concat(','.repeat(600)), 'Row 2 has more than 500 cells.'],
])('%s is reported with its row', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})
