import type { Cents, OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrders } from '#server/features/orders/show-order.ts'
import { batch } from '#server/platform/batch.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction, mayBeOfOne, readConfirmed, type Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import type { MessageKind, MessageRow, OrderMessageKind } from './message-composer.ts'
import {
  addVerificationTokens,
  findInstructions,
  findMessages,
  markSent,
  queueMessages as queueMessagesStatement,
  writeConfirmations,
  writeInstructions,
  writeMessage,
  writeWithdrawn,
} from './queries.ts'
import { writeSmsMessage } from './sms.ts'

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

/** Checked when it is written, because later the mail server would refuse it at every try. */
function requireMessageId(messageId: string): void {
  invariant(/^[\w.-]{1,200}$/.test(messageId), 'a message id fits into a Message-ID')
}

/**
 * Queues a message that a feature above composes, in that feature's transaction. Repeating a message id makes one
 * message.
 *
 * @param message.messageId `<kind>.<subject id>`, with a number for each further one. It leaves the store in the
 * email's Message-ID: no token, no address, only letters, digits, `.`, `_` and `-`
 */
export async function queueMessage(
  ctx: PlatformContext,
  tx: Transaction,
  message: { messageId: string; kind: Exclude<MessageKind, OrderMessageKind>; subjectId: string },
): Promise<void> {
  requireMessageId(message.messageId)
  await tx.run(writeMessage, {
    messageId: message.messageId,
    kind: message.kind,
    subjectId: message.subjectId,
    now: ctx.clock.now(),
    amountCents: null,
  })
}

/**
 * Queues a text message. Like an email it is one message, is composed when it is sent, is retried, and can be sent
 * again. Features that must know about failures are in `ctx.node.failureListeners`.
 *
 * @param message.messageId as for an email; different from the email about the same thing, for example ending in `.sms`
 * @param message.to a number as typed
 * @returns false, without writing anything, if the number cannot receive texts: use the other channel right away
 */
export async function queueSms(
  ctx: PlatformContext,
  tx: Transaction,
  message: { messageId: string; kind: MessageKind; subjectId: string; to: string | null },
): Promise<boolean> {
  requireMessageId(message.messageId)
  const number = textableNumber(message.to)
  if (!number) return false
  await tx.run(writeSmsMessage, {
    messageId: message.messageId,
    kind: message.kind,
    subjectId: message.subjectId,
    now: ctx.clock.now(),
    sentTo: number,
  })
  return true
}

/**
 * Queues the confirmations of paid orders, in the transaction that marks them paid: an email each, and also a text if the
 * buyer chose SMS for a line. Jobs send both, so an order never waits for a mail server. Repeating it makes one of
 * each.
 */
export function queueConfirmations(ctx: PlatformContext, tx: Transaction, orderIds: readonly OrderId[]): void {
  tx.send(writeConfirmations, { orderIds, now: ctx.clock.now() })
}

/**
 * Queues an email about money that goes back, in the transaction that found that a payment pays for nothing. Repeating
 * it makes one message.
 */
export async function queueMoneyReturned(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; amountCents: Cents },
): Promise<void> {
  const { orderId, amountCents } = input
  await tx.run(writeMessage, {
    messageId: `money_returned.${orderId}`,
    kind: 'money_returned',
    subjectId: orderId,
    now: ctx.clock.now(),
    amountCents,
  })
}

/** Queues an email about an administrator's refund, in its transaction: one message per refund. */
export async function queueOrderRefunded(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; refundId: string; amountCents: Cents },
): Promise<void> {
  const { orderId, refundId, amountCents } = input
  await tx.run(writeMessage, {
    messageId: `order_refunded.${refundId}`,
    kind: 'order_refunded',
    subjectId: orderId,
    now: ctx.clock.now(),
    amountCents,
  })
}

/** Emails with instructions per order: a buyer who corrects the address twice still gets theirs. */
export const INSTRUCTIONS_MAX = 5

/**
 * Queues payment instructions, in the transaction that makes an order wait for Cash App. No one has paid at that point,
 * so the caller first counts these emails by address and network.
 */
export async function queueCashAppInstructions(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeInstructions, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Whether payment instructions were, or are about to be, emailed to an order's address. */
export async function areInstructionsMailed(
  executor: Executor,
  order: { order_id: string; email: string | null },
): Promise<boolean> {
  const found = await executor.run(findInstructions, {
    orderId: order.order_id,
    instructionsMax: INSTRUCTIONS_MAX,
    sentTo: order.email ?? '',
  })
  return found.length > 0
}

/**
 * Queues an email for a buyer who leaves Cash App, in that transaction: the earlier email promised a day, and money may
 * be on its way. Addresses without instructions do not get this either.
 */
export async function queueCashAppWithdrawn(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeWithdrawn, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Queues an email about a canceled Cash App order, in the transaction that cancels it. */
export async function queueCashAppClosed(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeMessage, {
    messageId: `cash_app_closed.${orderId}`,
    kind: 'cash_app_closed',
    subjectId: orderId,
    now: ctx.clock.now(),
    amountCents: null,
  })
}

/** How often each node looks for new messages: no message waits longer than this for its job. */
export const QUEUE_EVERY_MS = 250

const MESSAGES_AT_ONCE = 500

/** The queue's overhead for a job costs as much as an email. A stopping node waits for running jobs. */
const MESSAGES_PER_JOB = 20

/**
 * Puts new messages on the queue, many at a time; one by one, this cost a sale more than writing the order. Any node
 * does it, so messages of a dead node go out too.
 *
 * @returns how many it queued
 */
export async function queueMessages(ctx: PlatformContext): Promise<number> {
  const [row] = await ctx.database.run(queueMessagesStatement, {
    now: ctx.clock.now(),
    limit: MESSAGES_AT_ONCE,
    perJob: MESSAGES_PER_JOB,
  })
  return row?.queued ?? 0
}
