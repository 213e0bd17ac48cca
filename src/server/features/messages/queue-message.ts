import type { Cents, OrderId } from '#contract/values.ts'
import { findOrders } from '#server/features/orders/show-order.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import {
  type Executor,
  inTransaction,
  mayBeOfOne,
  readConfirmed,
  type Transaction,
} from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { textableNumber } from '#server/platform/text/phone-numbers.ts'
import type { MessageKind, OrderMessageKind } from './message-composer.ts'
import * as queries from './queries.ts'
import { writeSmsMessage } from './sms.ts'

interface SentMessage {
  messageId: string
  sentAt: Date
  sentTo: string
  onSent?: ((tx: Transaction) => Promise<void>) | undefined
}

type VerificationLink = { orderId: string; email: string; token: string; expiresAt: Date }

const ITEMS_MAX = 50

const together = <Item, Result>(run: (items: readonly Item[]) => Promise<readonly Result[]>) =>
  batch(run, ITEMS_MAX, { isOfOne: mayBeOfOne })

export const messageBatches = perNode((ctx: PlatformContext) => {
  const { database } = ctx
  return {
    /** The result waits for the disk, so no one is told anything that may still be lost. */
    find: together(async (messageIds: readonly string[]) => {
      const rows = await readConfirmed(ctx, (executor) => executor.run(queries.findMessages, { messageIds }))
      const byId = new Map(rows.map((row) => [row.message_id, row]))
      return messageIds.map((id) => byId.get(id))
    }),
    findOrder: together(async (orderIds: readonly OrderId[]) => {
      const byId = new Map((await findOrders(ctx, orderIds)).map((row) => [row.order_id, row]))
      return orderIds.map((id) => byId.get(id) ?? null)
    }),
    markSent: together(async (sent: readonly SentMessage[]) => {
      const values = listsOf(sent, 'messageId', 'sentAt', 'sentTo')
      // In one order, so two nodes never deadlock over each other's rows.
      const followUps = sent
        .toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1))
        .flatMap(({ onSent }) => onSent ?? [])
      if (followUps.length === 0) await database.run(queries.markSent, values)
      else
        await inTransaction(ctx, async (tx) => {
          tx.send(queries.markSent, values)
          for (const onSent of followUps) await onSent(tx)
        })
      return sent.map(() => undefined)
    }),
    /** @returns whether the order asks, see the statement */
    askToConfirm: together(async (links: readonly VerificationLink[]) => {
      const rows = await database.run(queries.askToConfirm, {
        now: ctx.clock.now(),
        ...listsOf(links, 'email', 'orderId', 'token'),
        linksExpireAt: links.map(({ expiresAt }) => expiresAt),
      })
      const asked = new Set(rows.map((row) => row.order_id))
      return links.map(({ orderId }) => asked.has(orderId))
    }),
  }
})

/** Checked when it is written, because later the mail server would refuse it at every try. */
function requireMessageId(messageId: string): void {
  invariant(/^[\w.-]{1,200}$/.test(messageId), 'a message id fits into a Message-ID')
}

const write = (
  ctx: PlatformContext,
  tx: Transaction,
  message: { messageId: string; kind: MessageKind; subjectId: string; amountCents?: Cents },
) => tx.run(queries.writeMessage, { amountCents: null, ...message, now: ctx.clock.now() })

/**
 * Queues a message that a feature above composes, in that feature's transaction, once per message id.
 * @param message.messageId `<kind>.<subject id>`, with a number for each further one. It leaves the store in the
 * email's Message-ID: no token, no address, only letters, digits, `.`, `_` and `-`
 */
export async function queueMessage(
  ctx: PlatformContext,
  tx: Transaction,
  message: { messageId: string; kind: Exclude<MessageKind, OrderMessageKind>; subjectId: string },
): Promise<void> {
  requireMessageId(message.messageId)
  await write(ctx, tx, message)
}

/**
 * Queues a text message. Features that must know about failures are in `ctx.node.failureListeners`.
 * @param message.messageId different from that of the email about the same thing, for example ending in `.sms`
 * @returns false, without writing anything, if the number cannot receive texts: use the other channel right away
 */
export async function queueSms(
  ctx: PlatformContext,
  tx: Transaction,
  { to, ...message }: { messageId: string; kind: MessageKind; subjectId: string; to: string | null },
): Promise<boolean> {
  requireMessageId(message.messageId)
  const sentTo = textableNumber(to)
  if (!sentTo) return false
  await tx.run(writeSmsMessage, { ...message, now: ctx.clock.now(), sentTo })
  return true
}

/** How long a confirmation waits for the leads of its order, which are usually ready within seconds. */
const LEADS_WAIT_MS = minutes(1)

/** Queues the confirmations of paid orders, once; for one, at once, if the email in its place will not arrive. */
export function queueConfirmations(ctx: PlatformContext, tx: Transaction, orderIds: OrderId[], waitMs = LEADS_WAIT_MS) {
  const now = ctx.clock.now()
  tx.send(queries.writeConfirmations, { orderIds, now, dueAt: addMilliseconds(now, waitMs) })
}

/** Takes an order's confirmation back for another email that says the same. @returns false if it is on its way */
export const takeConfirmation = async (tx: Transaction, orderId: OrderId): Promise<boolean> =>
  (await tx.run(queries.takeConfirmation, { orderId })).length > 0

/** Queues an email about money that goes back, in the transaction that found that a payment pays for nothing; once. */
export async function queueMoneyReturned(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, amountCents }: { orderId: OrderId; amountCents: Cents },
): Promise<void> {
  const messageId = `money_returned.${orderId}`
  await write(ctx, tx, { messageId, kind: 'money_returned', subjectId: orderId, amountCents })
}

/** Queues an email about an administrator's refund, in its transaction: one message per refund. */
export async function queueOrderRefunded(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, refundId, amountCents }: { orderId: OrderId; refundId: string; amountCents: Cents },
): Promise<void> {
  const messageId = `order_refunded.${refundId}`
  await write(ctx, tx, { messageId, kind: 'order_refunded', subjectId: orderId, amountCents })
}

/** Emails with instructions per order: a buyer who corrects the address twice still gets theirs. */
export const INSTRUCTIONS_MAX = 5

/** Queues payment instructions. No one has paid yet, so the caller first counts these emails by address and network. */
export async function queueCashAppInstructions(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(queries.writeInstructions, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Whether payment instructions were, or are about to be, emailed to an order's address. */
export async function areInstructionsMailed(executor: Executor, order: { order_id: string; email: string | null }) {
  const sent = { orderId: order.order_id, sentTo: order.email ?? '' }
  return (await executor.run(queries.findInstructions, { ...sent, instructionsMax: INSTRUCTIONS_MAX })).length > 0
}

/** Queues an email for a buyer who leaves Cash App after instructions: money may be on its way. */
export async function queueCashAppWithdrawn(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(queries.writeWithdrawn, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Queues an email about a canceled Cash App order, in the transaction that cancels it. */
export async function queueCashAppClosed(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await write(ctx, tx, { messageId: `cash_app_closed.${orderId}`, kind: 'cash_app_closed', subjectId: orderId })
}

const MESSAGES_AT_ONCE = 500
/** The queue's overhead for a job costs as much as an email. A stopping node waits for running jobs. */
const MESSAGES_PER_JOB = 20

/**
 * Puts new messages on the queue, many at a time; one by one, this cost a sale more than writing the order. Any node
 * does it, so messages of a dead node go out too. Returns how many it queued.
 */
export async function queueMessages(ctx: PlatformContext): Promise<number> {
  const limits = { limit: MESSAGES_AT_ONCE, perJob: MESSAGES_PER_JOB }
  const [row] = await ctx.database.run(queries.queueMessages, { now: ctx.clock.now(), ...limits })
  return row?.queued ?? 0
}
