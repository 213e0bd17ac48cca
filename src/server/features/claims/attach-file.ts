/** Evidence for claims: taken from buyers, and shown to those who decide. */
import type { Readable } from 'node:stream'
import type { ClaimFile, lookAtClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIM_FILE_BYTES_MAX, CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { ParamsOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { fileNameOf } from '#server/features/delivery/deliver-by-hand.ts'
import { checksumOf } from '#server/features/delivery/make-files.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { declaredBytes, readUpload } from '#server/platform/http/uploads.ts'
import { newId } from '#server/platform/ids.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { attachLimits, evidenceKindOf, orderFilesLimits } from './rules.ts'
import { findLines, isOpened } from './show-claims.ts'

/* SQL of evidence for claims. Personal data: never logged. */

/** Adds a file to a line; the same file again is the same row until a claim names it. Returns its id. */
export const keepFile = statement('claims.keep_file')`
  with known as (
    select file_id, name, size from claim_files
    where order_id = $orderId and line_number = $lineNumber and news_id is null and checksum = $checksum limit 1
  ), written as (
    insert into claim_files (file_id, order_id, line_number, name, kind, bytes, size, checksum, attached_at)
    select $fileId, $orderId, $lineNumber, $name, $kind, $bytes, octet_length($bytes::bytea), $checksum, $now
    where not exists (select from known) returning file_id, name, size
  )
  select file_id, name, size from known union all select file_id, name, size from written`

/** Assigns files of a line to claims. Returns the files that exist and had no claim yet. */
export const useFiles = statement('claims.use_files')`
  update claim_files set news_id = $newsId
  where file_id = any($fileIds::text[]) and order_id = $orderId and line_number = $lineNumber and news_id is null returning file_id`

export const findFile = statement('claims.find_file')`
  select f.name, f.bytes, o.reference, c.reason
  from claim_files f join claims c on c.news_id = f.news_id join orders o on o.order_id = f.order_id
  where f.file_id = $fileId limit 1`

/** Deletes up to `limit` files that were attached before `before` and that no claim names. Returns how many. */
export const forgetUnclaimed = forgetting('claims.forget_unclaimed_files', 'claim_files', 'file_id', 'attached_at', {
  where: 'news_id is null',
})

/** Deletes up to `limit` files all of whose claims were answered before `before`. Returns how many. */
export const forgetFiles = forgetting('claims.forget_files', 'claim_files', 'file_id', 'attached_at', {
  where: `news_id is not null and not exists (
    select from claims c where c.news_id = claim_files.news_id and (c.state = 'open' or c.answered_at >= $before))`,
})

/**
 * Keeps a file for a claim about leads of an opened package. @throws Refusal `delivery_link_invalid`;
 * `claim_lead_unknown` for a package that the link does not open; `claim_over`; `claim_files_throttled`;
 * `claim_files_full`; `claim_file_too_large`; `claim_file_refused` if it is not a PNG, JPEG or PDF
 */
export async function attachClaimFile(
  ctx: WebContext,
  { token, lineNumber }: { token: string; lineNumber: number },
  input: { name: string; file: Readable },
): Promise<ClaimFile> {
  // A stranger's bytes are not read: whether anything may be attached is decided before the first one.
  const line = (await findLines(ctx, ctx.database, token)).find((one) => one.line_number === lineNumber)
  if (!line || !isOpened(line)) throw new Refusal('claim_lead_unknown')
  const now = ctx.clock.now()
  if (line.most === 0 || now >= line.endsAt) throw new Refusal('claim_over')
  if (!(await countAttempts(ctx, attachLimits(line.order_id, lineNumber)))) throw new Refusal('claim_files_throttled')
  const declared = declaredBytes(input.file) ?? CLAIM_FILE_BYTES_MAX
  if (declared > CLAIM_FILE_BYTES_MAX) throw new Refusal('claim_file_too_large')
  if (!(await countAttempts(ctx, orderFilesLimits(line.order_id, declared)))) throw new Refusal('claim_files_full')
  const bytes = await readUpload(input.file, CLAIM_FILE_BYTES_MAX)
  if (!bytes) throw new Refusal('claim_file_too_large')
  const kind = evidenceKindOf(bytes)
  if (!kind) throw new Refusal('claim_file_refused')
  const [kept] = await ctx.database.run(keepFile, {
    fileId: newId('clf', ctx.clock),
    orderId: line.order_id,
    lineNumber,
    name: fileNameOf(input.name, kind, { otherwise: 'evidence', max: 80 }),
    kind,
    bytes,
    checksum: checksumOf(bytes),
    now,
  })
  if (!kept) throw new Refusal('claim_file_unknown')
  return { fileId: kept.file_id, name: kept.name, bytes: kept.size }
}

/** Shows an administrator a file of a claim, on record. @throws Refusal `claim_file_unknown`, also once deleted */
export async function lookAtFile(ctx: WebContext, { fileId }: ParamsOf<typeof lookAtClaimFile>): Promise<FileReply> {
  return inTransaction(ctx, async (tx) => {
    const file = requireRow(await tx.run(findFile, { fileId }), 'claim_file_unknown')
    await writeAudit(ctx, tx, {
      action: 'claim_file_looked_at',
      subject: `Order ${file.reference}`,
      after: { file: file.name },
      note: `Claim: ${CLAIM_REASON_NAMES[file.reason]}`,
    })
    return { name: file.name, bytes: file.bytes, isUntrusted: true }
  })
}
