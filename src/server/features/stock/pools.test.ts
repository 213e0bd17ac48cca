import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAmple, movePlaces, unitsOf } from './pools.ts'

/** Fills packages one by one, each with the leads that have the most places left, until one cannot be filled. */
function serveAll(leads: readonly number[], needed: number): number {
  const left = [...leads]
  for (let served = 0; ; served += 1) {
    left.sort((a, b) => b - a)
    if (left.length < needed || (left[needed - 1] ?? 0) < 1) return served
    for (let index = 0; index < needed; index += 1) left[index] = (left[index] ?? 0) - 1
  }
}

/** The most packages that any choice of leads can fill, found by trying all of them. */
function mostByTrying(leads: readonly number[], needed: number): number {
  const choices = (from: number, count: number): number[][] =>
    count === 0
      ? [[]]
      : leads
          .slice(from)
          .flatMap((_, offset) => choices(from + offset + 1, count - 1).map((rest) => [from + offset, ...rest]))
  const all = choices(0, needed)
  const best = (left: readonly number[]): number => {
    const possible = all.filter((choice) => choice.every((index) => (left[index] ?? 0) > 0))
    return Math.max(
      0,
      ...possible.map(
        (choice) => 1 + best(left.map((places, index) => (choice.includes(index) ? places - 1 : places))),
      ),
    )
  }
  return best(leads)
}

const placesOf = (leads: readonly number[]): number[] =>
  movePlaces(
    [],
    leads.map((after) => ({ before: 0, after, leads: 1 })),
  )

test('isAmple is true only if any choice of leads leaves as many packages of every size as the strictest', () => {
  const pools = fc.record({
    leads: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }),
    sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    order: fc.infiniteStream(fc.double({ noNaN: true })),
  })
  let amples = 0
  fc.assert(
    fc.property(pools, ({ leads, sizes, order }) => {
      const count = sizes[0] ?? 1
      const needed = Math.max(...sizes)
      fc.pre(isAmple(placesOf(leads), count, needed))
      amples += 1
      const taken = (choice: readonly number[]) =>
        placesOf(leads.map((places, index) => (choice.includes(index) ? places - 1 : places)))
      const pickable = leads.flatMap((places, index) => (places > 0 ? [index] : []))
      const strict = pickable.toSorted((a, b) => (leads[b] ?? 0) - (leads[a] ?? 0)).slice(0, count)
      const chances = new Map(pickable.map((index) => [index, order.next().value ?? 0]))
      const any = pickable.toSorted((a, b) => (chances.get(a) ?? 0) - (chances.get(b) ?? 0)).slice(0, count)

      expect(any).toHaveLength(count)
      for (const size of sizes) expect(unitsOf(taken(any), size)).toBe(unitsOf(taken(strict), size))
    }),
    { numRuns: 300 },
  )
  expect(amples).toBeGreaterThan(250)
})

test('unitsOf equals filling packages one by one, most places first', () => {
  const pools = fc.tuple(fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 40 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(pools, ([leads, needed]) => {
      expect(unitsOf(placesOf(leads), needed)).toBe(serveAll(leads, needed))
    }),
    { numRuns: 300 },
  )
})

test('unitsOf no choice of leads fills more', () => {
  const pools = fc.tuple(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 5 }), fc.integer({ min: 1, max: 3 }))
  fc.assert(
    fc.property(pools, ([leads, needed]) => {
      expect(unitsOf(placesOf(leads), needed)).toBe(mostByTrying(leads, needed))
    }),
    { numRuns: 50 },
  )
})

test('unitsOf an empty pool fills nothing', () => {
  expect(unitsOf([], 20)).toBe(0)
})
