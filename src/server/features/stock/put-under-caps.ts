import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { SaleCaps } from '#server/platform/config.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { findLeadSpan, findOtherCaps, putUnderCaps as putUnderCapsStatement } from './cap-queries.ts'
import { movedPlaces } from './moved-places.ts'
import type { PlacesMoved, PoolId } from './pools.ts'

/** A lead that is for sale under another cap than its tier has. */
export interface OtherCapped {
  leadId: number
  poolId: PoolId
  /** That of its tier. */
  cap: number
}

/** The ids between which all leads are; null where there are none. */
export async function findSpan(executor: Executor): Promise<{ first: number; last: number } | null> {
  const [span] = await executor.run(findLeadSpan)
  return span && span.first !== null && span.last !== null ? { first: span.first, last: span.last } : null
}

/** Up to `max` leads after `after` and up to `upTo` that are for sale under another cap than that of their tier, in the order of their ids. */
export async function findOtherCapped(
  executor: Executor,
  input: { caps: SaleCaps; after: number; upTo: number; max: number },
): Promise<OtherCapped[]> {
  const { caps, after, upTo, max } = input
  const rows = await executor.run(findOtherCaps, {
    leadId: after,
    upTo,
    tiers: TIERS,
    caps: TIERS.map((tier) => caps[tier]),
    limit: max,
  })
  return rows.map((row) => ({ leadId: row.lead_id, poolId: row.pool_id, cap: row.cap }))
}

/**
 * Lets leads of locked pools be sold as often as their tier says now; the strictest cap that one was ever sold under stays with it.
 * One that is held keeps what it is held under until it is free, and is offered to nobody else (`age-leads` then brings it back).
 */
export async function putUnderCaps(
  ctx: PlatformContext,
  tx: Transaction,
  leads: readonly OtherCapped[],
): Promise<PlacesMoved[]> {
  const rows = await tx.run(putUnderCapsStatement, {
    leadIds: leads.map(({ leadId }) => leadId),
    poolIds: leads.map(({ poolId }) => poolId),
    caps: leads.map(({ cap }) => cap),
    now: ctx.clock.now(),
  })
  return movedPlaces(rows)
}
