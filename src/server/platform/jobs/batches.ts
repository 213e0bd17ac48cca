/** Handles very many rows in steps that no one notices. */
import type { PlatformContext } from '../context.ts'

/** Rows per step: some milliseconds of locks, even on a slow disk. */
export const BATCH_ROWS_MAX = 1_000

/** Steps per run. A stopping node waits for its jobs, so none may run for minutes; the next run continues. */
const BATCHES_MAX = 100

/**
 * Repeats a step, each its own statement, until one handles fewer rows than it may or the run has done enough. Rows
 * that another node is working on are left to it, so several nodes may do this at once.
 *
 * @param options.what what is done to the rows, for the log
 * @param step handles at most this many rows, and returns how many
 * @returns how many rows all steps handled
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
