import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { armLowNews, takeLowCrossings } from './screen-queries.ts'

const BATCH_MAX = 5_000

export type FallenPackage = { packageId: string; available: number }

/** Passes on packages that fell from above 10, once until they are above again, in the transaction that takes them. */
export async function recordLowNews(
  ctx: PlatformContext,
  tell: (tx: Transaction, fallen: readonly FallenPackage[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const taken = await inTransaction(ctx, async (tx) => {
      const rows = await tx.run(takeLowCrossings, { limit: BATCH_MAX })
      const fallen = rows.map((row) => ({ packageId: row.package_id, available: row.available }))
      if (fallen.length > 0) await tell(tx, fallen)
      return rows.length
    })
    if (taken < BATCH_MAX) break
  }
  for (;;) {
    const [risen] = await ctx.database.run(armLowNews, { limit: BATCH_MAX })
    if (!risen || risen.rows < BATCH_MAX) return
  }
}
