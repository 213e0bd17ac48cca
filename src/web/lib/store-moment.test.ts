import { describe, expect, test } from 'vitest'
import {
  formatStoreMoment,
  instantOfStoreTime,
  momentComplaint,
  nextMonday,
  storeTimeOf,
  waitWords,
} from './store-moment.ts'

const NEW_YORK = 'America/New_York'

describe('a time in the store’s time zone', () => {
  test.each([
    ['in winter', '2026-11-23T00:00', '2026-11-23T05:00:00.000Z'],
    ['in summer', '2026-07-06T00:00', '2026-07-06T04:00:00.000Z'],
    ['the midnight before clocks go forward', '2026-03-08T00:00', '2026-03-08T05:00:00.000Z'],
    ['the minute before they do', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['the minute after', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['the Monday after', '2026-03-09T00:00', '2026-03-09T04:00:00.000Z'],
    ['the midnight before clocks go back', '2026-11-01T00:00', '2026-11-01T04:00:00.000Z'],
    ['the hour that comes twice: its first time', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['the hour after', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    ['New Year', '2027-01-01T00:00', '2027-01-01T05:00:00.000Z'],
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

  test('is shown with its zone', () => {
    expect(formatStoreMoment('2026-11-23T05:00:00.000Z', NEW_YORK)).toBe(
      'Monday, November 23, 2026 at 12:00 AM EST (New York)',
    )
    expect(formatStoreMoment('2026-07-06T04:00:00.000Z', NEW_YORK)).toContain('12:00 AM EDT (New York)')
  })
})

describe('the next Monday', () => {
  test.each([
    ['from a Sunday in New York that is Monday in Europe already', '2026-11-23T03:00:00Z', '2026-11-23T00:00'],
    ['from a Monday, a week later', '2026-11-23T05:00:00Z', '2026-11-30T00:00'],
    ['across a year', '2026-12-30T12:00:00Z', '2027-01-04T00:00'],
  ])('%s', (_from, now, monday) => {
    expect(nextMonday(Date.parse(now), NEW_YORK)).toBe(monday)
  })
})

test('a plan needs a time that exists and is in the future', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(momentComplaint('', now, NEW_YORK)).toBe('Enter a day and a time.')
  expect(momentComplaint('2026-03-08T02:30', now, NEW_YORK)).toContain('Clocks skip this hour')
  expect(momentComplaint('2026-03-01T07:00', now, NEW_YORK)).toBe('Choose a time in the future.')
  expect(momentComplaint('2026-03-01T07:01', now, NEW_YORK)).toBeUndefined()
})

test('the wait for a plan is shown if it is a matter of days', () => {
  const now = Date.parse('2026-11-22T00:00:00Z')
  expect(waitWords('2026-11-23T05:00:00.000Z', now)).toBe(', in 29 h 0 min')
  expect(waitWords('2035-07-02T04:00:00.000Z', now)).toBe('')
})

describe('a store in another zone', () => {
  test.each([
    ['Phoenix in spring, without a clock change', 'America/Phoenix', '2026-03-08T02:30', '2026-03-08T09:30:00.000Z'],
    ['Phoenix in summer', 'America/Phoenix', '2026-07-06T00:00', '2026-07-06T07:00:00.000Z'],
    ['Los Angeles before clocks go forward', 'America/Los_Angeles', '2026-03-08T01:59', '2026-03-08T09:59:00.000Z'],
    ['Los Angeles after', 'America/Los_Angeles', '2026-03-08T03:00', '2026-03-08T10:00:00.000Z'],
    ['Los Angeles, the hour that comes twice', 'America/Los_Angeles', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
    ['a zone ahead of UTC', 'Pacific/Auckland', '2026-11-23T00:00', '2026-11-22T11:00:00.000Z'],
  ])('has its own times: %s', (_where, zone, wall, instant) => {
    expect(instantOfStoreTime(wall, zone)).toBe(instant)
    expect(storeTimeOf(Date.parse(instant), zone)).toBe(wall)
  })

  test('has its own skipped hour in spring, and is named', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    expect(momentComplaint('2026-03-08T02:30', now, 'America/Los_Angeles')).toContain('this hour in Los Angeles')
    expect(momentComplaint('2026-03-08T02:30', now, 'America/Phoenix')).toBeUndefined()
    expect(formatStoreMoment('2026-07-06T07:00:00.000Z', 'America/Phoenix')).toBe(
      'Monday, July 6, 2026 at 12:00 AM MST (Phoenix)',
    )
  })
})
