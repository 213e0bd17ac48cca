import { expect, test } from 'vitest'
import { type CsvCell, writeCsv } from './csv.ts'

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
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['-', `'-`],
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
