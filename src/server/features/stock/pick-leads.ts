import type { Transaction } from '#server/platform/database/database.ts'
import { freeLeads } from './lead-queries.ts'
import type { OwnLists } from './own-list-queries.ts'
import { findListsOf, linesOf, type PickContext, sortByPhones } from './own-lists.ts'
import { type PickedRow, pickAnyLeads, pickNextLeads } from './pick-queries.ts'
import { isAmple, neededBy, type PickedTo, type PlacesMoved, type Pool, type PoolId } from './pools.ts'

interface Picking {
  holdId: string
  pools: ReadonlyMap<PoolId, Pool>
  poolId: PoolId
  count: number
  beside: readonly string[]
  besideOfPool?: readonly string[]
  buyerKey: string | null
  now?: Date
  areLeftAlone?: boolean
  lists?: OwnLists
}

type Picked = { picked: number; moved: readonly PlacesMoved[]; pickedTo: PickedTo | null }

/**
 * Sets leads of a locked pool aside for a hold. While any choice would do (`isAmple`), it takes those that fewest carts
 * hold, least sold first, in rounds: an index that holds do not change finds them, from where the last pick ended.
 * Otherwise, and for what is still missing, those with the most places left. Among equals, freshest first.
 * @param input.beside holds whose properties must not be among them; the hold itself if it has leads already
 * @param input.besideOfPool those of them whose packages are of this pool; absent: no one looked
 * @param input.now leads whose time in the tier is over by then are left for `age-leads`; absent: they may be taken
 * @param input.areLeftAlone picks only leads whose owners opted out and that are still in stock; no sale takes them
 * @returns how many there were, `count` or fewer, what moved, and where the next pick may start
 */
export async function pickLeads(ctx: PickContext, tx: Transaction, input: Picking): Promise<Picked> {
  const { lists = await findListsOf(tx, input.buyerKey), ...asked } = input
  if (lists.withPhones.length > 0) return pickWithoutPhones(ctx, tx, asked, lists)
  return pick(tx, asked, lists)
}

/** @returns also the phones of what it picked (`sortByPhones`), if the buyer's lists have phones */
async function pick(tx: Transaction, input: Picking, lists: OwnLists): Promise<Picked & { phoneLines: string[] }> {
  const { holdId, poolId, buyerKey, pools, count, now = null, areLeftAlone = false, beside } = input
  const { besideOfPool = beside } = input
  const pool = pools.get(poolId)
  const moved: PlacesMoved[] = []
  const phoneLines: string[] = []
  const take = (rows: readonly PickedRow[]) => {
    moved.push(...rows)
    phoneLines.push(...linesOf(rows[0]))
  }
  const asked = { holdId, poolId, buyerKey, listNos: lists.withAddresses, now, areLeftAlone }
  const valuesNow = () => {
    // What was just picked has one more hold, and would turn up again in the next round.
    const own = moved.length > 0 ? [holdId] : []
    const avoided = { besidesHoldIds: [...beside, ...own], ofPoolHoldIds: [...besideOfPool, ...own] }
    return { ...asked, ...avoided, withPhones: lists.withPhones.length > 0, limit: missing() }
  }
  const missing = () => count - moved.reduce((sum, { leads }) => sum + leads, 0)
  let pickedTo = pool?.pickedTo ?? null
  if (pool && isAmple(pool.places, count, Math.max(count, ...neededBy(pool)))) {
    for (let heldBy = pickedTo?.heldBy ?? 0; missing() > 0 && heldBy < pool.places.length; heldBy += 1) {
      const start = startOf(pickedTo?.heldBy === heldBy ? pickedTo : null)
      const rows = await tx.run(pickNextLeads, { ...valuesNow(), heldBy, ...start })
      take(rows)
      pickedTo = rows[0]?.picked_to ?? pickedTo
    }
  }
  if (missing() > 0) take(await tx.run(pickAnyLeads, valuesNow()))
  return { picked: count - missing(), moved, pickedTo, phoneLines }
}

const startOf = (pickedTo: PickedTo | null) => ({
  afterUnsold: pickedTo?.unsold ?? 32_767,
  afterAcquiredAt: pickedTo?.acquiredAt ?? 'infinity',
  afterLeadId: pickedTo?.leadId ?? '0',
})

/** Leads that one pick looks at for a buyer's phones: a tenth of a second under the lock of the pool. */
const LOOKED_AT_MAX = 2_000

/**
 * Picks for a buyer who has phones on a list. Leads with a listed phone stay aside until there are enough others, so
 * that they are not picked again. Each round takes twice as many, because most of the pool may be on the list.
 */
async function pickWithoutPhones(ctx: PickContext, tx: Transaction, input: Picking, lists: OwnLists): Promise<Picked> {
  const { holdId, count, beside, besideOfPool = beside } = input
  const moved: PlacesMoved[] = []
  const free: string[] = []
  const listed: string[] = []
  let pickedTo: PickedTo | null = null
  for (let asked = count; free.length < count && free.length + listed.length < LOOKED_AT_MAX; ) {
    const isFirst = moved.length === 0
    const own = isFirst ? [] : [holdId]
    const round = { ...input, count: asked, beside: [...beside, ...own], besideOfPool: [...besideOfPool, ...own] }
    const more = await pick(tx, round, lists)
    if (isFirst) pickedTo = more.pickedTo
    moved.push(...more.moved)
    const sorted = await sortByPhones(ctx, tx, lists, more.phoneLines)
    free.push(...sorted.free)
    listed.push(...sorted.listed)
    if (more.picked < asked) break
    asked = Math.min(2 * asked, LOOKED_AT_MAX)
  }
  const back = [...listed, ...free.slice(count)]
  // Leads that come back have the next pick of the pool start at the first again (`changePools`).
  if (back.length > 0) moved.push(...(await tx.run(freeLeads, { holdIds: [holdId], leadIds: back })))
  return { picked: Math.min(free.length, count), moved, pickedTo }
}
