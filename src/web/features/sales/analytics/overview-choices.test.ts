import { expect, test } from 'vitest'
import { choicesOf, daysBefore, daysOf, isCut, spanOf, spansOf, wordsOf } from './overview-choices.ts'

const TODAY = '2026-03-12'

test('choices survive a round trip through the URL, and defaults are left out of it', () => {
  const words = {
    period: 'custom',
    from: '2026-01-01',
    to: '2026-01-31',
    by: 'week',
    dimension: 'county',
    view: 'table',
  }

  expect(wordsOf(choicesOf(words))).toEqual(words)
  expect(Object.values(wordsOf(choicesOf({}))).filter((word) => word !== undefined)).toEqual([])
})

test('a nonsense URL shows the defaults', () => {
  expect(choicesOf({ period: '31', by: 'hour', dimension: 'moon', view: 'film' })).toEqual(choicesOf({}))
})

test.each([
  ['today', TODAY, TODAY],
  ['yesterday', '2026-03-11', '2026-03-11'],
  ['7', '2026-03-06', TODAY],
  ['30', '2026-02-11', TODAY],
  ['90', '2025-12-13', TODAY],
  ['month', '2026-03-01', TODAY],
  ['last-month', '2026-02-01', '2026-02-28'],
] as const)('the period "%s" covers these days of the store', (period, from, to) => {
  expect(daysOf({ period, from: '', to: '' }, TODAY)).toEqual({ ok: true, days: { from, to } })
})

test('a custom period may be a single day', () => {
  const asked = daysOf({ period: 'custom', from: TODAY, to: TODAY }, TODAY)

  expect(asked).toEqual({ ok: true, days: { from: TODAY, to: TODAY } })
})

test.each([
  [
    '2026-03-02',
    '2026-03-01',
    { to: 'The end date is before the start date. Choose Mar 2, 2026 or later, or an earlier start date.' },
  ],
  ['', '2026-03-01', { from: 'Please choose the first day.' }],
  ['2026-02-30', '', { from: 'Please choose the first day.', to: 'Please choose the last day.' }],
  ['0002-03-01', '2026-03-01', { from: 'Please choose the first day.' }],
  ['2026-13-01', 'today', { from: 'Please choose the first day.', to: 'Please choose the last day.' }],
])('from "%s" to "%s" shows a problem at the field', (from, to, problem) => {
  expect(daysOf({ period: 'custom', from, to }, TODAY)).toEqual({ ok: false, problem })
})

test.each([
  ['2026-03-12', '2026-03-12', 'day'],
  ['2026-02-11', '2026-03-12', 'day'],
  ['2025-12-13', '2026-03-12', 'week'],
  ['2025-01-01', '2026-03-12', 'month'],
] as const)('from %s to %s is shown by %s by default', (from, to, span) => {
  expect(spanOf(null, { from, to })).toBe(span)
  expect(spanOf('month', { from, to })).toBe(from === to ? 'day' : 'month')
})

test('more than a year cannot be shown by day', () => {
  const days = { from: '2024-01-01', to: '2026-03-12' }

  expect(spansOf(days)).toEqual(['week', 'month'])
  expect(spanOf('day', days)).toBe('month')
})

test('the period before has the same number of days, even across the new year', () => {
  expect(daysBefore({ from: '2026-01-02', to: '2026-01-04' })).toEqual({ from: '2025-12-30', to: '2026-01-01' })
})

test.each([
  ['2026-03-02', '2026-03-15', 'week', false],
  ['2026-03-03', '2026-03-15', 'week', true],
  ['2026-03-02', '2026-03-14', 'week', true],
  ['2026-02-01', '2026-02-28', 'month', false],
  ['2026-02-01', '2026-03-01', 'month', true],
  ['2026-03-03', '2026-03-03', 'day', false],
] as const)('knows whether %s to %s cuts a %s at its ends', (from, to, by, cut) => {
  expect(isCut({ from, to, by })).toBe(cut)
})

test('a single day has one grouping', () => {
  expect(spansOf({ from: '2026-11-26', to: '2026-11-26' })).toEqual(['day'])
})
