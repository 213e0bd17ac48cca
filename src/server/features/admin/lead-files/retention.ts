import { forgetImports } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { dropPartition, listPartitions, type Partition } from '#server/platform/database/partition.ts'
import { statement } from '#server/platform/database/statement.ts'
import { inOnePass, type Retention } from '#server/platform/jobs/retention.ts'
import { UNDO_MS } from './rules.ts'

export const listKnownUploads = statement('lead_files.list_known_uploads')`
  select upload_no from lead_imports
  where upload_no = any($uploadNos::int[]) and has_rows and state in ('reading', 'ready', 'applying')`

export const dropRefusals = statement('lead_files.drop_refusals')`
  delete from lead_import_refusals where upload_no = $uploadNo?`

/** Drops refused rows of readings that were replaced, if their node was killed before it dropped them. */
export const dropLostRefusals = statement('lead_files.drop_lost_refusals')`
  delete from lead_import_refusals r where not exists (select from lead_imports i where i.upload_no = r.upload_no)`

export const dropParts = statement('lead_files.drop_parts')`delete from lead_import_parts where upload_no = $uploadNo`

export const dropFile = statement('lead_files.drop_file')`delete from lead_file_parts where import_id = $importId`

/** Imports that no one has continued and that still have something of their file. */
export const findForgotten = statement('lead_files.find_forgotten')`
  select import_id, upload_no from lead_imports
  where has_rows and touched_at < $before and state not in ('applying', 'undoing')
  order by touched_at limit $limit for update skip locked`

/** Records that the rows of an import are gone: one that could have been applied no longer can. */
export const markForgotten = statement('lead_files.mark_forgotten')`
  update lead_imports set has_rows = false,
    state = case when state in ('applied', 'refused', 'undone') then state else 'lapsed' end
  where import_id = $importId`

/** Forgets the columns of imports that were never applied: what passed for a header may have been a person. */
export const forgetColumns = statement('lead_files.forget_columns')`
  update lead_imports set columns = '{}', mapping = null
  where not has_rows and state in ('refused', 'lapsed') and (columns <> '{}' or mapping is not null)`

/** Forgets what can no longer be undone, and everything of owners who opted out. Their details are nowhere else. */
export const forgetChanges = statement('lead_files.forget_changes')`
  with over as (
    delete from lead_import_changes c using lead_imports i
    where i.import_no = c.import_no and i.applied_at < $appliedAt and i.state <> 'undoing'
  )
  update lead_import_changes c set details = null from leads l join suppressions s using (property_key)
  where c.lead_id = l.lead_id and c.details is not null`

const TABLE = 'lead_import_rows'
/** Like `lead_import_rows_by_place`. */
export const ROW_INDEX = 'upload_no, place_no, property_key'

/**
 * Columns that PostgreSQL needs statistics for; looking at the rest, texts and lists, would take four times as long.
 */
export const ROW_STATISTICS = 'upload_no, row_no, place_no, verdict, acquired_at, property_key, owner_key'
export const partitionOf = (uploadNo: number): Partition => ({ table: TABLE, column: 'upload_no', value: uploadNo })

/** Drops the rows of an upload, which are personal. */
export async function dropRows(ctx: PlatformContext, uploadNo: number | null): Promise<void> {
  if (uploadNo !== null) await dropPartition(ctx.database, partitionOf(uploadNo))
}

/** Deletes what a reading wrote. */
export async function dropUpload(ctx: PlatformContext, uploadNo: number): Promise<void> {
  await dropRows(ctx, uploadNo)
  await inTransaction(ctx, async (tx) => {
    await tx.run(dropRefusals, { uploadNo })
    await tx.run(dropParts, { uploadNo })
  })
}

/** Drops the rows of uploads that no import continues: a killed node started them, or did not drop them at its end. */
async function dropLostRows(ctx: PlatformContext): Promise<void> {
  await ctx.database.run(dropLostRefusals)
  const values = await listPartitions(ctx.database, TABLE)
  if (values.length === 0) return
  const rows = await ctx.database.run(listKnownUploads, { uploadNos: values })
  const known = new Set(rows.map(({ upload_no }) => upload_no))
  for (const value of values) if (!known.has(value)) await dropRows(ctx, value)
}

export const leadFileRetention: readonly Retention<Context>[] = [
  {
    what: 'data that lead imports replaced',
    kept: '30 days after they were applied',
    keptMs: UNDO_MS,
    why: 'An import can be undone for this long. Data of owners who opted out is not kept.',
    forget: inOnePass((ctx, { before }) => ctx.database.run(forgetChanges, { appliedAt: before })),
  },
  forgetImports({
    what: 'files and rows of lead imports',
    kept: '3 days after the last step; at once when the import ends',
    stays: 'the import, and its column names if it was applied',
    async forgetOldest(tx, before) {
      const [old] = await tx.run(findForgotten, { before, limit: 1 })
      if (!old) return false
      await tx.run(dropFile, { importId: old.import_id })
      // Parts stay, because they say which leads an import created.
      await tx.run(dropRefusals, { uploadNo: old.upload_no })
      await tx.run(markForgotten, { importId: old.import_id })
      return true
    },
  }),
  {
    what: 'column names of lead imports that were not applied',
    kept: 'as long as their file',
    keptMs: 0,
    why: 'What looked like a header may have been a person’s data.',
    forget: inOnePass((ctx) => ctx.database.run(forgetColumns)),
  },
  {
    what: 'rows of lead imports that a killed node left behind',
    kept: 'until the next run',
    keptMs: 0,
    why: 'Another node reads the file again.',
    forget: inOnePass(dropLostRows),
  },
]
