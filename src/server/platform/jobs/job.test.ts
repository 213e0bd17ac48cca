import { expect, test } from 'vitest'
import { createLog } from '../logging.ts'
import { BATCH_ROWS_MAX, inBatches } from './job.ts'

const ctx = { log: createLog('silent') }

/** Works off a backlog. Returns the rows and the sizes of the steps. */
async function workOff(backlog: number): Promise<{ rows: number; steps: number[] }> {
  let left = backlog
  const steps: number[] = []
  const rows = await inBatches(ctx, { what: 'rows were done' }, async (rowsMax) => {
    const done = Math.min(left, rowsMax)
    left -= done
    steps.push(done)
    return done
  })
  return { rows, steps }
}

test.each([
  ['nothing', 0, [0]],
  ['less than a batch', 999, [999]],
  ['a batch', 1_000, [1_000, 0]],
  ['a backlog', 2_500, [1_000, 1_000, 500]],
])('work in batches on %s takes steps that are never larger than one batch', async (_what, backlog, steps) => {
  expect(await workOff(backlog)).toEqual({ rows: backlog, steps })
})

test('work in batches on a huge backlog stops early so that a node can stop; the next run continues', async () => {
  const { rows, steps } = await workOff(Number.MAX_SAFE_INTEGER)

  expect(steps).toHaveLength(100)
  expect(rows).toBe(100 * BATCH_ROWS_MAX)
})

test('work in batches stops at a step that fails, and says so', async () => {
  const failing = inBatches(ctx, { what: 'rows were done' }, async () => {
    throw new Error('the database is away')
  })

  await expect(failing).rejects.toThrow('away')
})
