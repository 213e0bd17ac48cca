import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { answerClaims as endpoint } from '#contract/claims/claims.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { ZERO_CENTS } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { renewLine } from '#server/features/delivery/deliver-leads.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { giveCredit } from '#server/features/orders/change-credit.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { announceReplaced, replaceClaimed } from '#server/features/stock/replace-claimed.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { tellOfAnswers } from './claim-listeners.ts'
import { findOverdue, listNews, lockOpen, type OpenClaimRow, writeAnswers } from './queries.ts'
import { creditForLead } from './rules.ts'

interface Answered {
  order: OrderRow
  leadIds: readonly string[]
  /** Null: the store itself. */
  by: string | null
  answer: string | null
  newsId: string
}

/**
 * Grants open claims of a locked order: each lead is replaced or, if none is left in its pool, its share of what was
 * paid comes back as store credit, once. Claims of a refunded package are denied, because its money went back whole.
 * @returns the packages of which leads were given, for `announceReplaced` once it is committed
 */
export async function grantClaims(ctx: PlatformContext, tx: Transaction, input: Answered): Promise<PackageId[]> {
  if (input.leadIds.length === 0) return []
  const open = await tx.run(lockOpen, { orderId: input.order.order_id, leadIds: input.leadIds })
  const refunded = open.filter(({ is_cancelled }) => is_cancelled)
  if (refunded.length > 0) await denyClaims(ctx, tx, { ...input, answer: 'This package was refunded.' }, refunded)
  const given: PackageId[] = []
  const left = open.filter(({ is_cancelled }) => !is_cancelled)
  for (const claims of Map.groupBy(left, ({ line_number }) => line_number).values())
    given.push(...(await grantOfLine(ctx, tx, input, claims)))
  return given
}

async function grantOfLine(ctx: PlatformContext, tx: Transaction, answered: Answered, claims: readonly OpenClaimRow[]) {
  const [first] = claims
  if (!first) return []
  const { order } = answered
  const orderId = order.order_id as OrderId
  const { hold_id: holdId, buyer_key: buyerKey, line_number: lineNumber, kept_cents: keptCents, leads } = first
  const packageId = first.package_id as PackageId
  const leadIds = claims.map(({ lead_id }) => lead_id)
  const replaced = await replaceClaimed(ctx, tx, { orderId, holdId, packageId, buyerKey, leadIds })
  let creditedCents = first.credited_cents
  const credits: number[] = []
  for (const leadId of leadIds) {
    const isOwed = !replaced.has(leadId) && order.email !== null
    const cents = isOwed ? creditForLead({ keptCents, creditedCents, leads }) : ZERO_CENTS
    creditedCents += cents
    credits.push(cents)
    if (cents === 0 || order.email === null) continue
    const customerKey = customerKeyOf(ctx, order.email)
    const entryId = `claim.${orderId}.${leadId}`
    await giveCredit(ctx, tx, { entryId, customerKey, orderId, lineNumber, reason: 'claim', cents })
  }
  await write(ctx, tx, { ...answered, leadIds }, 'granted', credits)
  if (replaced.size === 0) return []
  await renewLine(ctx, tx, order, lineNumber)
  return [packageId]
}

async function denyClaims(ctx: PlatformContext, tx: Transaction, answered: Answered, open: readonly OpenClaimRow[]) {
  const leadIds = open.map(({ lead_id }) => lead_id)
  const nothing = open.map(() => 0)
  await write(ctx, tx, { ...answered, leadIds }, 'denied', nothing)
}

async function write(
  ctx: PlatformContext,
  tx: Transaction,
  { order, leadIds, by, answer, newsId }: Answered,
  state: 'granted' | 'denied',
  creditCents: readonly number[],
) {
  const { order_id: orderId } = order
  const now = ctx.clock.now()
  await tx.run(writeAnswers, { orderId, leadIds, creditCents, state, answer, answeredBy: by, now, newsId })
  await tellOfAnswers(ctx, tx, { orderId, leadIds })
}

/** Queues the email about what was claimed or answered together. */
export async function queueNews(ctx: PlatformContext, tx: Transaction, subjectId: OrderId, newsId: string) {
  await queueMessage(ctx, tx, { messageId: `claims_answered.${newsId}`, kind: 'claims_answered', subjectId })
}

/**
 * Grants or denies open claims as an administrator decided. Repeating it changes nothing.
 * @throws Refusal `claim_answer_missing` for a denial without a reason; `claim_lead_unknown` for an unknown order
 */
export async function answerClaims(
  ctx: WebContext,
  { orderId, leadIds, isGranted, answer = '' }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  if (!isGranted && answer === '') throw new Refusal('claim_answer_missing')
  const by = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  const { packageIds, news } = await inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    if (!order) throw new Refusal('claim_lead_unknown')
    const open = await tx.run(lockOpen, { orderId, leadIds })
    if (open.length === 0) return { packageIds: [], news: [] }
    const newsId = newId('clm', ctx.clock)
    const answered = { order, leadIds, by, answer: answer || null, newsId }
    let packageIds: PackageId[] = []
    if (isGranted) packageIds = await grantClaims(ctx, tx, answered)
    else await denyClaims(ctx, tx, answered, open)
    await queueNews(ctx, tx, orderId, newsId)
    await writeAudit(ctx, tx, {
      action: 'claims_answered',
      subject: `Order ${order.reference}`,
      after: { claims: open.length, isGranted },
      note: answer || null,
    })
    return { packageIds, news: await tx.run(listNews, { newsId }) }
  })
  announceReplaced(ctx, packageIds)
  return {
    replaced: news.filter(({ is_replaced }) => is_replaced).length,
    credited: news.filter(({ state, is_replaced }) => state === 'granted' && !is_replaced).length,
    denied: news.filter(({ state }) => state === 'denied').length,
  }
}

const OVERDUE_AT_ONCE = 500

/** Grants claims that no one answered within their two days. */
export async function grantOverdueClaims(ctx: PlatformContext): Promise<void> {
  for (const row of await ctx.database.run(findOverdue, { now: ctx.clock.now(), limit: OVERDUE_AT_ONCE })) {
    const orderId = row.order_id as OrderId
    try {
      const packageIds = await inTransaction(ctx, async (tx) => {
        const order = await lockPaidOrder(tx, orderId)
        const open = await tx.run(lockOpen, { orderId, leadIds: row.lead_ids })
        if (!order || open.length === 0) return []
        const newsId = newId('clm', ctx.clock)
        const leadIds = open.map(({ lead_id }) => lead_id)
        const given = await grantClaims(ctx, tx, { order, leadIds, by: null, answer: null, newsId })
        await queueNews(ctx, tx, orderId, newsId)
        return given
      })
      announceReplaced(ctx, packageIds)
      ctx.log.info({ orderId, claims: row.lead_ids.length }, 'claims that no one answered in time were granted')
    } catch (error) {
      // The others must not wait for this order; the next run tries it again.
      ctx.log.error({ err: error, orderId }, 'overdue claims could not be granted')
    }
  }
}
