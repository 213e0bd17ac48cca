import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { dropPartition, listPartitions } from '#server/platform/database/partition.ts'
import { inOnePass, type Retention } from '#server/platform/jobs/retention.ts'
import type { ImportKind } from './import-kind.ts'
import * as sql from './queries.ts'

/** Imports per run, because each may have a large file; the next run does the rest. */
const IMPORTS_MAX = 50

/** Drops the rows of uploads that no import continues: a killed node started them, or did not drop them at its end. */
async function dropLostRows(ctx: PlatformContext, kinds: readonly ImportKind[]): Promise<void> {
  await ctx.database.run(sql.dropLostRefusals)
  for (const { rows } of kinds) {
    const uploadNos = await listPartitions(ctx.database, rows.table)
    if (uploadNos.length === 0) continue
    const known = new Set((await ctx.database.run(sql.listKnownUploads, { uploadNos })).map((row) => row.upload_no))
    for (const value of uploadNos)
      if (!known.has(value)) await dropPartition(ctx.database, { table: rows.table, value })
  }
}

async function forgetOldest(ctx: PlatformContext, before: Date): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [old] = await tx.run(sql.findForgotten, { before, limit: 1 })
    if (!old) return false
    await tx.run(sql.dropFile, { importId: old.import_id })
    // What was applied stays: an undo needs it.
    await tx.run(sql.dropRefusals, { uploadNo: old.upload_no })
    await tx.run(sql.markForgotten, { importId: old.import_id })
    return true
  })
}

/** What the store forgets of imports of these kinds. */
export const importRetention = <Ctx extends PlatformContext>(kinds: readonly ImportKind[]): Retention<Ctx>[] => [
  {
    what: 'files and rows of imports',
    kept: '3 days after the last step; at once when the import ends',
    keptMs: days(3),
    why: 'Gives a weekend to read a report of refused rows. After that, a file should be checked again.',
    stays: 'the import, and its column names if it was applied',
    async forget(ctx, { before }) {
      let forgotten = 0
      while (forgotten < IMPORTS_MAX && (await forgetOldest(ctx, before))) forgotten += 1
      return forgotten
    },
  },
  {
    what: 'column names of imports that were not applied',
    kept: 'as long as their file',
    keptMs: 0,
    why: 'What looked like a header may have been a person’s data.',
    forget: inOnePass((ctx) => ctx.database.run(sql.forgetColumns)),
  },
  {
    what: 'rows of imports that a killed node left behind',
    kept: 'until the next run',
    keptMs: 0,
    why: 'Another node reads the file again.',
    forget: inOnePass((ctx) => dropLostRows(ctx, kinds)),
  },
]
