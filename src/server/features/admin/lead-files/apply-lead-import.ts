import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { type ImportRow, recordStep } from '#server/features/imports/import-kind.ts'
import {
  changePools,
  countiesOf,
  MISSING_ARE_MADE,
  type PlacesMoved,
  POOL_TRIES_MAX,
  type Pool,
} from '#server/features/stock/pools.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { bonusLeadsOf } from '#server/features/stock/update-bonus-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { LostRace } from '#server/platform/errors.ts'
import * as sql from './apply-queries.ts'
import { findPools } from './check-lead-file.ts'
import { type Decision, decide, poolsOfPlace, verdictNo, windowValues } from './rules.ts'
import { movedBetween } from './undo-lead-import.ts'

interface PartToApply {
  row: ImportRow
  part: sql.PartRow
  /** Leads have changed since the check, so each row is compared again. */
  isStale: boolean
}

const rangeOf = (part: sql.PartRow) => ({
  uploadNo: part.upload_no,
  fromPlaceNo: part.place_from,
  fromPropertyKey: part.key_from,
  toPlaceNo: part.place_to,
  toPropertyKey: part.key_to,
})

/** Puts one part of a file on sale, in one transaction under the locks of its pools. */
export async function applyPart(ctx: PlatformContext, input: PartToApply): Promise<void> {
  const { part, isStale } = input
  const ownPools = part.places.flatMap(poolsOfPlace)
  const more: string[] = []
  // A pool that is created now must not show more than it can fill.
  const bonusLeads = await bonusLeadsOf(ctx, promiseLeads, ownPools)
  for (let tries = 1; tries <= POOL_TRIES_MAX; tries += 1) {
    // Pools that would have to be locked too; nothing was changed then.
    let missed: string[] = []
    const locked = await inTransaction(ctx, async (tx) => {
      await tx.run(sql.useIndexes)
      // Most parts have no leads on the same properties, and the check knows which.
      const findKnown = async () =>
        isStale || part.known_rows > 0 ? tx.run(sql.listKnown, { ...rangeOf(part), includesNew: isStale }) : []
      const poolsOf = (known: readonly sql.KnownRow[]) => known.flatMap(({ pool_id }) => pool_id ?? [])
      const poolIds = new Set([...ownPools, ...poolsOf(await findKnown()), ...more])
      const newlyBacked = await findNewlyBacked(tx, part.places)
      const change = async (pools: ReadonlyMap<string, Pool>) => {
        const known = await findKnown()
        missed = poolsOf(known).filter((poolId) => !pools.has(poolId))
        if (missed.length > 0) return { moved: [] }
        const moved = await changeLeads(ctx, tx, { ...input, known, newlyBacked })
        // Includes those that got no lead, because all four tiers of a county and lead type become backed together.
        const withBonus = (pool: Pool) => ({ ...pool, bonusLeads: bonusLeads.get(pool.poolId) ?? pool.bonusLeads })
        return { moved, pools: [...pools.values()].map(withBonus) }
      }
      return changePools(tx, [...poolIds], change, MISSING_ARE_MADE)
    })
    if (missed.length === 0) return announceStockChange(ctx, countiesOf(locked.keys()))
    more.push(...missed)
  }
  throw new Error('leads moved from pool to pool while an import was to change them')
}

/** The counties and lead types that get their first pool with this part, so that an undo can take them back. */
async function findNewlyBacked(tx: Transaction, places: readonly number[]): Promise<number[]> {
  const firstPool = (placeNo: number) => poolsOfPlace(placeNo)[0] ?? ''
  const known = new Set((await tx.run(findPools, { poolIds: places.map(firstPool) })).map(({ pool_id }) => pool_id))
  return places.filter((placeNo) => !known.has(firstPool(placeNo)))
}

function decideAll(known: readonly sql.KnownRow[]): { row: sql.KnownRow; decision: Decision }[] {
  const byRow = Map.groupBy(known, ({ place_no, row_no }) => `${place_no}/${row_no}`)
  return [...byRow.values()].flatMap((rows) => {
    const [row] = rows
    return row ? [{ row, decision: decide(row.row_acquired_at, rows) }] : []
  })
}

const verdictOf = (decision: Decision): number => {
  if (decision.kind === 'skip') return verdictNo(decision.verdict)
  return verdictNo(decision.kind === 'renew' ? 'merged' : 'replaces')
}

async function changeLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: PartToApply & { known: readonly sql.KnownRow[]; newlyBacked: readonly number[] },
): Promise<PlacesMoved[]> {
  const { row, part, known } = input
  const now = ctx.clock.now()
  const windows = windowValues(ctx.config, now)
  const decided = decideAll(known)
  const gone = part.known_rows > 0 ? await tx.run(sql.findLeadsGone, rangeOf(part)) : []
  const changed = [
    ...decided.map((one) => ({ ...one.row, to: verdictOf(one.decision) })),
    ...gone.map((its) => ({ ...its, verdict: verdictNo('merged'), to: verdictNo('new') })),
  ].filter((one) => one.to !== one.verdict)
  if (changed.length > 0)
    await tx.run(sql.setVerdicts, {
      uploadNo: part.upload_no,
      ...listsOf(changed, 'place_no', 'property_key', 'row_no'),
      verdicts: changed.map(({ to }) => to),
    })
  const kept = { importNo: row.import_no, partNo: part.part_no }
  const displaced = decided.flatMap(({ decision }) => (decision.kind === 'skip' ? [] : decision.displaced))
  const renewed = decided.flatMap(({ row: its, decision }) =>
    decision.kind === 'renew' ? [{ ...its, lead_id: decision.leadId }] : [],
  )
  const moved: PlacesMoved[] = []
  if (displaced.length > 0) {
    await tx.run(sql.keepLeads, { ...kept, leadIds: displaced, withDetails: false })
    moved.push(...movedBetween(await tx.run(sql.displaceLeads, { leadIds: displaced, now })))
  }
  let merged = 0
  if (renewed.length > 0) {
    const its = listsOf(renewed, 'lead_id', 'place_no', 'row_no', 'property_key')
    const renewal = { uploadNo: part.upload_no, ...its }
    await tx.run(sql.keepLeads, { ...kept, leadIds: its.leadIds, withDetails: true })
    const renewedRows = await tx.run(sql.renewLeads, { ...renewal, ...windows, soldAt: now })
    await tx.run(sql.renewDetails, renewal)
    merged = renewedRows.reduce((sum, { leads }) => sum + leads, 0)
    moved.push(...movedBetween(renewedRows))
  }
  const inserted = await tx.run(sql.insertLeads, { ...rangeOf(part), ...windows, importNo: row.import_no, soldAt: now })
  const newLeads = inserted.reduce((sum, { leads }) => sum + leads, 0)
  if (newLeads + merged === 0) {
    // A crash of the database empties the rows. An empty part must not count as applied; the next try takes it back.
    const [rows] = await tx.run(sql.haveRows, { uploadNo: part.upload_no })
    if (!rows?.have_rows) throw new Error('the rows of an import got lost while it was applied')
  }
  moved.push(...inserted.map(({ pool_id, places, leads }) => ({ pool_id, before: 0, after: places, leads })))
  const ids = inserted.flatMap(({ lead_from, lead_to }) => [Number(lead_from), Number(lead_to)])
  const [applied] = await tx.run(sql.markPartApplied, {
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
 * Two parts run at once: while one waits for the disk, the other computes. They come from both ends of the list,
 * because neighbors may be in the same county: the second part would wait for the first one's pools, and a buyer for
 * both.
 */
const LANES = ['shift', 'pop'] as const

/** Puts the parts on sale that are not yet. @returns why what was applied has to be taken back, if the rows were lost */
export async function applyLeads(ctx: PlatformContext, row: ImportRow, uploadNo: number): Promise<string | null> {
  const parts = await ctx.database.run(sql.listOpenParts, { uploadNo })
  const [rows] = parts.length > 0 ? await ctx.database.run(sql.haveRows, { uploadNo }) : [{ have_rows: true }]
  if (!rows?.have_rows) return 'The database restarted and lost the rows. Upload the file again.'
  const [later] = await ctx.database.run(sql.findLaterImports, { importId: row.import_id, touchedAt: row.checked_at })
  const isStale = later?.is_stale ?? true
  // If one lane fails, the other finishes its part first: no one else may resume the import while it works.
  const lanes = await Promise.allSettled(LANES.map((take) => applyAll(ctx, row, () => parts[take](), isStale)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  return null
}

async function applyAll(ctx: PlatformContext, row: ImportRow, take: () => sql.PartRow | undefined, isStale: boolean) {
  for (let part = take(); part; part = take()) {
    try {
      await applyPart(ctx, { row, part, isStale })
    } catch (error) {
      // Another node has applied the part.
      if (error instanceof LostRace) continue
      // A lead did not come from an import.
      if (isStale || !isUniqueViolation(error)) throw error
      await applyPart(ctx, { row, part, isStale: true })
    }
    await recordStep(ctx, row)
  }
}
