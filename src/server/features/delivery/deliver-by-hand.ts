/** What administrators do with packages that the store cannot deliver by itself, and with links that did not arrive. */

import type { Readable } from 'node:stream'
import { ATTACHED_BYTES_MAX, type TeamDelivery } from '#contract/delivery/delivery.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { CsvError, CsvReader } from '#server/platform/csv-reader.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { oneLine, readAddress } from '#server/platform/text.ts'
import { namesInZip } from '#server/platform/workbook.ts'
import { changeOf, processWhenDone } from './delivery-listeners.ts'
import { handOver } from './hand-over.ts'
import { checksumOf, keptUntil, makeFiles, replaceFile } from './make-files.ts'
import { findAttempt, type LineKey, lockLine, recordAttached, recordByHand, subjectOf } from './queries.ts'
import { showLine } from './show-deliveries.ts'

/** Far longer than a header. Checking the rest of a file would delay all other requests. */
const HEADER_CHARACTERS_MAX = 65_536

/** The kinds of file that may be delivered. */
export type FileKind = 'csv' | 'xlsx' | 'pdf'

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

/** Whether a file is a workbook without macros. Any other zip (a document, an archive) is refused. */
function isWorkbook(bytes: Uint8Array): boolean {
  const names = namesInZip(bytes)
  if (!names?.includes('[Content_Types].xml') || !names.includes('xl/workbook.xml')) return false
  return !names.some((name) => /vbaproject|activex|\.(bin|exe|js|vbs)$/i.test(name) && !/printerSettings/i.test(name))
}

/** Whether a file is UTF-8 text whose first row has at least two columns, and not a page or script. */
function isTable(bytes: Uint8Array): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  if (/(?!\s)\p{Cc}/u.test(text) || /^\s*</.test(text)) return false
  try {
    const header = CsvReader.firstRow(text.slice(0, HEADER_CHARACTERS_MAX))
    return header.length > 1 || /[;\t]/.test(header[0] ?? '')
  } catch (error) {
    if (error instanceof CsvError) return false
    throw error
  }
}

/** The kind of a file; null if it must not be sent. */
export function fileKindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, '%PDF-')) return 'pdf'
  if (startsWith(bytes, 'PK')) return isWorkbook(bytes) ? 'xlsx' : null
  return isTable(bytes) ? 'csv' : null
}

/** The file name for the buyer: the typed name, with the right extension. */
function nameOf(typed: string, kind: FileKind): string {
  const stem = (oneLine(typed) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[^\w.-]+/g, '-')
  return `${stem.replace(/^[-.]+|[-.]+$/g, '').slice(0, 100) || 'leads'}.${kind}`
}

/**
 * Delivers a package with a file and emails its buyer the link. Another file replaces the one before, whose link ends.
 * The same file again changes nothing.
 *
 * @throws Refusal see the contract
 */
export async function attachFile(
  ctx: WebContext,
  key: LineKey,
  input: { name: string; file: Readable },
): Promise<TeamDelivery> {
  const { userId } = requireMember(ctx)
  const bytes = await readUpload(input.file, ATTACHED_BYTES_MAX)
  if (!bytes) throw new Refusal('delivery_file_refused.too_large')
  if (bytes.length === 0) throw new Refusal('delivery_file_refused.empty')
  const kind = fileKindOf(bytes)
  if (!kind) throw new Refusal('delivery_file_refused')
  const checksum = checksumOf(bytes)
  const name = nameOf(input.name, kind)
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    if (line.kind === 'leads') throw new Refusal('delivery_from_leads')
    const [before] = line.files
    const isSame = before?.checksum === checksum && line.handover_id !== null && line.state !== 'failed'
    if (isSame) return
    const { orderId, lineNumber } = key
    const now = ctx.clock.now()
    await tx.run(replaceFile, { orderId, lineNumber, name, bytes, checksum, now, keptUntil: keptUntil(ctx, now) })
    await tx.run(recordAttached, { orderId, lineNumber, handledBy: userId })
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId })
    await writeAudit(ctx, tx, {
      action: 'delivery_attached',
      subject: subjectOf(order, lineNumber),
      before: { file: before?.name ?? null, checksum: before?.checksum ?? null },
      after: { file: name, checksum, bytes: bytes.length },
    })
  })
  return showLine(ctx, key.orderId, key.lineNumber)
}

/**
 * Records that a package was delivered, and how. Its buyer gets the note by email. Repeating it changes nothing.
 *
 * @throws Refusal see the contract
 */
export async function markDelivered(ctx: WebContext, key: LineKey, note: string): Promise<TeamDelivery> {
  const { userId } = requireMember(ctx)
  const words = note.trim()
  if (!words) throw new Refusal('bad_request.delivery_note')
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    if (line.state === 'delivered' && line.note === words) return
    if (line.state === 'delivered' || line.state === 'sent') throw new Refusal('delivery_done')
    await tx.run(recordByHand, {
      orderId: key.orderId,
      lineNumber: key.lineNumber,
      now: ctx.clock.now(),
      handledBy: userId,
      note: words,
    })
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId })
    await writeAudit(ctx, tx, {
      action: 'delivery_marked',
      subject: subjectOf(order, key.lineNumber),
      before: { state: line.state },
      after: { state: 'delivered' },
      note: words,
    })
    await processWhenDone(ctx, tx, changeOf(order))
  })
  return showLine(ctx, key.orderId, key.lineNumber)
}

/**
 * Emails the buyer a new link, to another address if one is given. Earlier links to this package end.
 *
 * @throws Refusal see the contract; `bad_request` for an invalid address
 */
export async function sendAgain(
  ctx: WebContext,
  key: LineKey,
  input: { attemptId: string; email?: string | undefined },
): Promise<TeamDelivery> {
  const { userId } = requireMember(ctx)
  const sentTo = input.email?.trim() ? readAddress(input.email) : undefined
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    const [made] = await tx.run(findAttempt, { orderId: key.orderId, attemptId: input.attemptId })
    if (made) return
    // Expired files are made again under the lock, without what an owner had deleted in the meantime.
    const isRemade = line.kind === 'leads' && line.files.length === 0
    if (isRemade) await makeFiles(ctx, order, line, tx)
    else if (line.files.length === 0 && line.note === null) throw new Refusal('delivery_not_ready')
    const { attemptId } = input
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId, attemptId, sentTo })
    await writeAudit(ctx, tx, {
      action: 'delivery_sent_again',
      subject: subjectOf(order, key.lineNumber),
      before: { state: line.state },
      // The log is kept forever, so it names no address.
      after: { isToOtherAddress: sentTo !== undefined },
    })
  })
  return showLine(ctx, key.orderId, key.lineNumber)
}
