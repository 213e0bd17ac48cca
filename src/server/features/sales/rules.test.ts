import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHARGE_CENTS_MAX } from '#contract/money.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { commissionOf, commissionSql } from './rules.ts'

const BPS_MAX = 10_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
})
afterAll(() => database.drop())

test.each([
  [0, 3_000, 0],
  [29_900, 0, 0],
  [29_900, 3_000, 8_970],
  [1, 5_000, 1],
  [3, 5_000, 2],
  [1, 4_999, 0],
  [CHARGE_CENTS_MAX, BPS_MAX, CHARGE_CENTS_MAX],
])('%i cents at %i basis points earn %i', (leftCents, commissionBps, earned) => {
  expect(commissionOf(leftCents, commissionBps)).toBe(earned)
})

const line = fc.tuple(fc.integer({ min: 0, max: CHARGE_CENTS_MAX }), fc.integer({ min: 0, max: BPS_MAX }))

test('SQL rounds every commission like the code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 500 }), async (lines) => {
      const { rows } = await database.pool.query(
        `select ${commissionSql('cents')}::float8 as earned
         from unnest($1::int[], $2::int[]) with ordinality as l (cents, commission_bps, n) order by n`,
        [lines.map(([cents]) => cents), lines.map(([, bps]) => bps)],
      )

      expect(rows.map((row) => row.earned)).toEqual(lines.map(([cents, bps]) => commissionOf(cents, bps)))
    }),
    { numRuns: 20 },
  )
})
