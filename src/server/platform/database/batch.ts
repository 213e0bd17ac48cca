/**
 * Combines calls into batches: PostgreSQL commits a hot row only about 1,650 times a second. Calls that arrive while a
 * batch is running wait and then go together, as one statement with one commit.
 */
import { invariant } from '#server/platform/errors.ts'

export class NotTogether extends Error {}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

interface BatchOptions {
  /** Whether an error may be one item's, and the batch left nothing behind: then each item runs once more, alone. */
  isOfOne?: (error: unknown) => boolean
  /** With more than one, `run` keeps their order; one less than half as large as the one ahead waits. */
  concurrencyMax?: number
}

/**
 * Handles an item in a batch with others, at most `itemsMax` at a time. One added while nothing runs waits only for the
 * current turn of the event loop. If a batch fails, all its items fail.
 * @param run returns one result per item, in their order
 */
export function batch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  itemsMax: number,
  { isOfOne = () => false, concurrencyMax = 1 }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let sizes: number[] = []
  let isScheduled = false

  const runTogether = async (calls: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item))
      invariant(results.length === calls.length, 'a batch returned another number of results than it was given items')
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (calls.length > 1 && isOfOne(error)) for (const call of calls) await runTogether([call])
      else for (const { reject } of calls) reject(error)
    }
  }

  const runNext = () => {
    while (waiting.length > 0 && sizes.length < concurrencyMax && waiting.length >= (sizes.at(-1) ?? 0) / 2) {
      const calls = waiting.slice(0, itemsMax)
      waiting = waiting.slice(itemsMax)
      sizes.push(calls.length)
      void runTogether(calls).then(() => {
        sizes = sizes.slice(1)
        runNext()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isScheduled || sizes.length === concurrencyMax) return
      isScheduled = true
      setImmediate(() => {
        isScheduled = false
        runNext()
      })
    })
}
