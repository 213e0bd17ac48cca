/** SQL of evidence for claims. Personal data: never logged. */
import type { ClaimReason } from '#contract/claims/claim-reasons.ts'
import { statement } from '#server/platform/statement.ts'

/** Adds a file to a line; the same file again is the same row until a claim names it. Returns its id. */
export const keepFile = statement<
  {
    fileId: string
    orderId: string
    lineNumber: number
    name: string
    kind: string
    bytes: Buffer
    checksum: string
    now: Date
  },
  { file_id: string; name: string; size: number }
>(
  'claims.keep_file',
  `with known as (
     select file_id, name, size from claim_files
     where order_id = $orderId and line_number = $lineNumber and news_id is null and checksum = $checksum limit 1
   ), written as (
     insert into claim_files (file_id, order_id, line_number, name, kind, bytes, size, checksum, attached_at)
     select $fileId, $orderId, $lineNumber, $name, $kind, $bytes, octet_length($bytes::bytea), $checksum, $now
     where not exists (select from known) returning file_id, name, size
   )
   select file_id, name, size from known union all select file_id, name, size from written`,
)

/** Assigns files of a line to claims. Returns the files that exist and had no claim yet. */
export const useFiles = statement<
  { orderId: string; lineNumber: number; fileIds: readonly string[]; newsId: string },
  { file_id: string }
>(
  'claims.use_files',
  `update claim_files set news_id = $newsId
   where file_id = any($fileIds::text[]) and order_id = $orderId and line_number = $lineNumber and news_id is null returning file_id`,
)

export interface ClaimFileRow {
  name: string
  bytes: Buffer
  reference: string
  reason: ClaimReason
}

/** Finds a file of a claim. */
export const findFile = statement<{ fileId: string }, ClaimFileRow>(
  'claims.find_file',
  `select f.name, f.bytes, o.reference, c.reason
   from claim_files f join claims c on c.news_id = f.news_id join orders o on o.order_id = f.order_id
   where f.file_id = $fileId limit 1`,
)

/** Deletes up to `limit` files that were attached before `before` and that no claim names. Returns how many. */
export const forgetUnclaimed = statement<{ before: Date; limit: number }, { rows: number }>(
  'claims.forget_unclaimed_files',
  `with gone as (
     delete from claim_files where file_id = any(array(
       select file_id from claim_files where news_id is null and attached_at < $before
       order by attached_at limit $limit for update skip locked)) returning file_id
   )
   select count(*)::int as rows from gone`,
)

/** Deletes up to `limit` files all of whose claims were answered before `before`. Returns how many. */
export const forgetFiles = statement<{ before: Date; limit: number }, { rows: number }>(
  'claims.forget_files',
  `with gone as (
     delete from claim_files where file_id = any(array(
       select f.file_id from claim_files f
       where f.news_id is not null and f.attached_at < $before
         and not exists (select from claims c where c.news_id = f.news_id and (c.state = 'open' or c.answered_at >= $before))
       order by f.attached_at limit $limit for update skip locked)) returning file_id
   )
   select count(*)::int as rows from gone`,
)
