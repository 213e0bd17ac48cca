/** Evidence for claims: taken from buyers, and shown to those who decide. */
import type { Readable } from 'node:stream'
import type { ClaimFile, lookAtClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIM_FILE_BYTES_MAX, CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { ParamsOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { checksumOf } from '#server/features/delivery/make-files.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { declaredBytes, readUpload } from '#server/platform/http/uploads.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findFile, keepFile } from './file-queries.ts'
import { attachLimits, evidenceKindOf, orderFilesLimits } from './rules.ts'
import { findLines } from './show-claims.ts'

/** The name it is saved under: the buyer's, with the ending that fits its content. */
function nameOf(typed: string, kind: string): string {
  const stem = (oneLine(typed) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[^\w.-]+/g, '-')
  return `${stem.replace(/^[-.]+|[-.]+$/g, '').slice(0, 80) || 'evidence'}.${kind}`
}

/**
 * Keeps a file for a claim about leads of a downloaded package.
 *
 * @throws Refusal `delivery_link_invalid`; `claim_lead_unknown` for a package that the link does not open;
 * `claim_over`; `claim_files_throttled`; `claim_files_full`; `claim_file_too_large`; `claim_file_refused` if it is not
 * a PNG, JPEG or PDF
 */
export async function attachClaimFile(
  ctx: WebContext,
  { token, lineNumber }: { token: string; lineNumber: number },
  input: { name: string; file: Readable },
): Promise<ClaimFile> {
  // A stranger's bytes are not read: whether anything may be attached is decided before the first one.
  const line = (await findLines(ctx, ctx.database, token)).find((one) => one.line_number === lineNumber)
  if (!line) throw new Refusal('claim_lead_unknown')
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
    name: nameOf(input.name, kind),
    kind,
    bytes,
    checksum: checksumOf(bytes),
    now,
  })
  if (!kept) throw new Refusal('claim_file_unknown')
  return { fileId: kept.file_id, name: kept.name, bytes: kept.size }
}

/**
 * Shows an administrator a file of a claim. Who looked, and at whose claim, is recorded in the same transaction.
 *
 * @throws Refusal `claim_file_unknown`, also after it was deleted
 */
export async function lookAtFile(ctx: WebContext, { fileId }: ParamsOf<typeof lookAtClaimFile>): Promise<FileReply> {
  return inTransaction(ctx, async (tx) => {
    const [file] = await tx.run(findFile, { fileId })
    if (!file) throw new Refusal('claim_file_unknown')
    await writeAudit(ctx, tx, {
      action: 'claim_file_looked_at',
      subject: `Order ${file.reference}`,
      after: { file: file.name },
      note: `Claim: ${CLAIM_REASON_NAMES[file.reason]}`,
    })
    return { name: file.name, bytes: file.bytes, isUntrusted: true }
  })
}
