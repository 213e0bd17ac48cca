import { ApiError } from './call-api.ts'

/** What became of one of several rows. `skipped`: there was nothing to do, in a few words such as `already paid`. */
export type Outcome = { state: 'done' } | { state: 'skipped' | 'failed'; words: string }

export const DONE: Outcome = { state: 'done' }
export const skipped = (words: string): Outcome => ({ state: 'skipped', words })

interface RunOptions<Row> {
  /** Does it to one row. An error counts as failed, in its own words. */
  act: (row: Row) => Promise<Outcome>
  onOutcome: (row: Row, outcome: Outcome) => void
  /** Once true, no further rows are started. */
  isStopped: () => boolean
  /** Rows at a time: few, so that one person's hundred rows do not delay everyone else. */
  atOnce?: number
}

/** Does the same to several rows, a few at a time and in order. Never throws: each row has its own outcome. */
export async function runEach<Row>(rows: readonly Row[], options: RunOptions<Row>): Promise<void> {
  const { act, onOutcome, isStopped, atOnce = 3 } = options
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined && !isStopped(); row = waiting.shift())
      onOutcome(row, await act(row).catch(failure))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, work))
}

const failure = (error: unknown): Outcome => ({
  state: 'failed',
  words: error instanceof ApiError ? error.sentence : 'Something went wrong. Try again.',
})

/** Sums up outcomes: `3 sent, 1 already paid, 2 failed`. */
export function summaryOf(outcomes: Iterable<Outcome>, doneWord: string): string {
  const counts = new Map([[doneWord, 0]])
  for (const outcome of outcomes) {
    const word = outcome.state === 'done' ? doneWord : outcome.state === 'failed' ? 'failed' : outcome.words
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Failures come last, whenever they happened.
  const failed = counts.get('failed') ?? 0
  counts.delete('failed')
  if (failed > 0) counts.set('failed', failed)
  return [...counts].flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}
