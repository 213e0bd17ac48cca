import { describe, expect, test } from 'vitest'
import { dayComplaint, isAskable, readDayRange } from './day-range.ts'

describe('entered days', () => {
  test.each(['0002-03-01', '0020-03-01', '0202-03-01', '1999-12-31', '2026-02-30'])('cannot be %s', (day) => {
    expect(isAskable({ from: day, to: '' })).toBe(false)
    expect(isAskable({ from: '', to: day })).toBe(false)
    expect(dayComplaint(day)).toBe('Choose a day from 2000 on.')
  })

  test('are used once they are complete, alone or together', () => {
    expect(isAskable({ from: '2026-03-01', to: '' })).toBe(true)
    expect(isAskable({ from: '2026-03-01', to: '2026-03-01' })).toBe(true)
    expect(isAskable({ from: '', to: '' })).toBe(true)
    expect([dayComplaint('2026-03-01'), dayComplaint('')]).toEqual([undefined, undefined])
  })

  test('are not used while the end is before the start', () => {
    expect(isAskable({ from: '2026-03-02', to: '2026-03-01' })).toBe(false)
  })
})

test.each([
  [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-03-01', to: '2026-03-31' },
  ],
  [
    { from: '0002-03-01', to: 'today' },
    { from: '', to: '' },
  ],
  [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-03-02', to: '' },
  ],
  [{}, { from: '', to: '' }],
])('a URL with %j is read as %j', (words, days) => {
  expect(readDayRange(words)).toEqual(days)
})
