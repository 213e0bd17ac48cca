import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { changePools, countiesOf, MISSING_ARE_MADE } from './change-pools.ts'
import { findLeadsToAge, moveLeads as moveLeadsStatement } from './lead-queries.ts'
import { type PlacesMoved, type PoolId, poolIdOf } from './pools.ts'
import { announceStockChange } from './stock-changes.ts'
import { tierAt } from './tiers.ts'

export interface AgedLead {
  leadId: string
  from: PoolId
  /** null: too old to be sold. */
  to: PoolId | null
  cap: number | null
  agesAt: Date | null
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
      from: row.pool_id,
      to: place && poolIdOf(row.fips, row.lead_type, place.tier),
      cap: place && ctx.config.saleCaps[place.tier],
      agesAt: place?.until ?? null,
      seenAt: now,
    }
  })
}

/** Moves leads between locked pools. A held one stays, offered to no one; one moved or renewed meanwhile is skipped. */
export async function moveLeads(
  tx: Transaction,
  leads: readonly AgedLead[],
): Promise<{ leads: number; moved: PlacesMoved[] }> {
  const rows = await tx.run(moveLeadsStatement, {
    leadIds: leads.map((lead) => lead.leadId),
    fromPools: leads.map((lead) => lead.from),
    toPools: leads.map((lead) => lead.to),
    newCaps: leads.map((lead) => lead.cap),
    newAgesAts: leads.map((lead) => lead.agesAt),
    seenAts: leads.map((lead) => lead.seenAt),
  })
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
    const poolIds = due.flatMap(({ from, to }) => (to ? [from, to] : [from]))
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
