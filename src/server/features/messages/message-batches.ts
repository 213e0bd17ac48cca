/** Combines reads and writes for the messages that are being sent on a node into batches. */
import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrders } from '#server/features/orders/show-order.ts'
import { batch } from '#server/platform/batch.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, mayBeOfOne, type Transaction } from '#server/platform/database.ts'
import { readConfirmed } from '#server/platform/read-confirmed.ts'
import type { MessageRow } from './message-composer.ts'
import { addVerificationTokens, findMessages, markSent } from './queries.ts'

interface SentMessage {
  messageId: string
  sentAt: Date
  sentTo: string
  /** What follows from it, in the transaction that marks it. */
  onSent?: ((tx: Transaction) => Promise<void>) | undefined
}

interface MessageBatches {
  /** The result waits for the disk, so no one is told anything that may still be lost. */
  find(messageId: string): Promise<MessageRow | undefined>
  /** Finds an order in its current state; null if there is none. */
  findOrder(orderId: OrderId): Promise<OrderRow | null>
  markSent(sent: SentMessage): Promise<void>
  /** @returns false if the address is verified */
  addVerificationToken(link: { orderId: string; token: string; expiresAt: Date }): Promise<boolean>
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first message. */
    messageBatches: MessageBatches | null
  }
}

const ITEMS_MAX = 50

function makeBatches(ctx: PlatformContext): MessageBatches {
  const { database } = ctx
  return {
    find: batch(
      async (messageIds: readonly string[]) => {
        const rows = await readConfirmed(ctx, (executor) => executor.run(findMessages, { messageIds }))
        const byId = new Map(rows.map((row) => [row.message_id, row]))
        return messageIds.map((id) => byId.get(id))
      },
      ITEMS_MAX,
      { isOfOne: mayBeOfOne },
    ),
    findOrder: batch(
      async (orderIds: readonly OrderId[]) => {
        const byId = new Map((await findOrders(ctx, orderIds)).map((row) => [row.order_id, row]))
        return orderIds.map((id) => byId.get(id) ?? null)
      },
      ITEMS_MAX,
      { isOfOne: mayBeOfOne },
    ),
    markSent: batch(
      async (sent: readonly SentMessage[]) => {
        const values = {
          messageIds: sent.map(({ messageId }) => messageId),
          sentAts: sent.map(({ sentAt }) => sentAt),
          sentTos: sent.map(({ sentTo }) => sentTo),
        }
        // In one order, so two nodes never deadlock over each other's rows.
        const followUps = sent
          .toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1))
          .flatMap(({ onSent }) => onSent ?? [])
        if (followUps.length === 0) await database.run(markSent, values)
        else
          await inTransaction(ctx, async (tx) => {
            tx.send(markSent, values)
            for (const onSent of followUps) await onSent(tx)
          })
        return sent.map(() => undefined)
      },
      ITEMS_MAX,
      { isOfOne: mayBeOfOne },
    ),
    addVerificationToken: batch(
      async (links: readonly { orderId: string; token: string; expiresAt: Date }[]) => {
        const rows = await database.run(addVerificationTokens, {
          orderIds: links.map(({ orderId }) => orderId),
          tokens: links.map(({ token }) => token),
          linksExpireAt: links.map(({ expiresAt }) => expiresAt),
        })
        const asked = new Set(rows.map((row) => row.order_id))
        return links.map(({ orderId }) => asked.has(orderId))
      },
      ITEMS_MAX,
      { isOfOne: mayBeOfOne },
    ),
  }
}

export const messageBatches = (ctx: PlatformContext): MessageBatches => (ctx.node.messageBatches ??= makeBatches(ctx))
