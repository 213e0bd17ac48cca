/**
 * Gathers calls into batches. PostgreSQL commits a hot row only about 1,650 times a second however many ask, so calls
 * that arrive while a batch is under way wait and then go together, as one statement with one commit.
 */
import { invariant } from './invariant.ts'

/** @returns one result per item, in their order */
export type RunBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes a function that answers one item by running it in a batch with its neighbors, at most `batchMax` at a time and
 * one batch under way. An item added while nothing runs waits only for the present turn of the event loop.
 * When a batch fails, all its items fail with that error.
 */
export function gather<Item, Result>(run: RunBatch<Item, Result>, batchMax: number): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  const runNext = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax)
      waiting = waiting.slice(batchMax)
      try {
        const results = await run(batch.map(({ item }) => item))
        invariant(results.length === batch.length, 'a batch answered another number of items than it was given')
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as Result)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(runNext)
    })
}
