/** Undoes an import, part by part. Another node finishes what a killed one started. */

import { changePools, countiesOf, MISSING_ARE_MADE, POOL_TRIES_MAX } from '#server/features/stock/change-pools.ts'
import { type PlacesMoved, poolIdOf } from '#server/features/stock/pools.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { tierAt } from '#server/features/stock/tiers.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { type PartRow, touchImport, useIndexes } from './apply-queries.ts'
import type { ImportRow } from './queries.ts'
import { dropFile, dropRows } from './retention.ts'
import {
  beginUndoing,
  type ChangeRow,
  countKept,
  deleteMade,
  deletePools,
  dropChanges,
  endUndoing,
  findEmptyPools,
  listBackedPlaces,
  listChanges,
  listPartsToUndo,
  listPoolsToUndo,
  markPartUndone,
  restoreDetails,
  restoreLeads,
} from './undo-queries.ts'
import { movedBetween, poolsOfPlace } from './windows.ts'

/** Starts undoing an import whose rows were lost before all of them were applied, and does it. */
export async function takeBack(ctx: PlatformContext, row: ImportRow, problem: string): Promise<void> {
  await ctx.database.run(beginUndoing, { importId: row.import_id, now: ctx.clock.now(), undoneBy: null, problem })
  await undoParts(ctx, row)
}

/** Undoes every part that was applied and is not undone yet. */
export async function undoParts(ctx: PlatformContext, row: ImportRow): Promise<void> {
  for (const part of await ctx.database.run(listPartsToUndo, { uploadNo: row.upload_no })) {
    await undoPart(ctx, row, part)
    await ctx.database.run(touchImport, { importId: row.import_id, now: ctx.clock.now() })
  }
  await unbackPlaces(ctx, row)
  await ctx.database.run(endUndoing, { importId: row.import_id, now: ctx.clock.now() })
  await ctx.database.run(dropFile, { importId: row.import_id })
  await dropRows(ctx, row.upload_no)
}

/** What an import created: leads with the numbers between, both included. */
interface LeadRange {
  fromLeadId: string | number
  toLeadId: string | number
  importNo: number
}

async function undoPart(ctx: PlatformContext, row: ImportRow, part: PartRow): Promise<void> {
  const range = { fromLeadId: part.lead_from ?? 0, toLeadId: part.lead_to ?? -1, importNo: row.import_no }
  const changed = { importNo: row.import_no, partNo: part.part_no, soldAt: row.applied_at }
  for (let tries = 1; tries <= POOL_TRIES_MAX; tries += 1) {
    const pools = await inTransaction(ctx, async (tx) => {
      await tx.run(useIndexes)
      const restored = placesBefore(ctx, await tx.run(listChanges, changed))
      const current = (await tx.run(listPoolsToUndo, { ...range, partNo: part.part_no })).map(({ pool_id }) => pool_id)
      const poolIds = [...new Set([...current, ...restored.flatMap(({ poolId }) => (poolId === null ? [] : [poolId]))])]
      let isMissed = false
      const change = async (): Promise<{ moved: PlacesMoved[] }> => {
        const now = await tx.run(listPoolsToUndo, { ...range, partNo: part.part_no })
        isMissed = now.some(({ pool_id }) => !poolIds.includes(pool_id))
        if (isMissed) return { moved: [] }
        // Someone may have taken leads before their pools were locked.
        const current = await tx.run(listChanges, changed)
        const freeIds = new Set(current.flatMap((one) => (one.is_free ? [one.lead_id] : [])))
        return { moved: await undoLeads(ctx, tx, { row, part, range, restored, freeIds }) }
      }
      // Leads that are in no pool anymore change nothing on sale.
      if (poolIds.length === 0) await change()
      const pools = await changePools(tx, poolIds, change, MISSING_ARE_MADE)
      return isMissed ? null : pools
    })
    if (!pools) continue
    announceStockChange(ctx, countiesOf(pools.keys()))
    return
  }
  throw new Error('leads moved from pool to pool while an import was taken back')
}

interface Restored {
  change: ChangeRow
  poolId: string | null
  cap: number | null
  until: Date | null
}

/** Where leads were on sale, at the age they have by now. */
function placesBefore(ctx: PlatformContext, changes: readonly ChangeRow[]): Restored[] {
  const now = ctx.clock.now()
  return changes.map((change) => {
    const place = change.was_listed ? tierAt(change.acquired_at, now) : null
    return {
      change,
      poolId: place && poolIdOf(change.fips, change.lead_type, place.tier),
      cap: place && ctx.config.saleCaps[place.tier],
      until: place?.until ?? null,
    }
  })
}

async function undoLeads(
  ctx: PlatformContext,
  tx: Transaction,
  input: {
    row: ImportRow
    part: PartRow
    range: LeadRange
    restored: readonly Restored[]
    freeIds: ReadonlySet<string>
  },
): Promise<PlacesMoved[]> {
  const { row, part, range, restored, freeIds } = input
  const gone = await tx.run(deleteMade, range)
  const moved: PlacesMoved[] = gone.map(({ pool_id, places, leads }) => ({
    pool_id,
    before: places,
    after: 0,
    leads,
  }))
  const free = restored.filter(({ change }) => freeIds.has(change.lead_id))
  const leadIds = free.map(({ change }) => change.lead_id)
  if (free.length > 0) {
    const rows = await tx.run(restoreLeads, {
      leadIds,
      fips: free.map(({ change }) => change.fips),
      acquiredAts: free.map(({ change }) => change.acquired_at),
      newPools: free.map(({ poolId }) => poolId),
      caps: free.map(({ cap }) => cap),
      untils: free.map(({ until }) => until),
      now: ctx.clock.now(),
    })
    moved.push(...movedBetween(rows))
    await tx.run(restoreDetails, { leadIds, importNo: row.import_no })
    await tx.run(dropChanges, { importNo: row.import_no, partNo: part.part_no, leadIds })
  }
  const [kept] = await tx.run(countKept, range)
  const stayed = (kept?.leads ?? 0) + restored.length - free.length
  await tx.run(markPartUndone, { uploadNo: part.upload_no, partNo: part.part_no, kept: stayed })
  return moved
}

/** Makes counties and lead types counted again if their first leads came with the import and no lead is left. */
async function unbackPlaces(ctx: PlatformContext, row: ImportRow): Promise<void> {
  for (const { place_no: placeNo } of await ctx.database.run(listBackedPlaces, { uploadNo: row.upload_no })) {
    const poolIds = poolsOfPlace(placeNo)
    await inTransaction(ctx, async (tx) => {
      let isEmpty = false
      await changePools(tx, poolIds, async (locked) => {
        const empty = new Set((await tx.run(findEmptyPools, { poolIds })).map(({ pool_id }) => pool_id))
        isEmpty = poolIds.every((poolId) => empty.has(poolId))
        return {
          moved: [],
          pools: isEmpty ? [...locked.values()].map((pool) => ({ ...pool, isBacked: false })) : [],
        }
      })
      // Pools that are counted again may still have leads: those are offered again when someone switches them back.
      if (isEmpty) await tx.run(deletePools, { poolIds })
    })
    announceStockChange(ctx, countiesOf(poolIds))
  }
}
