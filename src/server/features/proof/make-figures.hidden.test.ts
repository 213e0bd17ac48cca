import { describe, expect, test } from 'vitest'
import { carryOver, hideParts, isSmall, shareOf, showDeliveries, showOptOuts, showStock } from './make-figures.ts'

const SHOWN = { day: '2026-11-27', hasCounts: true }

test.each([
  ['nothing is small', { a: 10, b: 25, c: 0 }, { a: 10, b: 25, c: 0 }],
  ['a small one takes the smallest other with it', { a: 3, b: 25, c: 40 }, { a: null, b: null, c: 40 }],
  ['none of something is no one, and hides nothing else', { a: 3, b: 0, c: 40 }, { a: null, b: 0, c: null }],
  ['two small ones that add up to enough', { a: 9, b: 9, c: 40 }, { a: null, b: null, c: 40 }],
  ['two small ones whose sum is small take a third', { a: 1, b: 1, c: 40 }, { a: null, b: null, c: null }],
  ['a small total hides all', { a: 3, b: 4, c: 0 }, { a: null, b: null, c: null }],
])('parts of a total that is shown %s', (_, parts, shown) => {
  expect(hideParts(parts)).toEqual(shown)
})

test('parts of a total that is shown leave no small number to find by subtraction, in all small tables', () => {
  const faults: string[] = []
  for (let number = 0; number < 24 ** 3; number += 1) {
    const parts = { a: number % 24, b: Math.floor(number / 24) % 24, c: Math.floor(number / 576) }
    const shown = hideParts(parts)
    const names = ['a', 'b', 'c'] as const
    const hidden = names.filter((name) => shown[name] === null)
    // What subtraction gives: the sum of the hidden ones, if the total is large enough to be shown.
    const left = hidden.reduce((sum, name) => sum + parts[name], 0)
    const isTotalShown = parts.a + parts.b + parts.c >= 10
    const isSafe = hidden.length === 0 || !isTotalShown || (hidden.length >= 2 && left >= 10)
    const isHonest = names.every(
      (name) => shown[name] === null || (shown[name] === parts[name] && !isSmall(parts[name])),
    )
    if (!isSafe || !isHonest) faults.push(JSON.stringify([parts, shown]))
  }
  expect(faults).toEqual([])
})

test.each([
  ['exact if nothing is small', 88, 100, { from: 88, to: 88 }],
  ['all', 100, 100, { from: 100, to: 100 }],
  ['none', 0, 100, { from: 0, to: 0 }],
  ['between what 1 and 9 others leave', 97, 100, { from: 91, to: 99 }],
  ['up to what 9 are', 3, 100, { from: 0, to: 9 }],
  ['hidden if the total is small', 5, 9, null],
  ['hidden if there is nothing', 0, 0, null],
])('a share %s', (_, part, total, share) => {
  expect(shareOf(part, total, true)).toEqual(share)
})

test('a share is the same for every small number, so the number cannot be told from it', () => {
  for (let total = 18; total <= 400; total += 1)
    for (const hasCounts of [true, false]) {
      const shares = Array.from({ length: 9 }, (__, late) => shareOf(total - 1 - late, total, hasCounts))
      expect(new Set(shares.map((share) => JSON.stringify(share))).size, String(total)).toBe(1)
    }
})

test('a share is coarse where no counts are shown', () => {
  expect(shareOf(248, 250, false)).toEqual({ from: 95, to: 99 })
})

const STOCK = { state: 'Texas', kind: 'packages', placed: 100, available: 60, held: 10, sold: 30 }

describe('a row of stock', () => {
  const all = { placed: 100, available: 60, held: 10, sold: 30 }
  const noCounts = { placed: null, available: null, held: null, sold: null }

  test.each([
    ['says that its numbers add up', {}, true, { ...all, addsUp: true }],
    ['says that they do not', { sold: 31 }, true, { addsUp: false }],
    [
      'has shares only, if the store wants no more',
      {},
      false,
      { ...noCounts, availablePercent: 60, heldPercent: 10, soldPercent: 30, addsUp: true },
    ],
    [
      'hides the share of what it hides',
      { available: 65, held: 5 },
      true,
      { available: 65, held: null, sold: null, availablePercent: 65, heldPercent: null, soldPercent: null },
    ],
  ])('%s', (_, change, hasCounts, shown) => {
    expect(showStock({ ...STOCK, ...change }, { ...SHOWN, hasCounts })).toMatchObject(shown)
  })

  test.each([
    ['few were sold', { placed: 63, available: 60, held: 0, sold: 3 }],
    ['few were sold and many are held', { placed: 83, available: 60, held: 20, sold: 3 }],
    ['nothing was sold yet: tomorrow, what was placed would tell', { placed: 60, available: 60, held: 0, sold: 0 }],
  ])('hides what was placed as well where %s', (_, counts) => {
    const hidden = { ...noCounts, availablePercent: null, heldPercent: null, soldPercent: null }
    for (const hasCounts of [true, false])
      expect(showStock({ ...STOCK, ...counts }, { ...SHOWN, hasCounts })).toMatchObject({
        ...hidden,
        available: hasCounts ? 60 : null,
      })
  })

  test('with the stock that the shop shows, and the row of another day, tells of no small number sold', () => {
    const faults: string[] = []
    const before = showStock({ ...STOCK, placed: 30, available: 30, held: 0, sold: 0 }, SHOWN)
    for (let held = 0; held <= 15; held += 1)
      for (let sold = 0; held + sold <= 30; sold += 1) {
        const available = 30 - held - sold
        const row = showStock({ ...STOCK, placed: 30, available, held, sold }, SHOWN)
        const placed = row.placed ?? before.placed
        const left = row.sold ?? (placed === null || row.held === null ? null : placed - available - row.held)
        const isTold = left !== null && left > 0 && left < 10
        const isSumTold = placed !== null && placed - available > 0 && placed - available < 10
        if (isTold || isSumTold) faults.push(`${held} held, ${sold} sold`)
      }
    expect(faults).toEqual([])
  })

  test('of an earlier month stays as it was shown, for a year, and without its counts once they are off', () => {
    const october = showStock(STOCK, { day: '2026-10-31', hasCounts: true })
    const november = showStock(STOCK, { day: '2026-11-26', hasCounts: true })
    const old = showStock(STOCK, { day: '2025-10-31', hasCounts: true })
    const rows = [november, october, old]
    expect(carryOver(rows, { ...SHOWN, firstMonth: '2025-11' })).toEqual([october])
    expect(carryOver(rows, { ...SHOWN, hasCounts: false, firstMonth: '2025-11' })).toEqual([
      { ...october, ...noCounts },
    ])
  })
})

test('a few late packages hide how many were in time, and their credits are hidden by their own number', () => {
  const counts = { month: '2026-10', state: 'Texas', due: 200, in_time: 197, credits: 3, credit_cents: 3_000 }
  expect(showDeliveries(counts, SHOWN)).toEqual({
    ...{ month: '2026-10', state: 'Texas', due: 200, inTime: null, late: null, inTimePercent: { from: 95, to: 99 } },
    ...{ credits: null, creditCents: null },
  })
  expect(showDeliveries({ ...counts, in_time: 200, credits: 0, credit_cents: 0 }, SHOWN)).toMatchObject({
    ...{ inTime: 200, late: 0, inTimePercent: { from: 100, to: 100 }, credits: 0, creditCents: 0 },
  })
})

test('how fast a few owners were served is hidden with their number', () => {
  const counts = { month: '2026-10', honored: 9, median_seconds: 36_001, percentile_95_seconds: 80_000 }
  expect(showOptOuts(counts, SHOWN)).toMatchObject({ honored: null, medianHours: null, percentile95Hours: null })
  expect(showOptOuts({ ...counts, honored: 10 }, SHOWN)).toMatchObject({
    ...{ honored: 10, medianHours: 11, percentile95Hours: 23 },
  })
})
