/** The SQL that forgets the rows of imports of stock. */
import { statement } from '#server/platform/statement.ts'

/** The rows of an upload that is over (`uploadId`), and what they would have changed. */
export const dropRows = statement<{ uploadId: string | null }>(
  'stock_files.drop_rows',
  `with rows as (delete from stock_import_rows where upload_id = $uploadId)
   delete from stock_import_changes where upload_id = $uploadId`,
)

/** All that a sending (`uploadId`) brought. */
export const dropUpload = statement<{ uploadId: string }>(
  'stock_files.drop_upload',
  `with rows as (delete from stock_import_rows where upload_id = $uploadId),
     changes as (delete from stock_import_changes where upload_id = $uploadId)
   delete from stock_import_refusals where upload_id = $uploadId`,
)

/** Imports that nobody went on with since `before`, up to `limit`, without one that is being applied; those that another node forgets are left out. */
export const findForgotten = statement<
  { before: Date; limit: number },
  { import_id: string; upload_id: string | null }
>(
  'stock_files.find_forgotten',
  `select import_id, upload_id from stock_imports where has_rows and touched_at < $before and state <> 'applying'
   order by touched_at limit $limit for update skip locked`,
)

/** The rows of an import (`importId`) are gone: what could have been applied cannot be any more. */
export const markForgotten = statement<{ importId: string }>(
  'stock_files.mark_forgotten',
  `update stock_imports set has_rows = false,
     state = case when state in ('applied', 'refused') then state else 'lapsed' end
   where import_id = $importId`,
)
