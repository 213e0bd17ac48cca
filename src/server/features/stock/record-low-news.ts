import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { armLowNews, takeLowCrossings } from './screen-queries.ts'

const BATCH_MAX = 5_000

export interface FallenPackage {
  packageId: string
  available: number
}

/**
 * Finds packages that fell from above 10 to 10 or fewer, each once until it is above 10 again, and passes them on in
 * the transaction that takes them. It looks at current counts: what fell and rose between two looks is not news.
 */
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
