import type { Cents, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import type { MessageKind, OrderMessageKind } from './message-composer.ts'
import {
  findInstructions,
  queueMessages as queueMessagesStatement,
  writeConfirmations,
  writeInstructions,
  writeMessage,
  writeWithdrawn,
} from './queries.ts'
import { writeSmsMessage } from './sms-queries.ts'

/** Refused when it is written, because later the mail server's door would refuse it at every try. */
function requireMessageId(messageId: string): void {
  invariant(/^[\w.-]{1,200}$/.test(messageId), 'a message id fits into a Message-ID')
}

/**
 * Decides, in a transaction of a feature above, that somebody is told something that the feature composes. Saying it
 * twice with one message id makes one message.
 *
 * @param message.messageId `<kind>.<subject id>`, with a number for each further one. It leaves the store in the mail's
 *   Message-ID: no token, no address, only letters, digits, `.`, `_` and `-`
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
 * Decides the same of a text message: as a mail it is one message, is composed when it is sent, is tried again, and can be
 * sent once more. Features that must know when it fails are in `ctx.node.failureListeners`.
 *
 * @param message.messageId as for a mail; another than the mail's about the same, e.g. ending in `.sms`
 * @param message.to a number as it was typed
 * @returns false, and nothing was written, for what is no number that takes texts: take the other way at once
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
 * Decides, in the transaction that marks orders paid, that their buyers are told: by mail, and by text too where they chose
 * SMS for a line. Both go out through jobs: an order never waits for a mail server, and saying it twice makes one of each.
 */
export function queueConfirmations(ctx: PlatformContext, tx: Transaction, orderIds: readonly OrderId[]): void {
  tx.send(writeConfirmations, { orderIds, now: ctx.clock.now() })
}

/**
 * Decides, in the transaction that found that a payment pays for nothing, that its buyer is told what goes back. Saying
 * it twice makes one message.
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

/** Decides, in the transaction of an administrator's refund, that the buyer is told: one message for each refund. */
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

/** How-to-pay mails of one order: a buyer who corrects the address twice still gets theirs. */
export const INSTRUCTIONS_MAX = 5

/**
 * Decides, in the transaction that lets an order wait for the cash app, that its buyer is told how to pay. Nobody has paid at
 * that moment, so the caller counts these mails by address and network first.
 */
export async function queueCashAppInstructions(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeInstructions, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Whether an order's address was, or is about to be, mailed how to pay. */
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
 * Decides, in the transaction that takes an order back from the cash app, that its buyer is told: the mail before promised a day,
 * and money may be under way. Whoever was not mailed how to pay is not mailed this either.
 */
export async function queueCashAppWithdrawn(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeWithdrawn, { orderId, instructionsMax: INSTRUCTIONS_MAX, now: ctx.clock.now() })
}

/** Decides, in the transaction that cancels an order which waited for the cash app, that its buyer is told why. */
export async function queueCashAppClosed(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(writeMessage, {
    messageId: `cash_app_closed.${orderId}`,
    kind: 'cash_app_closed',
    subjectId: orderId,
    now: ctx.clock.now(),
    amountCents: null,
  })
}

/** How often each node looks for written messages: a mail waits no longer than this for its job. */
export const QUEUE_EVERY_MS = 250

const MESSAGES_AT_ONCE = 500

/** The queue's own work for a job costs as much as a mail; a node that is stopped waits for the jobs that run. */
const MESSAGES_PER_JOB = 20

/**
 * Puts written messages on the queue, many at a time: one by one it cost a sale more than writing the order.
 * Any node does it, so the messages of a node that died go out as well.
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
