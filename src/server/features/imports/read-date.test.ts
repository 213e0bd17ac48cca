/** Dates as spreadsheets, CRMs and people write them. */
import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

/** As a month-first file says it; `day first: …` if it exists in that order only. */
function said(text: string): string {
  const { month, day, aheadMs, isUnreal } = readDate(text)
  if (month === null && day === null) return isUnreal ? 'no such day' : 'unknown'
  const at = new Date(month ?? day ?? 0).toISOString().slice(0, 16)
  const zone = aheadMs === null ? '' : ` ${aheadMs / 3_600_000}`
  return `${month === null ? 'day first: ' : ''}${at}${zone}`
}

const DAY = '2026-03-31T00:00'
const TIME = '2026-03-31T14:05'
const DAY_FIRST = `day first: ${DAY}`

test.each([
  [DAY, ['46112', '3/31/2026', '3/31/2026 0:00', '03-31-26', '31-Mar-26', 'Mar 31, 2026', 'March 31 2026']],
  [DAY, ['2026-03-31', '2026/03/31', '2026.3.31', '20260331', '31st March, 2026', '31/Mar/2026', 'Mar-31-2026']],
  [DAY, ['Tue, 31 Mar 2026', 'Tuesday, March 31st, 2026', '31Mar2026', '1774915200000']],
  [DAY_FIRST, ['31.03.2026', '31/3/2026', '31-03-26', '31.3.2026 00:00']],
  [TIME, ['46112.5868055556', '3/31/2026, 2:05 PM', '2026-03-31 14:05', 'March 31 2026 2:05 p.m.', '3/31/26 2:05PM']],
  [TIME, ['Mar 31 2026 02:05 PM', 'Mar 31 2026  2:05PM', 'March 31, 2026 at 2:05\u202fPM', '2026-03-31T14:05:59.123']],
  [`${TIME} 0`, ['2026-03-31T14:05:00.000Z', '2026-03-31T14:05:00.000+0000', '1774965900000', '1774965900']],
  [`${TIME} -4`, ['2026-03-31T14:05-04:00', '3/31/2026 2:05 PM -0400', 'Tue Mar 31 2026 14:05:00 GMT-0400 (Eastern)']],
  [`${TIME} 5.5`, ['20260331T140500+0530']],
  ['1998-04-09T00:00', ['4/9/98', '9-Apr-98']],
  ['no such day', ['2/30/2026', '30/2/2026', '2026-02-30', '31-Apr-26', 'February 29, 2025']],
  [
    'unknown',
    ['yesterday', '13/13/2026', '0000-00-00', '3/31', 'Mar 2026', '2026', '78701', '3/31/2026 25:00', 'Foo 3 2026'],
  ],
])('%s', (expected, texts) => {
  for (const text of texts) expect([text, said(text)]).toEqual([text, expected])
})

test('a date whose day and month may change places has both readings', () => {
  const { month, day } = readDate('3/4/2026')
  expect([month, day]).toEqual([Date.UTC(2026, 2, 4), Date.UTC(2026, 3, 3)])
})
