/** What administrators do with packages that the store cannot deliver by itself, and with links that did not arrive. */
import type { Readable } from 'node:stream'
import { ATTACHED_BYTES_MAX } from '#contract/delivery/delivery.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { FileProblem } from '#server/platform/files/unpack.ts'
import { openZip } from '#server/platform/files/zip-reader.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import { changeOf, processWhenDone } from './delivery-listeners.ts'
import { handOver } from './hand-over.ts'
import { checksumOf, keptUntil, makeFiles, replaceFile } from './make-files.ts'
import { findAttempt, type LineKey, lockLine, recordAttached, recordByHand, subjectOf } from './queries.ts'
import { showLine } from './show-deliveries.ts'

/** Far longer than a header. Checking the rest of a file would delay all other requests. */
const HEADER_CHARACTERS_MAX = 65_536

/** Whether a file is a workbook without macros. Any other zip (a document, an archive) is refused. */
function isWorkbook(bytes: Uint8Array): boolean {
  try {
    const names = [...openZip(Buffer.from(bytes)).keys()]
    if (!names.includes('[content_types].xml') || !names.includes('xl/workbook.xml')) return false
    return !names.some(
      (name) => /vbaproject|activex|\.(bin|exe|js|vbs)$/.test(name) && !name.includes('printersettings'),
    )
  } catch (error) {
    if (error instanceof FileProblem) return false
    throw error
  }
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
    if (error instanceof FileProblem) return false
    throw error
  }
}

/** The kind of a file; null if it must not be sent. */
export function fileKindOf(bytes: Uint8Array): 'csv' | 'xlsx' | 'pdf' | null {
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (start === '%PDF-') return 'pdf'
  if (start.startsWith('PK')) return isWorkbook(bytes) ? 'xlsx' : null
  return isTable(bytes) ? 'csv' : null
}

/** Returns a name that is safe to save a file under: the typed one, or else `otherwise`, with the right extension. */
export function fileNameOf(typed: string, kind: string, { otherwise, max }: { otherwise: string; max: number }) {
  const stem = (oneLine(typed) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[^\w.-]+/g, '-')
  return `${stem.replace(/^[-.]+|[-.]+$/g, '').slice(0, max) || otherwise}.${kind}`
}

/**
 * Delivers a package with a file and emails its buyer the link. Another file replaces the one before, whose link ends.
 * The same file again changes nothing. @throws Refusal see the contract
 */
export async function attachFile(ctx: WebContext, key: LineKey, input: { name: string; file: Readable }) {
  const { userId } = requireMember(ctx)
  const bytes = await readUpload(input.file, ATTACHED_BYTES_MAX)
  if (!bytes) throw new Refusal('delivery_file_refused.too_large')
  if (bytes.length === 0) throw new Refusal('delivery_file_refused.empty')
  const kind = fileKindOf(bytes)
  if (!kind) throw new Refusal('delivery_file_refused')
  const checksum = checksumOf(bytes)
  const name = fileNameOf(input.name, kind, { otherwise: 'leads', max: 100 })
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    if (line.kind === 'leads') throw new Refusal('delivery_from_leads')
    const [before] = line.files
    if (before?.checksum === checksum && line.handover_id !== null && line.state !== 'failed') return
    const now = ctx.clock.now()
    await tx.run(replaceFile, { ...key, name, bytes, checksum, now, keptUntil: keptUntil(ctx, now) })
    await tx.run(recordAttached, { ...key, handledBy: userId })
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId })
    await writeAudit(ctx, tx, {
      action: 'delivery_attached',
      subject: subjectOf(order, key.lineNumber),
      before: { file: before?.name ?? null, checksum: before?.checksum ?? null },
      after: { file: name, checksum, bytes: bytes.length },
    })
  })
  return showLine(ctx, key)
}

/** Records that and how a package was delivered, and emails the note. Repeatable. @throws Refusal see the contract */
export async function markDelivered(ctx: WebContext, key: LineKey, typed: string) {
  const { userId } = requireMember(ctx)
  const note = typed.trim()
  if (!note) throw new Refusal('bad_request.delivery_note')
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    if (line.state === 'delivered' && line.note === note) return
    if (line.state === 'delivered' || line.state === 'sent') throw new Refusal('delivery_done')
    await tx.run(recordByHand, { ...key, now: ctx.clock.now(), handledBy: userId, note })
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId })
    await writeAudit(ctx, tx, {
      action: 'delivery_marked',
      subject: subjectOf(order, key.lineNumber),
      before: { state: line.state },
      after: { state: 'delivered' },
      note,
    })
    await processWhenDone(ctx, tx, changeOf(order))
  })
  return showLine(ctx, key)
}

/**
 * Emails the buyer a new link, to another address if one is given. Earlier links to this package end.
 * @throws Refusal see the contract; `bad_request` for an invalid address
 */
export async function sendAgain(
  ctx: WebContext,
  key: LineKey,
  { attemptId, email }: { attemptId: string; email?: string | undefined },
) {
  const { userId } = requireMember(ctx)
  const sentTo = email?.trim() ? readAddress(email) : undefined
  await inTransaction(ctx, async (tx) => {
    const { order, line } = await lockLine(tx, key)
    const [made] = await tx.run(findAttempt, { orderId: key.orderId, attemptId })
    if (made) return
    // Expired files are made again under the lock, without what an owner had deleted in the meantime.
    if (line.kind === 'leads' && line.files.length === 0) await makeFiles(ctx, order, line, tx)
    else if (line.files.length === 0 && line.note === null) throw new Refusal('delivery_not_ready')
    await handOver(ctx, tx, { order, lines: [line], channel: line.method, by: userId, attemptId, sentTo })
    await writeAudit(ctx, tx, {
      action: 'delivery_sent_again',
      subject: subjectOf(order, key.lineNumber),
      before: { state: line.state },
      // The log is kept forever, so it names no address.
      after: { isToOtherAddress: sentTo !== undefined },
    })
  })
  return showLine(ctx, key)
}
