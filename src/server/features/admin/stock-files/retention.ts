import { forgetImports } from '#server/features/admin/imports.ts'
import { statement } from '#server/platform/statement.ts'

export const dropRows = statement(
  'stock_files.drop_rows',
  `with rows as (delete from stock_import_rows where upload_id = $uploadId?)
   delete from stock_import_changes where upload_id = $uploadId`,
)

export const dropUpload = statement(
  'stock_files.drop_upload',
  `with rows as (delete from stock_import_rows where upload_id = $uploadId),
     changes as (delete from stock_import_changes where upload_id = $uploadId)
   delete from stock_import_refusals where upload_id = $uploadId`,
)

/** Imports idle since `before`, except one in progress and those that another node is forgetting. */
export const findForgotten = statement(
  'stock_files.find_forgotten',
  `select import_id, upload_id from stock_imports where has_rows and touched_at < $before and state <> 'applying'
   order by touched_at limit $limit for update skip locked`,
)

export const markForgotten = statement(
  'stock_files.mark_forgotten',
  `update stock_imports set has_rows = false,
     state = case when state in ('applied', 'refused') then state else 'lapsed' end
   where import_id = $importId`,
)

export const stockFileRetention = forgetImports({
  what: 'rows of stock imports',
  kept: '3 days after the last step',
  stays: 'the import',
  async forgetOldest(tx, before) {
    const [old] = await tx.run(findForgotten, { before, limit: 1 })
    if (!old) return false
    if (old.upload_id) await tx.run(dropUpload, { uploadId: old.upload_id })
    await tx.run(markForgotten, { importId: old.import_id })
    return true
  },
})
