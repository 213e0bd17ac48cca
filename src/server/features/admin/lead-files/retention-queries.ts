/** The SQL that forgets what imports read: rows, files and column names, each when its time is over. */
import { statement } from '#server/platform/statement.ts'

/** Returns those of the uploads `uploadNos` whose import still needs its rows. */
export const listKnownUploads = statement<{ uploadNos: readonly number[] }, { upload_no: number }>(
  'lead_files.list_known_uploads',
  `select upload_no from lead_imports
   where upload_no = any($uploadNos::int[]) and has_rows and state in ('reading', 'ready', 'applying')`,
)

/** Drops what a reading (`uploadNo`) refused, and how it would be applied. */
export const dropRefusals = statement<{ uploadNo: number | null }>(
  'lead_files.drop_refusals',
  'delete from lead_import_refusals where upload_no = $uploadNo',
)

/** Drops refused rows of readings that were replaced, if their node was killed before it dropped them. */
export const dropLostRefusals = statement(
  'lead_files.drop_lost_refusals',
  'delete from lead_import_refusals r where not exists (select from lead_imports i where i.upload_no = r.upload_no)',
)

export const dropParts = statement<{ uploadNo: number }>(
  'lead_files.drop_parts',
  'delete from lead_import_parts where upload_no = $uploadNo',
)

/** Drops the file of an import (`importId`). */
export const dropFile = statement<{ importId: string }>(
  'lead_files.drop_file',
  'delete from lead_file_parts where import_id = $importId',
)

/** Finds up to `limit` imports that no one has gone on with since `before` and that still have something of their file. */
export const findForgotten = statement<
  { before: Date; limit: number },
  { import_id: string; upload_no: number | null }
>(
  'lead_files.find_forgotten',
  `select import_id, upload_no from lead_imports
   where has_rows and touched_at < $before and state not in ('applying', 'undoing')
   order by touched_at limit $limit for update skip locked`,
)

/** Records that the rows of an import (`importId`) are gone: an import that could have been applied no longer can. */
export const markForgotten = statement<{ importId: string }>(
  'lead_files.mark_forgotten',
  `update lead_imports set has_rows = false,
     state = case when state in ('applied', 'refused', 'undone') then state else 'lapsed' end
   where import_id = $importId`,
)

/**
 * Forgets the columns of imports whose file is gone and that were never applied, because what passed for a header may
 * have been a person.
 */
export const forgetColumns = statement(
  'lead_files.forget_columns',
  `update lead_imports set columns = '{}', mapping = null
   where not has_rows and state in ('refused', 'lapsed') and (columns <> '{}' or mapping is not null)`,
)

/**
 * Forgets what imports replaced before `appliedAt`, which can no longer be undone, and everything of owners who opted
 * out. Their details are nowhere else.
 */
export const forgetChanges = statement<{ appliedAt: Date }>(
  'lead_files.forget_changes',
  `with over as (
     delete from lead_import_changes c using lead_imports i
     where i.import_no = c.import_no and i.applied_at < $appliedAt and i.state <> 'undoing'
   )
   update lead_import_changes c set details = null from leads l join suppressions s using (property_key)
   where c.lead_id = l.lead_id and c.details is not null`,
)
