/** Holds of packages whose stock follows from leads: these are picked at once and belong to the hold until it ends. */
import { COUNTED_MAX, type PackageId, packageKeyOf, SIZES } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { openLines } from '#server/platform/process/limit-concurrency.ts'
import type { HoldToPlace } from './hold.ts'
import { ownListsOf, type PickContext } from './own-lists.ts'
import { pickLeads } from './pick-leads.ts'
import { admitLeadHold, beforeTry, changePools, type Pool, poolOf, undoTry, unitsOf, unitsOfPool } from './pools.ts'
import type { PlacedRow } from './queries.ts'

/** The holds of each pool, one after the other. */
const poolQueues = perNode(() => openLines({ callsMax: 1, waitingMax: Number.POSITIVE_INFINITY }))

/** `counted`: the package's stock does not follow from leads (anymore). */
export interface LeadHoldRow {
  verdict: Exclude<PlacedRow['verdict'], 'from_leads' | 'unknown_package'> | 'leads_in_cart' | 'counted'
  available: number
}

/** The request cannot be filled; what the transaction has written so far must not stay. */
class Denied extends Error {
  readonly verdict: LeadHoldRow['verdict']

  constructor(verdict: LeadHoldRow['verdict']) {
    super(`no leads were held: ${verdict}`)
    this.verdict = verdict
  }
}

type Limits = { lines: number; perAddress: number | null }

const shownOf = (pool: Pool | undefined, packageId: PackageId): number => {
  const units = pool ? unitsOfPool(pool)[SIZES.indexOf(packageKeyOf(packageId).size)] : 0
  return Math.min(units ?? 0, COUNTED_MAX)
}

/** @param options.buyerKey null while unknown. @param options.isCart no one has agreed to pay yet */
async function take(
  ctx: PickContext,
  tx: Transaction,
  hold: HoldToPlace,
  { limits, buyerKey, isCart }: { limits: Limits; buyerKey: string | null; isCart: boolean },
): Promise<number> {
  const poolId = poolOf(hold.packageId)
  const needed = packageKeyOf(hold.packageId).size + hold.bonus.leads
  const now = await changePools(tx, [poolId], async (pools) => {
    const pool = pools.get(poolId)
    if (!pool?.isBacked) throw new Denied('counted')
    if (unitsOf(pool.places, needed) === 0) throw new Denied('out_of_stock')
    const [admitted] = await tx.run(admitLeadHold, {
      ...hold,
      lines: limits.lines,
      limit: limits.perAddress,
      bonusLeads: hold.bonus.leads,
      bonusOffers: JSON.stringify(hold.bonus.offers),
      buyerKey,
    })
    if (admitted?.verdict !== 'granted') throw new Denied(admitted?.verdict ?? 'out_of_stock')
    const { holdId, placedAt: now } = hold
    const { beside, beside_of_pool: besideOfPool } = admitted
    const lists = ownListsOf(admitted)
    const asked = { holdId, pools, poolId, beside, besideOfPool, buyerKey, now }
    const sellable = await pickLeads(ctx, tx, { ...asked, count: needed, lists })
    const moved = [...sellable.moved]
    let { picked } = sellable
    // A unit that the shop still shows must go into a cart. Otherwise, asking for the last package would reveal whether
    // an opt-out took one of its leads, or whether one of them is on a list of the buyer's own. Such a lead is replaced
    // before anyone pays, or the payment is refused.
    const takeShown = async (areLeftAlone: boolean) => {
      if (!isCart || picked >= needed) return
      const again = picked > 0 ? [holdId] : []
      const shown = await pickLeads(ctx, tx, {
        ...asked,
        beside: [...beside, ...again],
        besideOfPool: [...besideOfPool, ...again],
        count: needed - picked,
        buyerKey: null,
        areLeftAlone,
      })
      picked += shown.picked
      moved.push(...shown.moved)
    }
    if (buyerKey !== null) await takeShown(false)
    await takeShown(true)
    // Enough for someone else, but not for an owner who already has some of these properties, or not once the leads
    // whose time is over have left.
    if (picked < needed) throw new Denied(besideOfPool.length > 0 ? 'leads_in_cart' : 'out_of_stock')
    return { moved, pools: [{ ...pool, pickedTo: sellable.pickedTo }] }
  })
  return shownOf(now.get(poolId), hold.packageId)
}

/**
 * Places a hold of a package whose stock follows from leads, none of a property that the owner already holds, nor of
 * one that the buyer has, as far as the pool allows. Holds of one pool wait for each other in this node, so that they
 * do not wait for its lock with all the connections that others need.
 */
export async function placeLeadHold(
  ctx: PlatformContext,
  hold: HoldToPlace,
  { limits, buyerKey }: { limits: Limits; buyerKey: string | null },
): Promise<LeadHoldRow> {
  try {
    const available = await poolQueues(ctx).run(poolOf(hold.packageId), () =>
      inTransaction(ctx, (tx) => take(ctx, tx, hold, { limits, buyerKey, isCart: true })),
    )
    return { verdict: 'granted', available }
  } catch (error) {
    if (error instanceof Denied) return { verdict: error.verdict, available: 0 }
    throw error
  }
}

/** Does so inside a transaction, for a late payment or a link that is sent again; null if leads are too few. */
export async function takeLeadHold(
  ctx: PickContext,
  tx: Transaction,
  hold: HoldToPlace,
  options: { limits: Limits; buyerKey: string | null },
): Promise<HoldId | null> {
  await tx.run(beforeTry)
  try {
    await take(ctx, tx, hold, { ...options, isCart: false })
    return hold.holdId
  } catch (error) {
    if (!(error instanceof Denied)) throw error
    await tx.run(undoTry)
    return null
  }
}
