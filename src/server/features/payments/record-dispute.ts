import { toCents } from '#contract/money.ts'
import { DISPUTE_STATUSES, isDecided, keepsMoney } from '#contract/payments/disputes.ts'
import type { OrderId } from '#contract/values.ts'
import { changeOf, tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { Context } from '#server/gateways/context.ts'
import type { ProviderDispute } from '#server/gateways/payments/payment-gateway.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import * as sql from './event-queries.ts'
import { findIntent, isUnknown, refusalOf, requirePayments } from './provider.ts'

type Told = { dispute: ProviderDispute; askedAt: Date }
type Saving = 'new' | 'renewed' | 'outdated' | 'unknown_payment'

/** SQL: whether the bank may take back, or took back, what was paid for an order. */
export const isContested = (orderId: string) =>
  `exists (select from disputes x where x.order_id = ${orderId} and x.status not in ('won', 'warning_closed'))`

/**
 * Returns the moment of a question to the provider; call it before asking. The provider's answers have no time of their
 * own, and nodes' clocks differ, so an old answer could overwrite a new one. The database has one clock for all.
 */
export async function readAskedAt(executor: Executor): Promise<Date> {
  const [time] = await executor.run(sql.readDatabaseTime)
  invariant(time, 'the database says what time it is')
  return time.at
}

/** Saves the state of a dispute, and tells others if it was lost. An answer to an earlier question changes nothing. */
export async function saveProviderDispute(
  ctx: PlatformContext,
  tx: Transaction,
  { dispute, askedAt, paymentId }: Told & { paymentId: string },
): Promise<Saving> {
  const [saved] = await tx.run(sql.saveDispute, {
    ...dispute,
    paymentId,
    disputedAt: dispute.openedAt,
    askedAt,
    isDecided: isDecided(dispute.status),
    now: ctx.clock.now(),
  })
  if (!saved) return 'unknown_payment'
  if (saved.is_new) ctx.log.error({ paymentId, disputeId: dispute.disputeId }, 'a payment is disputed')
  if (saved.is_new === null) return 'outdated'
  if (dispute.status === 'lost') await tellLost(ctx, tx, saved.order_id as OrderId)
  return saved.is_new ? 'new' : 'renewed'
}

async function tellLost(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  const order = await lockPaidOrder(tx, orderId)
  if (!order?.paid_at) return
  await tellOrderListeners(ctx, tx, [{ ...changeOf(order), isMoneyLost: true }])
}

async function readStored(ctx: PlatformContext, eventId: string): Promise<Told | null> {
  const [event] = await ctx.database.run(sql.findDisputeEvent, { eventId })
  const stored = event?.subject.dispute
  if (!event || !stored) return null
  const dispute = {
    ...stored,
    amountCents: toCents(stored.amountCents),
    dueBy: stored.dueBy === null ? null : new Date(stored.dueBy),
    openedAt: new Date(stored.openedAt),
  }
  return { dispute, askedAt: new Date(event.subject.createdAt) }
}

/**
 * Handles an event about a dispute, which an administrator has to answer. Events come in any order and more than once,
 * so the provider is asked for the current state. If a server behind its API knows no disputes, the event is believed.
 * @throws Refusal `provider_unavailable` if the provider does not answer; Error if the payment is not known here. The
 * event then stays unhandled and the job is retried; after the last try it stays among the failed jobs
 */
export async function recordDispute(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { eventId, paymentId } = event
  const stored = await readStored(ctx, eventId)
  if (stored) {
    const told = await askAbout(ctx, stored)
    const saving = await inTransaction(ctx, (tx) => saveProviderDispute(ctx, tx, { ...told, paymentId }))
    if (saving === 'unknown_payment') await refuseUnknown(ctx, { paymentId, disputeId: stored.dispute.disputeId })
  } else {
    ctx.log.error({ eventId }, 'an event about a dispute does not say which; look at the provider')
  }
  await ctx.database.run(sql.markEventHandled, { eventId, now: ctx.clock.now() })
}

/**
 * Decides about a dispute whose payment is unknown. An unanswered dispute is lost money, so it must not look done. Its
 * payment may still become known (its own event comes later, or a database is restored). Otherwise a person finds it
 * among the failed jobs: a second payment of an order, or other keys. Only a payment without any order was not made by
 * this store: another shop uses the same account, and no later try would change that.
 */
async function refuseUnknown(ctx: Context, named: { paymentId: string; disputeId: string }): Promise<void> {
  const intent = await findIntent(ctx, named.paymentId)
  if (intent && intent.orderId === null) {
    ctx.log.error(named, 'a dispute is about a payment that this store did not make; nothing is done about it here')
    return
  }
  ctx.log.error(named, 'a dispute is about a payment that no order here has; look at the provider')
  throw new Error(`The dispute ${named.disputeId} is about ${named.paymentId}, a payment that no order here has.`)
}

async function askAbout(ctx: Context, stored: Told): Promise<Told> {
  const askedAt = await readAskedAt(ctx.database)
  try {
    return { dispute: await requirePayments(ctx).retrieveDispute(stored.dispute.disputeId), askedAt }
  } catch (error) {
    if (isUnknown(error)) return stored
    throw refusalOf(ctx, error)
  }
}

const MONEY_KEPT = DISPUTE_STATUSES.filter(keepsMoney)

/** Whether an order's money is held by the buyer's bank, or was returned to the buyer by it. */
export const isMoneyDisputed = async (executor: Executor, orderId: string): Promise<boolean> =>
  (await executor.run(sql.findDisputeOfMoney, { orderId, status: MONEY_KEPT })).length > 0
