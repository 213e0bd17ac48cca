import { readEmail } from '#contract/email-address.ts'
import { type Channel, deliveredBy, idByChannel } from '#server/features/messages/message-composer.ts'
import { setFailedAside } from '#server/features/messages/message-failures.ts'
import { queueMessage, queueSms } from '#server/features/messages/queue-message.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { markLeadsDelivered } from '#server/features/stock/consume-hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { deriveToken, fingerprint, newId } from '#server/platform/ids.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'
import { keptUntil } from './make-files.ts'
import { type DeliveryRow, findContact, listHandoverIds, listReplaced, openLines, writeHandover } from './queries.ts'

/** What features above delivery are told, in the same transaction, when lines were handed over to their buyer. */
export interface HandoverFacts {
  orderId: string
  handoverId: string
  /** The holds of its lines whose leads the store delivered itself. */
  holdIds: readonly string[]
}

/** Writes its own rows; an error rolls the handover back. */
export type HandoverListener = (ctx: PlatformContext, tx: Transaction, facts: HandoverFacts) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** `core.ts` lists them. */
    readonly handoverListeners: HandoverListener[]
  }
}

/** Derives the secret part of a link's address, which only this store can do and which is not stored. 160 bits. */
export const tokenOf = (ctx: Pick<PlatformContext, 'secrets'>, handoverId: string): string =>
  deriveToken(tokenSecretOf(ctx.secrets, handoverId), 'delivery', handoverId)

const messageIdOf = (handoverId: string, channel: Channel) => idByChannel(`leads_delivered.${handoverId}`, channel)

const messageIdsOf = (handoverId: string) => [messageIdOf(handoverId, 'email'), messageIdOf(handoverId, 'sms')]

/** Returns the ids of all messages that may have carried links to an order, oldest link first. */
export async function messageIdsOfOrder(ctx: PlatformContext, orderId: string): Promise<string[]> {
  return (await ctx.database.run(listHandoverIds, { orderId })).flatMap(({ handover_id }) => messageIdsOf(handover_id))
}

/** Queues a link on one channel. @returns the message; null if the buyer has no number that can receive texts */
export async function queueLink(
  ctx: PlatformContext,
  tx: Transaction,
  { handoverId, orderId, channel }: { handoverId: string; orderId: string; channel: Channel },
): Promise<string | null> {
  const messageId = messageIdOf(handoverId, channel)
  const message = { messageId, kind: 'leads_delivered' as const, subjectId: orderId }
  if (channel === 'email') {
    await queueMessage(ctx, tx, message)
    return messageId
  }
  const [contact] = await tx.run(findContact, { orderId })
  return (await queueSms(ctx, tx, { ...message, to: contact?.cell_phone ?? null })) ? messageId : null
}

/** Marks failed messages of replaced links as needing no attention. @returns whether there were such links */
export async function setReplacedAside(ctx: PlatformContext, tx: Transaction, handoverIds: readonly string[]) {
  if (handoverIds.length === 0) return false
  const replaced = await tx.run(listReplaced, { handoverIds })
  const messageIds = replaced.flatMap(({ handover_id }) => messageIdsOf(handover_id))
  await setFailedAside(ctx, tx, messageIds)
  return replaced.length > 0
}

/**
 * Creates one link to lines of a locked order, ends earlier links to them, and queues the message to the buyer. From
 * then on the leads count as delivered: no one can know whether an email was read.
 * @param input.lines locked; each has files, or a note on how it was delivered
 * @param input.by who had it sent; null for the store itself
 * @param input.confirmsOrder whether its email also confirms the order
 */
export async function handOver(
  ctx: PlatformContext,
  tx: Transaction,
  input: {
    order: Pick<OrderRow, 'order_id'>
    lines: readonly DeliveryRow[]
    channel: Channel
    by: string | null
    attemptId?: string
    sentTo?: string | undefined
    confirmsOrder?: boolean
  },
): Promise<void> {
  const { order, lines, by, attemptId = null, sentTo = null, confirmsOrder = false } = input
  const orderId = order.order_id
  invariant(lines.length > 0, 'a link opens something')
  invariant(sentTo === null || readEmail(sentTo) === sentTo, 'a link goes to one address')
  const handoverId = newId('dlh', ctx.clock)
  const now = ctx.clock.now()
  const expiresAt = keptUntil(ctx, now)
  const channel = deliveredBy(input.channel, sentTo)
  const messageId =
    (await queueLink(ctx, tx, { handoverId, orderId, channel })) ??
    (await queueLink(ctx, tx, { handoverId, orderId, channel: 'email' }))
  await tx.run(writeHandover, {
    handoverId,
    orderId,
    tokenFingerprint: fingerprint(tokenOf(ctx, handoverId)),
    messageId,
    sentTo,
    now,
    expiresAt,
    createdBy: by,
    attemptId,
    confirmsOrder,
  })
  const lineNumbers = lines.map(({ line_number }) => line_number)
  await tx.run(openLines, { orderId, lineNumbers, handoverId, until: expiresAt })
  const handoverIds = lines.flatMap(({ handover_id }) => handover_id ?? [])
  await setReplacedAside(ctx, tx, handoverIds)
  const holdIds = lines.filter(({ kind }) => kind === 'leads').map((line) => line.hold_id)
  await markLeadsDelivered(ctx, tx, { orderId, holdIds })
  for (const listener of ctx.node.handoverListeners) await listener(ctx, tx, { orderId, handoverId, holdIds })
}
