/** Puts one part of a file on sale, in one transaction under the locks of its pools. */

import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import {
  changePools,
  countiesOf,
  MISSING_ARE_MADE,
  POOL_TRIES_MAX,
  type Pool,
} from '#server/features/stock/change-pools.ts'
import type { PlacesMoved } from '#server/features/stock/pools.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { bonusLeadsOf } from '#server/features/stock/update-bonus-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { LostRace } from '#server/platform/lost-race.ts'
import { haveRows, markPartApplied, type PartRow } from './apply-progress-queries.ts'
import {
  displaceLeads,
  findLeadsGone,
  insertLeads,
  type KnownRow,
  keepLeads,
  listKnown,
  renewDetails,
  renewLeads,
  setVerdicts,
  useIndexes,
} from './apply-queries.ts'
import { findPools } from './check-queries.ts'
import type { ImportRow } from './queries.ts'
import { type Decision, decide, verdictNo } from './rules.ts'
import { movedBetween, poolsOfPlace, windowValues } from './windows.ts'

/** What is needed to apply a part. */
export interface PartToApply {
  row: ImportRow
  part: PartRow
  /** Leads have changed since the check, so each row is compared again. */
  isStale: boolean
}

const rangeOf = (part: PartRow) => ({
  uploadNo: part.upload_no,
  fromPlaceNo: part.place_from,
  fromPropertyKey: part.key_from,
  toPlaceNo: part.place_to,
  toPropertyKey: part.key_to,
})

const poolsOf = (known: readonly KnownRow[]): string[] =>
  known.flatMap(({ pool_id }) => (pool_id === null ? [] : [pool_id]))

/** Finds the leads on the same properties as a part's rows. Most parts have none, and the check knows which. */
const findKnown = async (tx: Transaction, part: PartRow, isStale: boolean): Promise<KnownRow[]> =>
  isStale || part.known_rows > 0 ? tx.run(listKnown, { ...rangeOf(part), includesNew: isStale }) : []

/** Applies a part that has not been applied yet. */
export async function applyPart(ctx: PlatformContext, input: PartToApply): Promise<void> {
  const { part, isStale } = input
  const more: string[] = []
  // A pool that is created now must not show more than it can fill.
  const bonusLeads = await bonusLeadsOf(ctx, promiseLeads, part.places.flatMap(poolsOfPlace))
  for (let tries = 1; tries <= POOL_TRIES_MAX; tries += 1) {
    const { missed, pools } = await inTransaction(ctx, async (tx) => {
      await tx.run(useIndexes)
      const known = await findKnown(tx, part, isStale)
      const poolIds = [...new Set([...part.places.flatMap(poolsOfPlace), ...poolsOf(known), ...more])]
      const newlyBacked = await findNewlyBacked(tx, part.places)
      return applyUnderLocks(ctx, tx, { ...input, poolIds, newlyBacked, bonusLeads })
    })
    if (missed.length === 0) return announceStockChange(ctx, countiesOf(pools))
    more.push(...missed)
  }
  throw new Error('leads moved from pool to pool while an import was to change them')
}

/** Finds the counties and lead types that get their first pool with this part, so that an undo can take them back. */
async function findNewlyBacked(tx: Transaction, places: readonly number[]): Promise<number[]> {
  const firstPool = (placeNo: number) => poolsOfPlace(placeNo)[0] ?? ''
  const known = new Set((await tx.run(findPools, { poolIds: places.map(firstPool) })).map(({ pool_id }) => pool_id))
  return places.filter((placeNo) => !known.has(firstPool(placeNo)))
}

/** @returns `missed`: pools that would have to be locked too; nothing was changed then */
async function applyUnderLocks(
  ctx: PlatformContext,
  tx: Transaction,
  input: PartToApply & {
    poolIds: readonly string[]
    newlyBacked: readonly number[]
    bonusLeads: ReadonlyMap<string, number[]>
  },
): Promise<{ missed: string[]; pools: string[] }> {
  const { poolIds, part, isStale } = input
  let missed: string[] = []
  const change = async (pools: ReadonlyMap<string, Pool>) => {
    const known = await findKnown(tx, part, isStale)
    missed = poolsOf(known).filter((poolId) => !pools.has(poolId))
    if (missed.length > 0) return { moved: [] }
    const moved = await changeLeads(ctx, tx, { ...input, known })
    // Includes those that got no lead, because all four tiers of a county and lead type become backed together.
    const withBonus = (pool: Pool) => ({ ...pool, bonusLeads: input.bonusLeads.get(pool.poolId) ?? pool.bonusLeads })
    return { moved, pools: [...pools.values()].map(withBonus) }
  }
  const pools = await changePools(tx, poolIds, change, MISSING_ARE_MADE)
  return { missed, pools: [...pools.keys()] }
}

/** Decides each known row. */
function decideAll(known: readonly KnownRow[]): { row: KnownRow; decision: Decision }[] {
  const byRow = Map.groupBy(known, ({ place_no, row_no }) => `${place_no}/${row_no}`)
  return [...byRow.values()].flatMap((rows) => {
    const [row] = rows
    if (!row) return []
    const beside = rows.map(({ lead_id, is_same, acquired_at, pool_id }) => ({
      leadId: lead_id,
      isSame: is_same,
      acquiredAt: acquired_at,
      isListed: pool_id !== null,
    }))
    return [{ row, decision: decide(row.row_acquired_at, beside) }]
  })
}

const verdictOf = (decision: Decision): number => {
  if (decision.kind === 'skip') return verdictNo(decision.verdict)
  return verdictNo(decision.kind === 'renew' ? 'merged' : 'replaces')
}

async function changeLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: PartToApply & { known: readonly KnownRow[]; newlyBacked: readonly number[] },
): Promise<PlacesMoved[]> {
  const { row, part, known } = input
  const now = ctx.clock.now()
  const windows = windowValues(ctx.config, now)
  const decided = decideAll(known)
  const gone = part.known_rows > 0 ? await tx.run(findLeadsGone, rangeOf(part)) : []
  const changed = [
    ...decided.map((one) => ({ ...one.row, to: verdictOf(one.decision) })),
    ...gone.map((its) => ({ ...its, verdict: verdictNo('merged'), to: verdictNo('new') })),
  ].filter((one) => one.to !== one.verdict)
  if (changed.length > 0) {
    await tx.run(setVerdicts, {
      uploadNo: part.upload_no,
      placeNos: changed.map(({ place_no }) => place_no),
      propertyKeys: changed.map(({ property_key }) => property_key),
      rowNos: changed.map(({ row_no }) => row_no),
      verdicts: changed.map(({ to }) => to),
    })
  }
  const displaced = decided.flatMap(({ decision }) => (decision.kind === 'skip' ? [] : decision.displaced))
  const renewed = decided.flatMap(({ row: its, decision }) =>
    decision.kind === 'renew' ? [{ its, leadId: decision.leadId }] : [],
  )
  const moved: PlacesMoved[] = []
  if (displaced.length > 0) {
    await tx.run(keepLeads, { importNo: row.import_no, partNo: part.part_no, leadIds: displaced, withDetails: false })
    moved.push(...movedBetween(await tx.run(displaceLeads, { leadIds: displaced, now })))
  }
  let merged = 0
  if (renewed.length > 0) {
    const leadIds = renewed.map(({ leadId }) => leadId)
    const renewal = {
      uploadNo: part.upload_no,
      leadIds,
      placeNos: renewed.map(({ its }) => its.place_no),
      rowNos: renewed.map(({ its }) => its.row_no),
      propertyKeys: renewed.map(({ its }) => its.property_key),
    }
    await tx.run(keepLeads, { importNo: row.import_no, partNo: part.part_no, leadIds, withDetails: true })
    const renewedRows = await tx.run(renewLeads, { ...renewal, ...windows, soldAt: now })
    await tx.run(renewDetails, renewal)
    merged = renewedRows.reduce((sum, { leads }) => sum + leads, 0)
    moved.push(...movedBetween(renewedRows))
  }
  const inserted = await tx.run(insertLeads, { ...rangeOf(part), ...windows, importNo: row.import_no, soldAt: now })
  const newLeads = inserted.reduce((sum, { leads }) => sum + leads, 0)
  if (newLeads + merged === 0) await requireRows(tx, part)
  moved.push(...inserted.map(({ pool_id, places, leads }) => ({ pool_id, before: 0, after: places, leads })))
  const ids = inserted.flatMap(({ lead_from, lead_to }) => [Number(lead_from), Number(lead_to)])
  const [applied] = await tx.run(markPartApplied, {
    uploadNo: part.upload_no,
    partNo: part.part_no,
    newLeads,
    merged,
    displaced: displaced.length,
    skipped: part.rows - newLeads - merged,
    leadFrom: ids.length > 0 ? Math.min(...ids) : null,
    leadTo: ids.length > 0 ? Math.max(...ids) : null,
    backedPlaces: input.newlyBacked,
  })
  if (!applied) throw new LostRace()
  return moved
}

/**
 * A crash of the database empties the rows, and an empty part must not count as applied. @throws Error; the next try
 * takes it back
 */
async function requireRows(tx: Transaction, part: PartRow): Promise<void> {
  const [rows] = await tx.run(haveRows, { uploadNo: part.upload_no })
  if (!rows?.have_rows) throw new Error('the rows of an import got lost while it was applied')
}
