import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { armLowNews, takeLowCrossings } from './desk-queries.ts'

/** Packages that one transaction looks after: their rows are locked for milliseconds only. */
const BATCH_MAX = 5_000

/** A package that stood above 10 and has this many units left. */
export interface FallenPackage {
  packageId: string
  available: number
}

/**
 * Finds packages that fell from above 10 to 10 or fewer, each once until it stands above 10 again, and hands them on in the
 * transaction that takes them. Packages that never stood above are no news. It looks at the counts as they are: a package
 * that fell and rose between two looks is none either.
 */
export async function recordLowNews(
  ctx: PlatformContext,
  tell: (tx: Transaction, fallen: readonly FallenPackage[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const taken = await inTransaction(ctx, async (tx) => {
      const rows = await tx.run(takeLowCrossings, { limit: BATCH_MAX })
      if (rows.length > 0)
        await tell(
          tx,
          rows.map((row) => ({ packageId: row.package_id, available: row.available })),
        )
      return rows.length
    })
    if (taken < BATCH_MAX) break
  }
  for (;;) {
    const [risen] = await ctx.database.run(armLowNews, { limit: BATCH_MAX })
    if (!risen || risen.rows < BATCH_MAX) return
  }
}
