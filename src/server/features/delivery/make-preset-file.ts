import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { writeCsv } from '#contract/csv.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { findSoldPlace, listOrderedLeads } from './file-queries.ts'
import { fileStem } from './make-files.ts'
import { presetSheet } from './preset-sheet.ts'

/**
 * Makes the CSV file of a line for a tool, from the leads that its order owns now. Owners who opted out since the
 * delivery are no longer in it. It has no byte order mark: that is for Excel, and an importer may read it as part of the
 * first column's name.
 *
 * @returns null if the line has no leads of the store
 */
export async function makePresetFile(
  ctx: PlatformContext,
  executor: Executor,
  wanted: { orderId: string; lineNumber: number; preset: FilePreset },
): Promise<{ name: string; bytes: Buffer } | null> {
  const { orderId, lineNumber, preset } = wanted
  const [place] = await executor.run(findSoldPlace, { orderId, lineNumber })
  if (!place) return null
  const leads = await executor.run(listOrderedLeads, { orderId, holdId: place.hold_id })
  if (leads.length === 0) return null
  const rows = presetSheet(preset, leads, {
    state: place.state,
    county: place.county,
    leadTypeName: LEAD_TYPE_NAMES[place.lead_type as LeadType],
    timeZone: ctx.config.timeZone,
  })
  const stem = fileStem(place.reference, { ...place, line_number: lineNumber })
  return { name: `${stem}-${preset}.csv`, bytes: Buffer.from(writeCsv(rows)) }
}
