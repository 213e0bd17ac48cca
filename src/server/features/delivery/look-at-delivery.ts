import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findKeptFile } from './file-queries.ts'
import { type LineKey, lockAnyLine, subjectOf } from './lock-line.ts'
import { csvOf, readSheet } from './make-files.ts'

/**
 * What a buyer was given for one package, for an administrator: the file that is kept, or, after its time, the leads that the
 * order owns. Who looked, at what and why is written down in the same transaction, and it counts as no download of the buyer's.
 *
 * @throws Refusal `delivery_unknown`; `delivery_not_ready` where there is nothing to see
 */
export async function lookAtDelivery(ctx: PlatformContext, key: LineKey, reason: string): Promise<FileReply> {
  const { orderId, lineNumber } = key
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockAnyLine(tx, key)
    const [kept] = await tx.run(findKeptFile, { orderId, lineNumber })
    const sheet = kept || line.kind !== 'leads' ? null : await readSheet(tx, order, line)
    const file = kept ?? (sheet && sheet.leads > 0 ? { name: `${sheet.stem}.csv`, bytes: csvOf(sheet.rows) } : null)
    if (!file) throw new Refusal('delivery_not_ready.no_file')
    await writeAudit(ctx, tx, {
      action: 'delivery_looked_at',
      subject: subjectOf(order, lineNumber),
      after: { file: file.name },
      note: reason,
    })
    return { ...file, isDownload: true }
  })
}
