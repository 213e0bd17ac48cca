import type { LeadImport } from '#contract/admin/lead-files.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
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
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { LostRace, Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import {
  beginApplying,
  displaceLeads,
  endApplying,
  findBusy,
  findLaterImports,
  findLeadsGone,
  haveRows,
  insertLeads,
  type KnownRow,
  keepLeads,
  listKnown,
  listOpenParts,
  markPartApplied,
  type PartRow,
  renewDetails,
  renewLeads,
  setVerdicts,
  touchImport,
  useIndexes,
} from './apply-queries.ts'
import { findPools } from './check-lead-file.ts'
import { findImport, findSameFile, type ImportRow, lockImport } from './queries.ts'
import { dropFile, dropRows } from './retention.ts'
import { type Decision, decide, verdictNo } from './rules.ts'
import { requireImport, showImport } from './show-lead-import.ts'
import { takeBack } from './take-back.ts'
import { movedBetween, poolsOfPlace, windowValues } from './windows.ts'

/* Puts one part of a file on sale, in one transaction under the locks of its pools. */

/** What is needed to apply a part. */
interface PartToApply {
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

/** The job that applies an import. */
export const APPLY_JOB = 'apply-lead-import'
/**
 * Two parts run at once: while one waits for the disk, the other computes. They come from both ends of the list,
 * because neighbors may be in the same county: the second part would wait for the first one's pools, and a buyer for
 * both.
 */
const LANES = ['shift', 'pop'] as const

/**
 * Starts putting the leads of a checked file on sale. A second call finds it in progress or applied, and changes
 * nothing.
 *
 * @throws Refusal `lead_import_unknown`, `lead_import_not_ready`; `lead_import_busy` while another import changes
 * leads; `lead_file_known` if the same bytes were imported in the meantime
 * @see docs/decisions/0036-lead-files-in-steps.md
 */
export async function applyImport(ctx: PlatformContext, importId: string): Promise<LeadImport> {
  try {
    await inTransaction(ctx, (tx) => begin(ctx, tx, importId))
  } catch (error) {
    // Two imports started at the same moment, and the database allowed one.
    if (isUniqueViolation(error)) throw new Refusal('lead_import_busy')
    throw error
  }
  return showImport(ctx, await requireImport(ctx, importId))
}

async function begin(ctx: PlatformContext, tx: Transaction, importId: string): Promise<void> {
  const [row] = await tx.run(lockImport, { importId })
  if (!row) throw new Refusal('lead_import_unknown')
  if (row.state === 'applying' || row.state === 'applied') return
  if (row.state !== 'ready') throw new Refusal('lead_import_not_ready')
  const [same] = await tx.run(findSameFile, { checksum: row.checksum, importId })
  if (same) throw new Refusal('lead_file_known')
  const [busy] = await tx.run(findBusy, { importId })
  if (busy) throw new Refusal('lead_import_busy')
  const appliedBy = ctx.actor.kind === 'member' ? ctx.actor.userId : row.created_by
  await tx.run(beginApplying, { importId, now: ctx.clock.now(), appliedBy })
  const { preview } = row
  await writeAudit(ctx, tx, {
    action: 'leads_imported',
    subject: row.file_name,
    target: importId,
    after: {
      source: row.source,
      newLeads: preview?.newLeads ?? 0,
      merged: preview?.merged ?? 0,
      displaced: preview?.displaced ?? 0,
      refused: row.refused_rows,
      import: importId,
      checksum: row.checksum,
    },
  })
  await enqueue(tx, APPLY_JOB, { importId })
}

/** Applies the parts of an import that were not applied yet. If its rows were lost, undoes those that were. */
export async function applyParts(ctx: PlatformContext, importId: string): Promise<void> {
  const [row] = await ctx.database.run(findImport, { importId })
  if (row?.state !== 'applying' || row.upload_no === null) return
  const parts = await ctx.database.run(listOpenParts, { uploadNo: row.upload_no })
  const [rows] =
    parts.length > 0 ? await ctx.database.run(haveRows, { uploadNo: row.upload_no }) : [{ have_rows: true }]
  if (!rows?.have_rows) return takeBack(ctx, row, 'The database restarted and lost the rows. Upload the file again.')
  const [later] = await ctx.database.run(findLaterImports, { importId, touchedAt: row.checked_at })
  const isStale = later?.is_stale ?? true
  // If one lane fails, the other finishes its part first: no one else may resume the import while it works.
  const lanes = await Promise.allSettled(LANES.map((take) => applyAll(ctx, row, () => parts[take](), isStale)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  await ctx.database.run(endApplying, { importId, now: ctx.clock.now() })
  await dropUploaded(ctx, row)
}

async function applyAll(
  ctx: PlatformContext,
  row: ImportRow,
  take: () => PartRow | undefined,
  isStale: boolean,
): Promise<void> {
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
    await ctx.database.run(touchImport, { importId: row.import_id, now: ctx.clock.now() })
  }
}

/** The leads now contain what the file said. The rest is personal data that no one needs. */
async function dropUploaded(ctx: PlatformContext, row: ImportRow): Promise<void> {
  await ctx.database.run(dropFile, { importId: row.import_id })
  await dropRows(ctx, row.upload_no)
}
