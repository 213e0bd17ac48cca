import { expect, test } from 'vitest'
import { storeDayOf } from './store-day.ts'
import { isTimeZone, zonePlace } from './store-zone.ts'

test.each([
  // New York is five hours behind in winter, four from March 8 to November 1, 2026.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  // Los Angeles turns its clocks in the same nights, three hours later.
  ['America/Los_Angeles', '2026-03-08T07:59:59Z', '2026-03-07'],
  ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-08'],
  // Phoenix turns none: its days begin at seven in UTC, the year round.
  ['America/Phoenix', '2026-03-08T06:59:59Z', '2026-03-07'],
  ['America/Phoenix', '2026-11-02T07:00:00Z', '2026-11-02'],
])('in %s, %s falls on %s', (zone, instant, day) => {
  expect(storeDayOf(new Date(instant), zone)).toBe(day)
})

test('accepts IANA zone names, but no offsets, guesses or attacks', () => {
  for (const zone of ['America/New_York', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC', 'Asia/Kolkata'])
    expect(isTimeZone(zone), zone).toBe(true)
  for (const zone of ['', '+05:00', 'New York', 'america/new_york', 'Mars/Olympus', "UTC'; drop table", 'EST5EDT '])
    expect(isTimeZone(zone), zone).toBe(false)
})

test('a zone is named after its place', () => {
  const places = ['America/New_York', 'America/Indiana/Knox', 'UTC'].map(zonePlace)
  expect(places).toEqual(['New York', 'Indiana, Knox', 'UTC'])
})
