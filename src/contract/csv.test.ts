import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvCell, guardCell, unguardCell, writeCsv, writeCsvRows } from './csv.ts'

test('starts with a byte order mark, and ends each row with CRLF, including the last', () => {
  expect(
    writeCsv([
      ['Package', 'Revenue'],
      ['VIP Junior Package', 299],
    ]),
  ).toBe('\uFEFFPackage,Revenue\r\nVIP Junior Package,299\r\n')
})

test.each<[cell: CsvCell, written: string]>([
  ['Travis, Texas', '"Travis, Texas"'],
  ['the "good" one', '"the ""good"" one"'],
  ['one\r\ntwo', '"one\r\ntwo"'],
  [null, ''],
  ['Doña Ana', 'Doña Ana'],
  // What starts like a formula.
  ['=1+1', `'=1+1`],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+15125550100', `'+15125550100`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\r=1', `"'\r'=1"`],
  ['-', `'-`],
  ['＝1+1', `'＝1+1`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
  ['  =1+1', `'  =1+1`],
  ['\u200b=1+1', `'\u200b=1+1`],
  ['Ann; "＝1+1', `"Ann;' ""＝1+1"`],
  ['Ann\t@SUM(A1)', `Ann\t'@SUM(A1)`],
  ['Ann\r\n-2+3', `"Ann\r'\n'-2+3"`],
  // A number stays one.
  [-29.9, '-29.9'],
  ['-29.90', '-29.90'],
  ['1299.00', '1299.00'],
])('writes %j as one cell that calculates nothing', (cell, written) => {
  expect(writeCsvRows([[cell]])).toBe(`${written}\r\n`)
})

test.each(['Ann; Second', 'price: 299.00; size: 20', 'O’Hara', "'quoted'", 'a-b', 'ann@example.com'])(
  'does not change a text that does not start like a formula: %j',
  (cell) => {
    expect(guardCell(cell)).toBe(cell)
  },
)

test('restores the original text when a file is imported again', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", ';', '=', '＝', ' ', '\t', '\n', 'a', '"', '-', '7'),
    maxLength: 14,
  })
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguardCell(guardCell(cell))).toBe(cell)
    }),
    { numRuns: 2000 },
  )
})

test('leaves no cell that starts like a formula, whatever separator a reader uses', () => {
  const text = fc.string({ unit: fc.constantFrom("'", ';', '=', '＠', ' ', '\t', '\n', 'a', '＋'), maxLength: 14 })
  fc.assert(
    fc.property(text, (cell) => {
      for (const part of guardCell(cell).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 2000 },
  )
})
