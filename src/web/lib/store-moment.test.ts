import { describe, expect, test } from 'vitest'
import { instantOfStoreTime, momentError, nextMonday, storeTimeOf } from './store-moment.ts'

const NEW_YORK = 'America/New_York'

describe('a time in the store’s time zone', () => {
  test.each([
    ['the midnight before clocks go forward', '2026-03-08T00:00', '2026-03-08T05:00:00.000Z'],
    ['the minute before they do', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['the minute after', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['the hour that comes twice: its first time', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['the hour after', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  ])('%s is one instant', (_when, wall, instant) => {
    expect(instantOfStoreTime(wall, NEW_YORK)).toBe(instant)
    expect(storeTimeOf(Date.parse(instant), NEW_YORK)).toBe(wall)
  })

  test('does not exist in the hour that spring skips', () => {
    for (const wall of ['2026-03-08T02:00', '2026-03-08T02:30', '2026-03-08T02:59'])
      expect(instantOfStoreTime(wall, NEW_YORK)).toBeNull()
  })

  test.each(['', '2026-02-30T10:00', '2026-11-23', '2026-13-01T00:00', '23.11.2026', '99999-01-01T00:00'])(
    'cannot be %j',
    (wall) => expect(instantOfStoreTime(wall, NEW_YORK)).toBeNull(),
  )
})

test.each([
  ['from a Sunday in New York that is Monday in Europe already', '2026-11-23T03:00:00Z', '2026-11-23T00:00'],
  ['from a Monday, a week later', '2026-11-23T05:00:00Z', '2026-11-30T00:00'],
  ['across a year', '2026-12-30T12:00:00Z', '2027-01-04T00:00'],
])('the next Monday %s', (_from, now, monday) => {
  expect(nextMonday(Date.parse(now), NEW_YORK)).toBe(monday)
})

test('a plan needs a time that exists and is in the future', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(momentError('', now, NEW_YORK)).toBe('Enter a day and a time.')
  expect(momentError('2026-03-08T02:30', now, NEW_YORK)).toContain('Clocks skip this hour')
  expect(momentError('2026-03-01T07:00', now, NEW_YORK)).toBe('Choose a time in the future.')
  expect(momentError('2026-03-01T07:01', now, NEW_YORK)).toBeUndefined()
})
