/** Work on very many rows in steps that nobody notices. */
import type { PlatformContext } from '../context.ts'

/** Rows of one step: some milliseconds of locks, also on a slow disk. */
export const BATCH_ROWS_MAX = 1_000

/** Steps of one run. A node that is told to stop waits for its jobs, so none may go on for minutes; the next run does. */
const BATCHES_MAX = 100

/**
 * Repeats a step, each its own statement, until one finds less than it may take or the run has done enough. Rows that
 * another node is busy with are its own, so several nodes may do this at once.
 *
 * @param options.what is done to the rows, for the log
 * @param step does at most so many rows, and says how many it did
 * @returns how many rows all steps did
 */
export async function inBatches(
  ctx: Pick<PlatformContext, 'log'>,
  options: { what: string },
  step: (rowsMax: number) => Promise<number>,
): Promise<number> {
  let rows = 0
  for (let batch = 1; batch <= BATCHES_MAX; batch += 1) {
    const done = await step(BATCH_ROWS_MAX)
    rows += done
    if (done < BATCH_ROWS_MAX) break
  }
  if (rows > 0) ctx.log.info({ rows }, options.what)
  return rows
}
