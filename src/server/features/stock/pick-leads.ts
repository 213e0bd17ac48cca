import type { Transaction } from '#server/platform/database.ts'
import { neededBy, type Pool } from './change-pools.ts'
import { pickAnyLeads, pickNextLeads } from './pick-queries.ts'
import { isAmple, type PickedTo, type PlacesMoved, type PoolId } from './pools.ts'

/**
 * Sets leads of a locked pool aside for a hold. While any choice would do (`isAmple`), it takes the leads that fewest
 * carts hold, least sold first, in rounds: an index that holds do not change finds them, from where the last pick
 * ended. Otherwise, and for what is still missing, it takes those with the most places left. Among equals, freshest
 * first.
 *
 * @param input.pools the locked ones; a pool that is not among them is picked from carefully
 * @param input.beside holds whose properties must not be among them; the hold itself if it has leads already
 * @param input.besideOfPool those of them whose packages are of this pool; absent: no one looked
 * @param input.buyerKey who must not have them already; null while unknown
 * @param input.now leads whose time in the tier is over by then are left for `age-leads`; absent: they may be among
 * them
 * @param input.areLeftAlone picks only leads whose owners opted out and that have not left stock yet; no sale takes
 * them
 * @returns how many there were, `count` or fewer, what moved, and where the next pick may start
 */
export async function pickLeads(
  tx: Transaction,
  input: {
    holdId: string
    pools: ReadonlyMap<PoolId, Pool>
    poolId: PoolId
    count: number
    beside: readonly string[]
    besideOfPool?: readonly string[]
    buyerKey: string | null
    now?: Date
    areLeftAlone?: boolean
  },
): Promise<{ picked: number; moved: readonly PlacesMoved[]; pickedTo: PickedTo | null }> {
  const { pools, count, now = null, areLeftAlone = false, beside, besideOfPool = beside, ...rest } = input
  const pool = pools.get(input.poolId)
  const moved: PlacesMoved[] = []
  const valuesNow = () => ({
    ...rest,
    now,
    areLeftAlone,
    limit: missing(),
    // What was just picked has one more hold, and would turn up again in the next round.
    besidesHoldIds: moved.length > 0 ? [...beside, input.holdId] : beside,
    ofPoolHoldIds: moved.length > 0 ? [...besideOfPool, input.holdId] : besideOfPool,
  })
  const missing = () => count - moved.reduce((sum, { leads }) => sum + leads, 0)
  let pickedTo = pool?.pickedTo ?? null
  if (pool && isAmple(pool.places, count, Math.max(count, ...neededBy(pool)))) {
    for (let heldBy = pickedTo?.heldBy ?? 0; missing() > 0 && heldBy < pool.places.length; heldBy += 1) {
      const start = startOf(pickedTo?.heldBy === heldBy ? pickedTo : null)
      const rows = await tx.run(pickNextLeads, { ...valuesNow(), heldBy, ...start })
      moved.push(...rows)
      pickedTo = rows[0]?.picked_to ?? pickedTo
    }
  }
  if (missing() > 0) moved.push(...(await tx.run(pickAnyLeads, valuesNow())))
  return { picked: count - missing(), moved, pickedTo }
}

const startOf = (pickedTo: PickedTo | null) => ({
  afterUnsold: pickedTo?.unsold ?? 32_767,
  afterAcquiredAt: pickedTo?.acquiredAt ?? 'infinity',
  afterLeadId: pickedTo?.leadId ?? '0',
})
