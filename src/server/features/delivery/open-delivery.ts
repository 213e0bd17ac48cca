import { writeCsvRows } from '#contract/csv.ts'
import type { Delivery, DeliveryFormat, TAKEN_AS } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { hintOf, showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { deriveToken, fingerprint } from '#server/platform/ids.ts'
import { changeOf, processWhenDone } from './delivery-listeners.ts'
import * as files from './make-files.ts'
import { openLink } from './page-queries.ts'
import { presetSheet } from './preset-columns.ts'
import { type DeliveryRow, type LineKey, lockAnyLine, subjectOf } from './queries.ts'

/**
 * The CSV file of a line for a tool, made of the leads that its order owns now. It has no byte order mark: that is for
 * Excel, and an importer may read it as part of the first column's name. Null if the line has no leads of the store.
 */
async function makePresetFile(
  ctx: PlatformContext,
  executor: Executor,
  { orderId, lineNumber, preset }: { orderId: string; lineNumber: number; preset: FilePreset },
) {
  const [place] = await executor.run(files.findSoldPlace, { orderId, lineNumber })
  if (!place) return null
  const leads = await executor.run(files.listOrderedLeads, { orderId, holdId: place.hold_id })
  if (leads.length === 0) return null
  const rows = presetSheet(preset, leads, files.placeOf(ctx, place))
  const stem = files.fileStem(place.reference, { ...place, line_number: lineNumber })
  return { name: `${stem}-${preset}.csv`, bytes: Buffer.from(writeCsvRows(rows)) }
}

/** A package in the usual words. */
export function showPackage(line: OrderLineRow) {
  const { tier, leadType, leadTypeName, size, sizeName, state, county, place } = showOrderLine(line)
  return { tier, leadType, leadTypeName, size, sizeName, state, county, place }
}

/** Returns what a link opens. @throws Refusal `delivery_link_invalid`, the same for unknown, replaced and expired */
export async function openDelivery(ctx: PlatformContext, token: string): Promise<Delivery> {
  const rows = await ctx.database.run(openLink, { tokenFingerprint: fingerprint(token), now: ctx.clock.now() })
  const first = requireRow(rows, 'delivery_link_invalid')
  return {
    reference: first.reference,
    emailHint: hintOf(first.email),
    deliveredAt: first.created_at.toISOString(),
    expiresAt: first.expires_at.toISOString(),
    packages: rows.map((row) => ({
      ...showPackage(row.line),
      ...shownOf(row, 'leads', 'missing', 'note', 'is_downloaded'),
      lineNumber: row.line.line_number,
      files: row.files.map(({ format, name, size }) => ({ format, name, bytes: size })),
    })),
  }
}

type WantedFile = { token: string; lineNumber: number; format: DeliveryFormat }

async function find(ctx: PlatformContext, executor: Executor, { token, lineNumber, format }: WantedFile) {
  const at = { tokenFingerprint: fingerprint(token), now: ctx.clock.now() }
  return requireRow(await executor.run(files.findFile, { ...at, lineNumber, format }), 'delivery_link_invalid')
}

type Taken = Pick<files.FileRow, 'order_id' | 'line_number' | 'handover_id' | 'is_delivered'>

const write = (ctx: RequestContext, executor: Executor, taken: Taken, format: (typeof TAKEN_AS)[number]) =>
  executor.run(files.writeDownload, {
    ...shownOf(taken, 'order_id', 'line_number', 'handover_id'),
    format,
    now: ctx.clock.now(),
    // Tells two networks apart in the list of downloads and names neither.
    network: deriveToken(ctx.secrets.fingerprints, 'download-network', ctx.address).slice(0, 12),
  })

/** Records what is taken through a link. The first time delivers it, under the order's lock: a refund waits or came. */
async function take<T extends Taken>(
  ctx: RequestContext,
  format: (typeof TAKEN_AS)[number],
  find: (executor: Executor) => Promise<T>,
): Promise<T> {
  const found = await find(ctx.database)
  if (found.is_delivered) {
    await write(ctx, ctx.database, found, format)
    return found
  }
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, found.order_id as OrderId)
    const taken = await find(tx)
    await write(ctx, tx, taken, format)
    const at = { orderId: taken.order_id, lineNumber: taken.line_number }
    await tx.run(files.recordDownloaded, { ...at, now: ctx.clock.now() })
    if (order) await processWhenDone(ctx, tx, changeOf(order))
    return taken
  })
}

/** Records that the leads of a line are read on the page of its link. @throws Refusal `delivery_link_invalid` */
export async function deliverToReader(ctx: RequestContext, { token, lineNumber }: Omit<WantedFile, 'format'>) {
  await take(ctx, 'page', async (executor) => {
    const at = { tokenFingerprint: fingerprint(token), now: ctx.clock.now() }
    return requireRow(await executor.run(files.findLeadsLine, { ...at, lineNumber }), 'delivery_link_invalid')
  })
}

/** Records that the leads of an order are read by its buyer's program: what was handed over and never taken. */
export async function deliverToProgram(ctx: RequestContext, orderId: OrderId): Promise<void> {
  const lines = await ctx.database.run(files.findHandedOver, { orderId, lineNumber: null })
  for (const { line_number: lineNumber, is_delivered } of lines) {
    if (is_delivered) continue
    await take(ctx, 'page', async (executor) =>
      requireRow(await executor.run(files.findHandedOver, { orderId, lineNumber }), 'delivery_link_invalid'),
    )
  }
}

/**
 * Records a download, then serves the file, or what the store has now as a file for a tool (`preset`).
 * @throws Refusal `delivery_link_invalid`, also for a package or file that the link does not open
 */
export async function downloadDelivery(ctx: RequestContext, wanted: WantedFile, preset?: FilePreset) {
  const { order_id: orderId, name, bytes } = await take(ctx, wanted.format, (executor) => find(ctx, executor, wanted))
  if (!preset) return { name, bytes, isDownload: true }
  const made = await makePresetFile(ctx, ctx.database, { orderId, lineNumber: wanted.lineNumber, preset })
  if (!made) throw new Refusal('delivery_link_invalid')
  return { ...made, isDownload: true }
}

/** The stored file of a line or, after it expired, the leads that the order owns; null if there is nothing. */
async function findPlainFile(ctx: PlatformContext, tx: Executor, order: OrderRow, line: DeliveryRow) {
  const [kept] = await tx.run(files.findKeptFile, { orderId: order.order_id, lineNumber: line.line_number })
  if (kept || line.kind !== 'leads') return kept ?? null
  const sheet = await files.readSheet(ctx, tx, order, line)
  return sheet && sheet.leads > 0 ? { name: `${sheet.stem}.csv`, bytes: files.csvOf(sheet.rows) } : null
}

/**
 * Shows an administrator what a buyer got: the stored file or, after it expired, the leads that the order owns, or
 * these as a preset. Who looked, at what and why is recorded in the same transaction.
 * @throws Refusal `delivery_unknown`; `delivery_not_ready` if there is nothing to see
 */
export async function lookAtDelivery(
  ctx: PlatformContext,
  key: LineKey,
  { reason, preset }: { reason: string; preset?: FilePreset | undefined },
): Promise<FileReply> {
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockAnyLine(tx, key)
    const file = preset ? await makePresetFile(ctx, tx, { ...key, preset }) : await findPlainFile(ctx, tx, order, line)
    if (!file) throw new Refusal('delivery_not_ready.no_file')
    await writeAudit(ctx, tx, {
      action: 'delivery_looked_at',
      subject: subjectOf(order, key.lineNumber),
      after: { file: file.name },
      note: reason,
    })
    return { ...file, isDownload: true }
  })
}
