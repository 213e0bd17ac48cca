import { seconds } from '#server/platform/clock.ts'
import type { Executor } from '#server/platform/database.ts'
import { addUp } from './queries.ts'

/** How often each node looks: what a question reads besides the figures is what was sold in that time. */
export const ADD_UP_EVERY_MS = seconds(2)

/** About 500 sales. */
const CHANGES_AT_ONCE = 5_000

/** Of one run, so that a node that stops need not wait for a long backlog; the next run goes on. */
const BATCHES_MAX = 40

/**
 * Adds what sales changed to the figures, until nothing is left or a run is long enough. Questions are answered with both, so
 * nobody waits for it: it keeps them fast. Safe on several nodes at once.
 */
export async function addUpSales(executor: Executor): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const [row] = await executor.run(addUp, { limit: CHANGES_AT_ONCE })
    if (!row || row.changes < CHANGES_AT_ONCE) return
  }
}
