/** The SQL that applies an import part by part: who may start, which parts are open, how far it is. */
import { statement } from '#server/platform/statement.ts'

export interface PartRow {
  upload_no: number
  part_no: number
  place_from: number
  key_from: string
  place_to: number
  key_to: string
  rows: number
  known_rows: number
  places: number[]
  is_applied: boolean
  is_undone: boolean
  lead_from: string | null
  lead_to: string | null
}

/**
 * Whether another import has changed leads since this one's check started, at `touchedAt`. The other may have started
 * earlier.
 */
export const findLaterImports = statement<{ importId: string; touchedAt: Date | null }, { is_stale: boolean }>(
  'lead_files.find_later_imports',
  `select exists (select from lead_imports where import_id <> $importId and applied_at is not null and touched_at >= $touchedAt) as is_stale`,
)

/** Finds another import that changes leads now: `importId` this one. */
export const findBusy = statement<{ importId: string }, { import_id: string }>(
  'lead_files.find_busy',
  `select import_id from lead_imports where state in ('applying', 'undoing') and import_id <> $importId limit 1`,
)

export const beginApplying = statement<{ importId: string; now: Date; appliedBy: string }, ImportRowLike>(
  'lead_files.begin_applying',
  `update lead_imports set state = 'applying', touched_at = $now, applied_at = $now, applied_by = $appliedBy, undone_at = null, undone_by = null
   where import_id = $importId and state = 'ready' returning import_id`,
)

interface ImportRowLike {
  import_id: string
}

/** Lists the parts of an upload that are not applied yet. */
export const listOpenParts = statement<{ uploadNo: number | null }, PartRow>(
  'lead_files.list_open_parts',
  'select * from lead_import_parts where upload_no = $uploadNo and not is_applied order by part_no',
)

/** Whether the rows of an upload (`uploadNo`) exist: a crash of the database empties their table. */
export const haveRows = statement<{ uploadNo: number }, { have_rows: boolean }>(
  'lead_files.have_rows',
  'select exists (select from lead_import_rows where upload_no = $uploadNo) as have_rows',
)

/**
 * Marks a part as applied: `leadTo` its leads' range, `backedPlaces` the places that it started to back. No row:
 * someone has already applied it.
 */
export const markPartApplied = statement<
  {
    uploadNo: number
    partNo: number
    newLeads: number
    merged: number
    displaced: number
    skipped: number
    leadFrom: number | null
    leadTo: number | null
    backedPlaces: readonly number[]
  },
  { part_no: number }
>(
  'lead_files.mark_part_applied',
  `update lead_import_parts set is_applied = true, new_leads = $newLeads, merged = $merged, displaced = $displaced, skipped = $skipped, lead_from = $leadFrom, lead_to = $leadTo,
     backed_places = $backedPlaces
   where upload_no = $uploadNo and part_no = $partNo and not is_applied returning part_no`,
)

/** Records that applying or undoing made progress. */
export const touchImport = statement<{ importId: string; now: Date }>(
  'lead_files.touch_import',
  'update lead_imports set touched_at = $now where import_id = $importId',
)

export const endApplying = statement<{ importId: string; now: Date }>(
  'lead_files.end_applying',
  `update lead_imports set state = 'applied', touched_at = $now where import_id = $importId and state = 'applying'`,
)
