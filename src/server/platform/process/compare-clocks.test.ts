import { expect, test } from 'vitest'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { compareClocks, describeWrongClock } from './compare-clocks.ts'

/** A clock and a database that both start at 0. The query takes `tookMs` and is answered halfway. */
function compare({ offMs, tookMs }: { offMs: number; tookMs: number }): Promise<number> {
  let readings = 0
  const clock = {
    now() {
      readings += 1
      return new Date(offMs + (readings === 1 ? 0 : tookMs))
    },
  }
  const database = { run: async () => [{ now_ms: tookMs / 2 }] }
  return compareClocks(database as Parameters<typeof compareClocks>[0], clock)
}

test.each([
  [0, 0],
  [minutes(10), minutes(10)],
  [-minutes(10), -minutes(10)],
  [hours(25), hours(25)],
])('a clock compared with the database’s is found to be %i ms off', async (offMs, found) => {
  expect(await compare({ offMs, tookMs: 0 })).toBe(found)
})

test('a clock compared with the database’s is not called wrong because of a slow answer', async () => {
  expect(await compare({ offMs: seconds(10), tookMs: seconds(30) })).toBe(0)
  expect(await compare({ offMs: minutes(10), tookMs: seconds(30) })).toBe(minutes(10) - seconds(15))
})

test('a wrong clock is reported with a remedy, and one that is close enough is ignored', () => {
  expect(describeWrongClock(seconds(15))).toBeNull()
  expect(describeWrongClock(-seconds(15))).toBeNull()
  expect(describeWrongClock(seconds(40))).toContain('40 seconds ahead of the database')
  expect(describeWrongClock(-minutes(10))).toContain('10 minutes behind the database')
  expect(describeWrongClock(hours(25))).toContain('1500 minutes ahead')
})
