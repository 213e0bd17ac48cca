/** Computes what would happen to the rows of a file that was read. Changes no lead. */

import type { LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_REFUSALS_MAX } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { TIERS } from '#contract/catalogue/catalogue.ts'
import { TIER_WINDOWS } from '#server/features/stock/tiers.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { LostRace } from '#server/platform/lost-race.ts'
import { dropUpload } from './check-lead-file.ts'
import {
  allowMemory,
  countDisplaced,
  countPlaces,
  countVerdicts,
  insertParts,
  keepMarksOfRepeated,
  markKnown,
  markRepeated,
  markSuppressed,
  refuseMarked,
  splitPlace,
} from './check-queries.ts'
import type { ReadSum } from './lead-intake.ts'
import { findNewlyBacked, leadsByTier, type Place } from './newly-backed.ts'
import { endReading, findSameFile, type ImportRow } from './queries.ts'
import { dropRows } from './retention.ts'
import { VERDICTS, type Verdict } from './rules.ts'
import { type PlaceRows, ROWS_AT_ONCE, splitIntoParts } from './split-into-parts.ts'

/** Before and after all properties of a place. */
const FIRST_KEY = '00000000-0000-0000-0000-000000000000'
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** @param read what the reader reported about the file */
export async function dryRun(
  ctx: PlatformContext,
  row: ImportRow,
  read: { sum: ReadSum; leftOut: LeadPreview['leftOut'] },
): Promise<void> {
  const { upload_no: uploadNo } = row
  invariant(uploadNo !== null, 'the reading has a number')
  const { sum } = read
  const [same] = await ctx.database.run(findSameFile, { checksum: sum.checksum, importId: row.import_id })
  const now = ctx.clock.now()
  if (same) {
    const day = same.created_at.toISOString().slice(0, 10)
    const problem = `This exact file has already been imported: ${same.file_name}, on ${day}. Undo that import before you import it again.`
    await ctx.database.run(endReading, {
      uploadNo,
      now,
      state: 'refused',
      problem,
      checksum: sum.checksum,
      refusedRows: 0,
      preview: null,
      rowsRead: sum.rowsRead,
    })
    await dropRows(ctx, uploadNo)
    return
  }
  await inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    await tx.run(allowMemory)
    if (sum.twice.length > 0) {
      await tx.run(markRepeated, { uploadNo, twices: sum.twice })
      await tx.run(keepMarksOfRepeated, { uploadNo, twices: sum.twice })
    }
    await tx.run(markSuppressed, { uploadNo })
    await tx.run(markKnown, { uploadNo })
    const verdicts = await tx.run(countVerdicts, { uploadNo })
    const counts = Object.fromEntries(verdicts.map(({ verdict, rows }) => [VERDICTS[verdict], rows]))
    const count = (verdict: Verdict): number => counts[verdict] ?? 0
    const borders = TIER_WINDOWS.slice(0, -1).map(({ untilDays }) => addMilliseconds(now, -days(untilDays)))
    const places = await tx.run(countPlaces, { uploadNo, borders })
    await insertAllParts(tx, uploadNo, places)
    if (count('outdated') + count('suppressed') > 0) await tx.run(refuseMarked, { uploadNo, limit: LEAD_REFUSALS_MAX })
    const [displaced] = count('merged') + count('replaces') > 0 ? await tx.run(countDisplaced, { uploadNo }) : []
    const refused: Partial<Record<LeadRowReason, number>> = { ...sum.refused }
    for (const reason of ['outdated', 'suppressed'] as const) if (count(reason) > 0) refused[reason] = count(reason)
    const preview: LeadPreview = {
      newLeads: count('new') + count('replaces'),
      merged: count('merged'),
      unchanged: count('unchanged'),
      repeated: count('repeated'),
      displaced: displaced?.leads ?? 0,
      tiers: sumTiers(places),
      refused,
      leftOut: read.leftOut,
      newlyBacked: await findNewlyBacked(ctx, tx, places),
    }
    const refusedRows = Object.values(refused).reduce((total, rows) => total + rows, 0)
    const state = places.length > 0 ? 'ready' : 'refused'
    const problem = places.length > 0 ? null : 'No row of this file can be imported as a new or newer lead.'
    const values = {
      uploadNo,
      now,
      state,
      problem,
      checksum: sum.checksum,
      refusedRows,
      preview: JSON.stringify(preview),
      rowsRead: sum.rowsRead,
    }
    const [ended] = await tx.run(endReading, values)
    // Someone has started another check; what this one found must not be written.
    if (!ended) throw new LostRace()
  }).catch(async (error) => {
    if (!(error instanceof LostRace)) throw error
    await dropUpload(ctx, uploadNo)
  })
}

async function insertAllParts(tx: Executor, uploadNo: number, places: readonly Place[]): Promise<void> {
  const runs: PlaceRows[] = []
  for (const { place_no: placeNo, rows, known_rows: knownRows } of places) {
    if (rows <= ROWS_AT_ONCE) {
      runs.push({ placeNo, rows, knownRows, firstKey: FIRST_KEY, lastKey: LAST_KEY })
      continue
    }
    for (const run of await tx.run(splitPlace, { uploadNo, placeNo, rowsAtOnce: ROWS_AT_ONCE })) {
      const { rows: runRows, known_rows, first_key, last_key } = run
      runs.push({ placeNo, rows: runRows, knownRows: known_rows, firstKey: first_key, lastKey: last_key })
    }
  }
  const parts = splitIntoParts(runs)
  await tx.run(insertParts, {
    uploadNo,
    placeFroms: parts.map(({ placeFrom }) => placeFrom),
    keyFroms: parts.map(({ keyFrom }) => keyFrom),
    placeTos: parts.map(({ placeTo }) => placeTo),
    keyTos: parts.map(({ keyTo }) => keyTo),
    rows: parts.map(({ rows }) => rows),
    knownRows: parts.map(({ knownRows }) => knownRows),
    places: parts.map((part) => JSON.stringify(part.places)),
  })
}

/** Counts the leads in each tier. */
function sumTiers(places: readonly Place[]): LeadPreview['tiers'] {
  const tiers = { vip: 0, premier: 0, premium: 0, standard: 0 }
  for (const place of places) {
    const leads = leadsByTier(place)
    TIERS.forEach((tier, index) => {
      tiers[tier] += leads[index] ?? 0
    })
  }
  return tiers
}
