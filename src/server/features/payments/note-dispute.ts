import { DISPUTE_STATUSES, isDecided, keepsMoney } from '#contract/disputes.ts'
import { toCents } from '#contract/money.ts'
import type { Context } from '#server/gateways/context.ts'
import type { ProviderDispute } from '#server/gateways/payments/payment-gateway.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { findDisputeEvent, findDisputeOfMoney, saveDispute } from './dispute-queries.ts'
import { isUnknown, refusalOf, requirePayments } from './provider.ts'
import { markEventHandled } from './queries.ts'

/** A dispute with the moment at which the provider was asked for it. */
interface Told {
  dispute: ProviderDispute
  askedAt: Date
}

/**
 * Writes down how a dispute stands. Answers may come in any order and twice: one to an earlier question changes nothing.
 *
 * @returns whether it was not known before; null where the payment is none of this store, or a later answer stands there
 */
export async function saveProviderDispute(
  ctx: PlatformContext,
  executor: Executor,
  { dispute, askedAt, paymentId }: Told & { paymentId: string },
): Promise<boolean | null> {
  const [saved] = await executor.run(saveDispute, [
    dispute.disputeId,
    paymentId,
    dispute.amountCents,
    dispute.reason,
    dispute.status,
    dispute.dueBy,
    dispute.openedAt,
    askedAt,
    dispute.isSubmitted,
    isDecided(dispute.status),
  ])
  if (saved?.is_new) ctx.log.error({ paymentId, disputeId: dispute.disputeId }, 'a payment is disputed')
  return saved?.is_new ?? null
}

/** What the event itself said, as old as the event. */
async function readStored(ctx: PlatformContext, eventId: string): Promise<Told | null> {
  const [event] = await ctx.database.run(findDisputeEvent, [eventId])
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
 * Follows an event about a dispute: an administrator answers it. Events come in any order and more than once, so the
 * provider is asked how it stands now; where a server behind its API knows no disputes, the event is believed.
 *
 * @throws Refusal `provider_unavailable` when the provider does not answer; the job comes again
 */
export async function noteDispute(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const stored = await readStored(ctx, event.eventId)
  if (stored) {
    const told = await askAbout(ctx, stored)
    await saveProviderDispute(ctx, ctx.database, { ...told, paymentId: event.paymentId })
  } else {
    ctx.log.error({ eventId: event.eventId }, 'an event about a dispute does not say which; look at the provider')
  }
  await ctx.database.run(markEventHandled, [event.eventId, ctx.clock.now()])
}

async function askAbout(ctx: Context, stored: Told): Promise<Told> {
  const askedAt = ctx.clock.now()
  try {
    return { dispute: await requirePayments(ctx).retrieveDispute(stored.dispute.disputeId), askedAt }
  } catch (error) {
    if (isUnknown(error)) return stored
    throw refusalOf(ctx, error)
  }
}

const MONEY_KEPT = DISPUTE_STATUSES.filter(keepsMoney)

/** Whether an order's money is with the buyer's bank, or went back to the buyer from there. */
export async function isMoneyDisputed(executor: Executor, orderId: string): Promise<boolean> {
  return (await executor.run(findDisputeOfMoney, [orderId, MONEY_KEPT])).length > 0
}
