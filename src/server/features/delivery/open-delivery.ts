/** The page behind a delivery link, and the files that it hands out. */
import type { Delivery, DeliveryFormat } from '#contract/delivery.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { hintOf, showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FileRow, findFile, noteDownloaded, writeDownload } from './file-queries.ts'
import { changeOf } from './follow-message.ts'
import { tokenKeyOf } from './hand-over.ts'
import { openLink } from './page-queries.ts'
import { processWhenDone } from './write-deliveries.ts'

/** A package in words, as everywhere. */
export function showPackage(line: OrderLineRow) {
  const { tier, leadType, leadTypeName, size, sizeName, state, county } = showOrderLine(line)
  return { tier, leadType, leadTypeName, size, sizeName, state, county }
}

/**
 * What a link opens; looking changes nothing.
 *
 * @throws Refusal `delivery_link_invalid`, the same for unknown, edited, guessed, replaced and expired ones
 */
export async function openDelivery(ctx: PlatformContext, token: string): Promise<Delivery> {
  const rows = await ctx.database.run(openLink, [tokenKeyOf(token), ctx.clock.now()])
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
      files: row.files.map(({ format, name, size }) => ({ format, name, bytes: size })),
      note: row.note,
      isDownloaded: row.is_downloaded,
    })),
  }
}

/** Tells two networks apart for whoever looks at the downloads, and names none. */
const networkOf = (ctx: RequestContext): string =>
  deriveToken(ctx.secrets.tokens, 'download-network', ctx.address).slice(0, 12)

/** Writes a download down before anything of the file leaves; the first one delivers the line. */
async function noteDownload(ctx: RequestContext, file: FileRow, format: DeliveryFormat): Promise<void> {
  const now = ctx.clock.now()
  const { order_id: orderId, line_number: lineNumber } = file
  const download = [orderId, lineNumber, file.handover_id, format, now, networkOf(ctx)]
  if (file.is_delivered) return void (await ctx.database.run(writeDownload, download))
  await inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId as OrderId)
    await tx.run(writeDownload, download)
    await tx.run(noteDownloaded, [orderId, lineNumber, now])
    if (order) await processWhenDone(ctx, tx, changeOf(order))
  })
}

/**
 * Hands a file out and writes down that it did.
 *
 * @throws Refusal `delivery_link_invalid`, as for the page; also for a package or file that the link does not open
 */
export async function downloadDelivery(
  ctx: RequestContext,
  input: { token: string; lineNumber: number; format: DeliveryFormat },
): Promise<FileReply> {
  const { token, lineNumber, format } = input
  const [file] = await ctx.database.run(findFile, [tokenKeyOf(token), ctx.clock.now(), lineNumber, format])
  if (!file) throw new Refusal('delivery_link_invalid')
  await noteDownload(ctx, file, format)
  return { name: file.name, bytes: file.bytes, isDownload: true }
}
