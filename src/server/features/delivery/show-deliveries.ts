import * as contract from '#contract/delivery/delivery.ts'
import { FULFILLMENT_PAGE, type FulfillmentEntry } from '#contract/delivery/fulfillment.ts'
import type { OrderId, OrderToken } from '#contract/values.ts'
import { findDesk } from '#server/features/buyers/desk-session.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember, scopeOf } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { tokenOf } from './hand-over.ts'
import { showPackage } from './open-delivery.ts'
import * as queries from './page-queries.ts'
import { type DeliveryRow, type LineKey, listDeliveries } from './queries.ts'

/** Whether it is waiting: for the store, for its message to leave, or for a person. */
export const isOpen = ({ state }: Pick<DeliveryRow, 'state'>): boolean => state === 'waiting' || state === 'failed'

/** Whether nothing was sent within the 24 hours. */
export function isLate(row: Pick<DeliveryRow, 'state' | 'late_at' | 'sent_at' | 'due_at'>, now: Date): boolean {
  if (row.state === 'cancelled') return false
  if (row.late_at !== null) return true
  return row.sent_at === null ? isOpen(row) && row.due_at <= now : row.sent_at > row.due_at
}

/** A line that waits for an administrator is in progress for its buyer; a delivered one that was refunded is not. */
function stateForBuyer({ state, cancelled_at }: DeliveryRow): contract.DeliveryState {
  if (cancelled_at) return 'cancelled'
  return state === 'failed' ? 'waiting' : state
}

/** Reads when each link of an order ends. */
export async function readLinkEnds(executor: Executor, orderId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await executor.run(queries.listHandovers, { orderId })
  return new Map(rows.map((row) => [row.handover_id, row.expires_at]))
}

/**
 * Returns the lines of the order behind a status link, each with its link once there is one. There is none for:
 * - an order paid through a payment link: its rep made that, and it leads to this page. Only the browser that paid, the
 * email and the desk of the same address, which proves that mailbox too, open the leads.
 * - members: their access to leads is audited elsewhere, and their downloads are not the buyer's.
 * @throws Refusal `order_not_found`
 */
export async function readOrderDelivery(ctx: WebContext, token: OrderToken): Promise<contract.LineDelivery[]> {
  const order = requireRow(await ctx.database.run(queries.findOrderId, { token }), 'order_not_found')
  const now = ctx.clock.now()
  const isAtDesk = isDeskOf(await findDesk(ctx), order)
  const isPayer = ctx.actor.kind !== 'member' && ctx.ownerId !== null && ctx.ownerId === order.payer_id
  const isByLink = order.payment_request_id !== null && !isAtDesk && !isPayer
  const isTeam = ctx.actor.kind === 'member' && order.owner_id !== `user:${ctx.actor.userId}`
  const [rows, ends] = await Promise.all([
    ctx.database.run(listDeliveries, { orderId: order.order_id }),
    readLinkEnds(ctx.database, order.order_id),
  ])
  return rows.map((row) => {
    const isShown = !isByLink && !isTeam && row.cancelled_at === null
    const end = row.handover_id && isShown ? ends.get(row.handover_id) : undefined
    return {
      lineNumber: row.line_number,
      state: stateForBuyer(row),
      dueAt: row.due_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      isLate: isLate(row, now),
      deliveryToken: row.handover_id && end && end > now ? tokenOf(ctx, row.handover_id) : null,
      canRenew: isAtDesk && end !== undefined && end <= now && canBeRenewed(row),
    }
  })
}

export const isDeskOf = (desk: { email: string } | null, order: { email: string | null }): boolean =>
  desk !== null && desk.email === order.email?.toLowerCase()

/** Whether a new link would open anything. The files of leads can be made again, a person's file cannot. */
export const canBeRenewed = (row: DeliveryRow): boolean =>
  row.cancelled_at === null &&
  row.handover_id !== null &&
  (row.kind === 'leads' || row.files.length > 0 || row.note !== null)

async function showRows(
  ctx: PlatformContext,
  rows: readonly DeliveryRow[],
  orderId: string,
): Promise<contract.TeamDelivery[]> {
  const [ends, downloads, names] = await Promise.all([
    readLinkEnds(ctx.database, orderId),
    ctx.database.run(queries.listDownloads, { orderId, shownMax: contract.DOWNLOADS_SHOWN }),
    readMemberNames(ctx),
  ])
  const now = ctx.clock.now()
  return rows.map((row) => {
    const taken = downloads.filter(({ line_number }) => line_number === row.line_number)
    return {
      ...shownOf(row, 'line_number', 'kind', 'method', 'state', 'leads', 'missing', 'problem', 'note'),
      ...shownOf(row, 'due_at', 'sent_at', 'delivered_at', 'late_at', 'cancelled_at'),
      isLate: isLate(row, now),
      handledBy: row.handled_by && (names.get(row.handled_by) ?? row.handled_by),
      files: row.files.map(({ format, name, size }) => ({ format, name, bytes: size })),
      linkUntil: (row.handover_id && ends.get(row.handover_id)?.toISOString()) || null,
      downloads: taken.map(({ downloaded_at, format, network }) => ({
        at: downloaded_at.toISOString(),
        format,
        network,
      })),
      downloadCount: taken[0]?.downloads ?? 0,
    }
  })
}

/** Lists an order's lines for the team; none if unpaid. @throws Refusal `order_not_found`, also for another rep's */
export async function listOrderDeliveries(ctx: PlatformContext, reference: string): Promise<contract.TeamDelivery[]> {
  const [order] = await ctx.database.run(queries.findTeamOrder, { reference, repId: scopeOf(requireMember(ctx)) })
  if (!order) throw new Refusal('order_not_found')
  return showRows(ctx, await ctx.database.run(listDeliveries, { orderId: order.order_id }), order.order_id)
}

/** Returns one line for the team. @throws Refusal `delivery_unknown` */
export async function showLine(ctx: PlatformContext, { orderId, lineNumber }: LineKey): Promise<contract.TeamDelivery> {
  const rows = (await ctx.database.run(listDeliveries, { orderId })).filter((row) => row.line_number === lineNumber)
  return requireRow(await showRows(ctx, rows, orderId), 'delivery_unknown')
}

/** Returns the delivery state of an order's lines by their numbers; none if the order was not paid. */
export async function readLineStates(ctx: PlatformContext, orderId: OrderId) {
  const stateOf = ({ kind, state, handover_id }: DeliveryRow) => ({ kind, state, isHandedOver: handover_id !== null })
  return new Map((await ctx.database.run(listDeliveries, { orderId })).map((row) => [row.line_number, stateOf(row)]))
}

const LIST = 'fulfilment'
const FIRST_PAGE = ['-infinity', '', '0'] as const
/** The store delivers leads within seconds; anything it has not delivered after this time is shown to people. */
const STUCK_AFTER_MS = minutes(10)

const stuckBefore = (ctx: PlatformContext): Date => addMilliseconds(ctx.clock.now(), -STUCK_AFTER_MS)

/** What it is waiting for, as far as the store knows; null if a person simply has to deliver it. */
function problemOf({ handover_id: handoverId, kind }: queries.QueueRow): string | null {
  if (handoverId !== null) return 'The message with its link waits to be sent. See Messages.'
  return kind === 'leads' ? 'The store could not make its files yet. See Failed Jobs.' : null
}

const show = (row: queries.QueueRow, now: Date): FulfillmentEntry => ({
  ...showPackage(row.line),
  orderId: row.order_id as OrderId,
  ...shownOf(row, 'reference', 'line_number', 'kind', 'method', 'leads', 'paid_at', 'due_at', 'sent_at', 'is_disputed'),
  deliveryState: row.state,
  buyerName: row.full_name,
  buyerEmail: row.email,
  buyerPhone: row.cell_phone,
  isLate: isLate(row, now),
  hasContent: row.handover_id !== null,
  problem: row.problem ?? problemOf(row),
})

/** Lists a page of the queue, least time left first. @throws Refusal `bad_request` for a cursor of another list */
export async function listFulfillment(ctx: PlatformContext, query: { cursor?: string | undefined }) {
  const [afterDueAt = '', afterOrderId = '', line = ''] = readCursor(LIST, query.cursor, 3) ?? FIRST_PAGE
  if ((afterDueAt !== FIRST_PAGE[0] && !isInstantKey(afterDueAt)) || !/^\d{1,6}$/.test(line))
    throw new Refusal('bad_request')
  const after = { afterDueAt, afterOrderId, afterLineNumber: Number(line) }
  const found = await ctx.database.run(queries.listQueue, { stuckBefore: stuckBefore(ctx), ...after })
  const rows = found.slice(0, FULFILLMENT_PAGE)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return {
    rows: rows.map((row) => show(row, ctx.clock.now())),
    next: last ? writeCursor(LIST, [last.due_at.toISOString(), last.order_id, String(last.line_number)]) : null,
  }
}

/** Returns the first orders of the queue, each with the number of orders. */
export const findWaitingDeliveries = (ctx: PlatformContext, limit: number) =>
  ctx.database.run(queries.countQueue, { stuckBefore: stuckBefore(ctx), limit })
