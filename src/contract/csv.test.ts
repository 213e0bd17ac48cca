import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvCell, guardCell, unguardCell, writeCsv } from './csv.ts'

test('rows end with CRLF, the last one too', () => {
  expect(
    writeCsv([
      ['Package', 'Revenue'],
      ['VIP Junior Package', 299],
    ]),
  ).toBe('Package,Revenue\r\nVIP Junior Package,299\r\n')
})

test.each<[string, CsvCell, string]>([
  ['a comma', 'Travis, Texas', '"Travis, Texas"'],
  ['quotes', 'the "good" one', '"the ""good"" one"'],
  ['a line break', 'one\r\ntwo', '"one\r\ntwo"'],
  ['nothing', null, ''],
  ['letters of another language', 'Doña Ana', 'Doña Ana'],
])('a cell with %s is one cell', (_what, cell, written) => {
  expect(writeCsv([[cell]])).toBe(`${written}\r\n`)
})

test.each([
  ['=1+1', `'=1+1`],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+15125550100', `'+15125550100`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t'=1`],
  ['\r=1', `"'\r'=1"`],
  ['-', `'-`],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
  ['  =1+1', `'  =1+1`],
  ['\u200b=1+1', `'\u200b=1+1`],
  ['\n=1', `"'\n'=1"`],
  [';=1+1', `';'=1+1`],
  ['Ann;=1+1', `Ann;'=1+1`],
  ['Ann; "＝1+1', `"Ann;' ""＝1+1"`],
  ['Ann\t@SUM(A1)', `Ann\t'@SUM(A1)`],
  ['Ann\r\n-2+3', `"Ann\r'\n'-2+3"`],
])('a text that begins like a formula is neutralised: %j', (cell, written) => {
  expect(writeCsv([[cell]])).toBe(`${written}\r\n`)
})

test.each([
  [-29.9, '-29.9'],
  ['-29.90', '-29.90'],
  ['1299.00', '1299.00'],
])('a number stays a number: %j', (cell, written) => {
  expect(writeCsv([[cell]])).toBe(`${written}\r\n`)
})

test.each(['Ann; Second', 'price: 299.00; size: 20', 'O’Hara', "'quoted'", 'a-b', 'ann@example.com'])(
  'a text that begins no formula stays as it is: %j',
  (cell) => {
    expect(guardCell(cell)).toBe(cell)
  },
)

test('a file that comes back says what it said, whatever its cells began with', () => {
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

test('no reader, whatever it takes for a separator, finds a cell that begins like a formula', () => {
  const text = fc.string({ unit: fc.constantFrom("'", ';', '=', '＠', ' ', '\t', '\n', 'a', '＋'), maxLength: 14 })
  fc.assert(
    fc.property(text, (cell) => {
      for (const part of guardCell(cell).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 2000 },
  )
})
