import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvariantError } from '#server/platform/errors.ts'
import { batch } from './batch.ts'

/** A batch that returns when the test says so. */
function heldBatches() {
  const batches: { items: readonly number[]; answer: PromiseWithResolvers<readonly string[]> }[] = []
  const run = (items: readonly number[]) => {
    const answer = Promise.withResolvers<readonly string[]>()
    batches.push({ items, answer })
    return answer.promise
  }
  return { batches, run }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('batching answers each item with its own result, in the order of the calls', async () => {
  const ask = batch(async (items: readonly number[]) => items.map((item) => `answer ${item}`), 10)

  expect(await Promise.all([3, 1, 2].map(ask))).toEqual(['answer 3', 'answer 1', 'answer 2'])
})

test('batching runs one batch at a time; what arrives in the meantime goes together in the next', async () => {
  const { batches, run } = heldBatches()
  const ask = batch(run, 10)

  const first = [ask(1), ask(2)]
  await turn()
  const second = [ask(3), ask(4), ask(5)]
  await turn()

  expect(batches.map(({ items }) => items)).toEqual([[1, 2]])
  batches[0]?.answer.resolve(['a', 'b'])
  expect(await Promise.all(first)).toEqual(['a', 'b'])
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  batches[1]?.answer.resolve(['c', 'd', 'e'])
  expect(await Promise.all(second)).toEqual(['c', 'd', 'e'])
})

test('batching starts a second batch behind the first once half as many items wait, and never a third', async () => {
  const { batches, run } = heldBatches()
  const ask = batch(run, 10, { concurrencyMax: 2 })
  const itemsOf = () => batches.map(({ items }) => items)

  const first = [1, 2, 3].map(ask)
  await turn()
  const second = [ask(4)]
  await turn()
  expect(itemsOf()).toEqual([[1, 2, 3]])
  second.push(ask(5))
  await turn()
  const third = [6, 7].map(ask)
  await turn()
  expect(itemsOf()).toEqual([
    [1, 2, 3],
    [4, 5],
  ])

  batches[0]?.answer.resolve(['a', 'b', 'c'])
  expect(await Promise.all(first)).toEqual(['a', 'b', 'c'])
  expect(itemsOf()).toHaveLength(3)
  batches[1]?.answer.reject(new Error('the database is gone'))
  batches[2]?.answer.resolve(['f', 'g'])
  expect(await Promise.all(third)).toEqual(['f', 'g'])
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('batching runs a lone item that waits behind a larger batch once that ends', async () => {
  const { batches, run } = heldBatches()
  const ask = batch(run, 10, { concurrencyMax: 2 })

  const first = [1, 2, 3].map(ask)
  await turn()
  const lone = ask(4)
  await turn()
  batches[0]?.answer.resolve(['a', 'b', 'c'])
  await Promise.all(first)
  await turn()

  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3], [4]])
  batches[1]?.answer.resolve(['d'])
  expect(await lone).toBe('d')
})

test('batching puts no more than its maximum into a batch and loses no item', async () => {
  const sizes: number[] = []
  const ask = batch(async (items: readonly number[]) => {
    sizes.push(items.length)
    return items
  }, 4)

  const answers = await Promise.all(Array.from({ length: 11 }, (_, index) => ask(index)))

  expect(answers).toEqual(Array.from({ length: 11 }, (_, index) => index))
  expect(sizes).toEqual([4, 4, 3])
})

test('batching fails only the items of a failed batch, and continues', async () => {
  const { batches, run } = heldBatches()
  const ask = batch(run, 2)

  const settled = Promise.allSettled([ask(1), ask(2), ask(3)])
  await turn()
  batches[0]?.answer.reject(new Error('the database is gone'))
  await turn()
  batches[1]?.answer.resolve(['c'])

  expect(
    (await settled).map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
  ).toEqual(['the database is gone', 'the database is gone', 'c'])
})

test('batching runs items one by one if one of them may be at fault, and only that one fails', async () => {
  const batches: (readonly number[])[] = []
  const run = async (items: readonly number[]) => {
    batches.push(items)
    if (items.includes(2)) throw new Error('2 is wrong')
    return items
  }
  const ask = batch(run, 10, { isOfOne: (error) => error instanceof Error && error.message === '2 is wrong' })

  const settled = await Promise.allSettled([ask(1), ask(2), ask(3)])

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('batching gives no one another item’s result if a batch returns too few', async () => {
  const ask = batch(async (items: readonly number[]) => items.slice(1), 10)

  const results = await Promise.allSettled([ask(1), ask(2)])

  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(InvariantError) })
})

test('batching has the same effect as single calls, whenever items arrive and whichever fail', async () => {
  const item = fc.record({ id: fc.nat(1_000), isWrong: fc.boolean(), turnsLater: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), async (items, itemsMax) => {
      const written: number[] = []
      // Like a transaction: all of it is written, or nothing.
      const run = async (asked: readonly (typeof items)[number][]): Promise<number[]> => {
        await turn()
        const wrong = asked.find(({ isWrong }) => isWrong)
        if (wrong) throw new Error(`${wrong.id} is wrong`)
        written.push(...asked.map(({ id }) => id))
        return asked.map(({ id }) => id * 2)
      }
      const oneByOne = await Promise.allSettled(items.map(async (one) => (await run([one]))[0]))
      const writtenOneByOne = written.splice(0)
      const ask = batch(run, itemsMax, { isOfOne: () => true })

      const together = await Promise.allSettled(
        items.map(async (one) => {
          for (let later = 0; later < one.turnsLater; later += 1) await turn()
          return ask(one)
        }),
      )

      expect(together).toEqual(oneByOne)
      expect(written.toSorted()).toEqual(writtenOneByOne.toSorted())
    }),
  )
})
