import type { Transaction } from '#server/platform/database.ts'
import { pickLeads as pickLeadsStatement } from './lead-queries.ts'
import type { PlacesMoved, PoolId } from './pools.ts'

/**
 * Sets leads of a locked pool aside for a hold: those with the most places left, then the freshest.
 *
 * @param input.beside holds whose properties must not be among them
 * @param input.buyerKey who must not have them already; null while nobody knows
 * @param input.now leads whose time in the tier is over by then are left for `age-leads`; absent: they may be among them
 * @param input.areLeftAlone picks those, and only those, whose owners asked to be left alone and which have not left stock yet; no
 *   sale takes them
 * @returns how many there were, `count` or fewer, and what moved
 */
export async function pickLeads(
  tx: Transaction,
  input: {
    holdId: string
    poolId: PoolId
    count: number
    beside: readonly string[]
    buyerKey: string | null
    now?: Date
    areLeftAlone?: boolean
  },
): Promise<{ picked: number; moved: readonly PlacesMoved[] }> {
  const { holdId, poolId, count, beside, buyerKey, now, areLeftAlone = false } = input
  const rows = await tx.run(pickLeadsStatement, {
    holdId,
    poolId,
    limit: count,
    besidesHoldIds: beside,
    buyerKey,
    now: now ?? null,
    areLeftAlone,
  })
  return { picked: rows.reduce((sum, { leads }) => sum + leads, 0), moved: rows }
}
