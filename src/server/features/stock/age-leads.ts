import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { findLeadsToAge, moveLeads as moveLeadsStatement } from './lead-queries.ts'
import { changePools, countiesOf, MISSING_ARE_MADE, type PoolId, poolIdOf } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'
import { tierAt } from './tiers.ts'

export interface AgedLead {
  leadId: string
  fromPool: PoolId
  /** null: too old to be sold. */
  toPool: PoolId | null
  newCap: number | null
  newAgesAt: Date | null
  seenAt: Date
}

/** Finds leads whose time in their tier is over, longest overdue first; not those that wait for their hold to end. */
export async function findAgedLeads(ctx: PlatformContext, max: number): Promise<AgedLead[]> {
  const now = ctx.clock.now()
  const rows = await ctx.database.run(findLeadsToAge, { now, limit: max })
  return rows.map((row) => {
    const place = tierAt(row.acquired_at, now)
    return {
      leadId: row.lead_id,
      fromPool: row.pool_id,
      toPool: place && poolIdOf(row.fips, row.lead_type, place.tier),
      newCap: place && ctx.config.saleCaps[place.tier],
      newAgesAt: place?.until ?? null,
      seenAt: now,
    }
  })
}

/** Moves leads between locked pools. A held one stays, offered to no one; one moved or renewed meanwhile is skipped. */
export async function moveLeads(tx: Transaction, leads: readonly AgedLead[]) {
  const lists = listsOf(leads, 'leadId', 'fromPool', 'toPool', 'newCap', 'newAgesAt', 'seenAt')
  const rows = await tx.run(moveLeadsStatement, lists)
  return {
    leads: rows.reduce((sum, row) => sum + row.leads, 0),
    moved: rows.flatMap((row) => [
      { pool_id: row.old_pool, before: row.old_places, after: 0, leads: row.leads },
      { pool_id: row.pool_id, before: 0, after: row.places, leads: row.leads },
    ]),
  }
}

/** Leads per round. Their pools are locked together, so a round must be short. */
const BATCH_MAX = 2_000

/** Moves every lead whose time in its tier is over to the next tier, or off sale. Safe on several nodes at once. */
export async function ageLeads(ctx: PlatformContext): Promise<number> {
  let aged = 0
  for (;;) {
    const due = await findAgedLeads(ctx, BATCH_MAX)
    if (due.length === 0) return aged
    const poolIds = due.flatMap(({ fromPool, toPool }) => (toPool ? [fromPool, toPool] : [fromPool]))
    let leads = 0
    const pools = await inTransaction(ctx, (tx) => {
      const move = async () => {
        const done = await moveLeads(tx, due)
        leads = done.leads
        return done
      }
      return changePools(tx, poolIds, move, MISSING_ARE_MADE)
    })
    announceStockChange(ctx, countiesOf(pools.keys()))
    aged += leads
    // Another node moved them in the meantime.
    if (leads === 0) return aged
  }
}
