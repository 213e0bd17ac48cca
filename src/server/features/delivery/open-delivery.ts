/** The page behind a delivery link, and the files it serves. */
import type { Delivery, DeliveryFormat } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { hintOf, showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeOf, processWhenDone } from './delivery-listeners.ts'
import { type FileRow, findFile, findKeptFile, recordDownloaded, writeDownload } from './file-queries.ts'
import { tokenKeyOf } from './hand-over.ts'
import { type LineKey, lockAnyLine, subjectOf } from './lock-line.ts'
import { csvOf, readSheet } from './make-files.ts'
import { makePresetFile } from './make-preset-file.ts'
import { openLink } from './page-queries.ts'
import type { DeliveryRow } from './queries.ts'

/** A package in the usual words. */
export function showPackage(line: OrderLineRow) {
  const { tier, leadType, leadTypeName, size, sizeName, state, county } = showOrderLine(line)
  return { tier, leadType, leadTypeName, size, sizeName, state, county }
}

/**
 * Returns what a link opens; looking changes nothing.
 *
 * @throws Refusal `delivery_link_invalid`, the same for unknown, edited, guessed, replaced and expired links
 */
export async function openDelivery(ctx: PlatformContext, token: string): Promise<Delivery> {
  const rows = await ctx.database.run(openLink, { tokenFingerprint: tokenKeyOf(token), now: ctx.clock.now() })
  const [first] = rows
  if (!first) throw new Refusal('delivery_link_invalid')
  return {
    reference: first.reference,
    emailHint: hintOf(first.email),
    deliveredAt: first.created_at.toISOString(),
    expiresAt: first.expires_at.toISOString(),
    packages: rows.map((row) => ({
      ...showPackage(row.line),
      lineNumber: row.line.line_number,
      leads: row.leads,
      missing: row.missing,
      files: row.files.map(({ format, name, size }) => ({ format, name, bytes: size })),
      note: row.note,
      isDownloaded: row.is_downloaded,
    })),
  }
}

/** A fingerprint that tells two networks apart in the list of downloads and names neither. */
const networkOf = (ctx: RequestContext): string =>
  deriveToken(ctx.secrets.fingerprints, 'download-network', ctx.address).slice(0, 12)

interface WantedFile {
  token: string
  lineNumber: number
  format: DeliveryFormat
}

/** @throws Refusal `delivery_link_invalid` */
async function find(ctx: PlatformContext, executor: Executor, wanted: WantedFile): Promise<FileRow> {
  const { token, lineNumber, format } = wanted
  const [file] = await executor.run(findFile, {
    tokenFingerprint: tokenKeyOf(token),
    now: ctx.clock.now(),
    lineNumber,
    format,
  })
  if (!file) throw new Refusal('delivery_link_invalid')
  return file
}

const write = (ctx: RequestContext, executor: Executor, file: FileRow, format: DeliveryFormat) =>
  executor.run(writeDownload, {
    orderId: file.order_id,
    lineNumber: file.line_number,
    handoverId: file.handover_id,
    format,
    now: ctx.clock.now(),
    network: networkOf(ctx),
  })

/**
 * Records the first download of a line, which delivers it. The file is looked up again under the order's lock, so a
 * refund or a replaced link or file comes either before it or after it.
 */
async function takeFirst(ctx: RequestContext, orderId: OrderId, wanted: WantedFile): Promise<FileRow> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    const file = await find(ctx, tx, wanted)
    await write(ctx, tx, file, wanted.format)
    await tx.run(recordDownloaded, { orderId, lineNumber: wanted.lineNumber, now: ctx.clock.now() })
    if (order) await processWhenDone(ctx, tx, changeOf(order))
    return file
  })
}

/**
 * Records a download, then serves the file.
 *
 * @param preset the tool whose columns the file gets; it is then made of what the store has now
 * @throws Refusal `delivery_link_invalid`, as for the page; also for a package or file that the link does not open
 */
export async function downloadDelivery(
  ctx: RequestContext,
  wanted: WantedFile,
  preset?: FilePreset,
): Promise<FileReply> {
  const found = await find(ctx, ctx.database, wanted)
  const file = found.is_delivered ? found : await takeFirst(ctx, found.order_id as OrderId, wanted)
  if (found.is_delivered) await write(ctx, ctx.database, file, wanted.format)
  if (!preset) return { name: file.name, bytes: file.bytes, isDownload: true }
  const made = await makePresetFile(ctx, ctx.database, { orderId: file.order_id, ...wanted, preset })
  if (!made) throw new Refusal('delivery_link_invalid')
  return { ...made, isDownload: true }
}

/** The stored file of a line or, after it expired, the leads that the order owns; null if there is nothing. */
async function findPlainFile(ctx: PlatformContext, tx: Executor, order: OrderRow, line: DeliveryRow) {
  const [kept] = await tx.run(findKeptFile, { orderId: order.order_id, lineNumber: line.line_number })
  if (kept || line.kind !== 'leads') return kept ?? null
  const sheet = await readSheet(ctx, tx, order, line)
  return sheet && sheet.leads > 0 ? { name: `${sheet.stem}.csv`, bytes: csvOf(sheet.rows) } : null
}

/**
 * Shows an administrator what a buyer got for one package: the stored file or, after it expired, the leads that the
 * order owns, or these as a preset. Who looked, at what and why is recorded in the same transaction. It does not count as a download by the
 * buyer.
 *
 * @throws Refusal `delivery_unknown`; `delivery_not_ready` if there is nothing to see
 */
export async function lookAtDelivery(
  ctx: PlatformContext,
  key: LineKey,
  { reason, preset }: { reason: string; preset?: FilePreset | undefined },
): Promise<FileReply> {
  const { orderId, lineNumber } = key
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockAnyLine(tx, key)
    const file = preset
      ? await makePresetFile(ctx, tx, { orderId, lineNumber, preset })
      : await findPlainFile(ctx, tx, order, line)
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
