import { LEADS_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import * as contract from '#contract/payments/disputes.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { lineCost } from '#server/features/orders/price-anew.ts'
import { showOrderLine } from '#server/features/orders/show-order.ts'
import { askProvider, requirePayments } from '#server/features/payments/provider.ts'
import { readAskedAt, saveProviderDispute } from '#server/features/payments/record-dispute.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { formatDocumentTime } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { isInstantKey, readPage } from '#server/platform/database/cursor.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import * as sql from './dispute-queries.ts'
import { type OrderFile, readOrderFile } from './order-file.ts'

/** Emails in words for someone who does not know the store. */
const MAILS: Readonly<Record<string, string>> = {
  order_confirmation: 'The order confirmation with its receipt',
  leads_delivered: 'The order confirmation with its receipt and the link to the leads',
  payment_request: 'The payment link',
  payment_reminder: 'The reminder of the payment link',
  order_refunded: 'The refund notice',
  cash_app_instructions: 'The instructions for paying',
}

function describeProducts({ order }: OrderFile): string {
  const lines = order.lines.map((row) => {
    const { size, bonusLeads, leadType, tier, county, state } = showOrderLine(row)
    const price = `$${dollarTextFromCents(lineCost(row))}`
    return `- ${size + bonusLeads} ${TIER_FACTS[tier].name} ${LEADS_NAMES[leadType]}, ${county}, ${state}: ${price}`
  })
  return [
    'Packages of real estate leads, delivered digitally by email or text message. Nothing was shipped.',
    'Before paying, the customer was shown each of these packages with its state, county, type, size and price:',
    ...lines,
  ].join('\n')
}

/** When the customer did something, and when their mail server took an email, oldest first. */
function describeActivity(ctx: PlatformContext, { order, request, messages }: OrderFile): string {
  const mails = messages.filter(
    ({ kind, state, confirms_order }) =>
      MAILS[kind] && state === 'sent' && (confirms_order || kind !== 'leads_delivered'),
  )
  const facts: [Date | null | undefined, string][] = [
    [order.created_at, 'The order was placed.'],
    [request?.opened_at, 'The payment link that was sent to the customer was opened in a browser.'],
    [order.paid_at, 'The customer paid, and the bank authorized the card.'],
    ...mails.map((mail): [Date | null, string] => [mail.sent_at, `${MAILS[mail.kind]} was emailed to ${order.email}.`]),
  ]
  return facts
    .flatMap(([at, words]) => (at ? [[at, words] as const] : []))
    .sort(([a], [b]) => a.getTime() - b.getTime())
    .map(([at, words]) => `${formatDocumentTime(at, ctx.config.timeZone)}: ${words}`)
    .join('\n')
}

/** Drafts evidence from what the store knows. Unknown facts stay empty; shipping does not apply. */
async function suggestEvidence(ctx: PlatformContext, orderId: OrderId): Promise<contract.Evidence> {
  const file = await readOrderFile(ctx, orderId)
  const { order, payment, messages } = file
  const isReceiptSent = messages.some(({ confirms_order, state }) => confirms_order && state === 'sent')
  const paidDay = order.paid_at ? storeDayOf(order.paid_at, ctx.config.timeZone) : ''
  const total = dollarTextFromCents(order.total_cents as Cents)
  const credit = dollarTextFromCents(order.credit_cents as Cents)
  const byCredit = order.credit_cents > 0 ? `, including $${credit} of store credit` : ''
  return {
    customer_name: (order.full_name ?? '').slice(0, 200),
    customer_email_address: (order.email ?? '').slice(0, 200),
    service_date: paidDay,
    product_description: describeProducts(file),
    access_activity_log: describeActivity(ctx, file),
    uncategorized_text: [
      `Order and receipt ${order.reference} of $${total}${paidDay && `, paid on ${paidDay}`}${byCredit}, payment ${payment?.payment_id ?? ''}.`,
      ...(isReceiptSent ? ['The receipt was sent to the customer with the order confirmation.'] : []),
    ].join('\n'),
  }
}

const showListed = (row: sql.DisputeRow): contract.ListedDispute => ({
  id: row.dispute_id as contract.DisputeId,
  orderId: row.order_id as OrderId,
  ...shownOf(row, 'reference', 'full_name', 'email', 'reason', 'status', 'due_by', 'opened_at', 'submitted_at'),
  ...shownOf(row, 'closed_at'),
  amount: dollarTextFromCents(row.amount_cents as Cents),
})

/** Lists disputes: first those to answer, by due date, then the others, newest first. @throws Refusal `bad_request` */
export async function listDisputes(ctx: PlatformContext, query: QueryOf<typeof contract.listDisputes>) {
  const { cursor, limit = contract.DISPUTES_PAGE_DEFAULT } = query
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'disputes',
    start: ['waiting', '-infinity', ''],
    isValid: ([, key]) => key === 'infinity' || isInstantKey(key),
    keysOf: (row: sql.KeyedDisputeRow) => [
      contract.needsResponse(row.status) ? 'waiting' : 'settled',
      row.key,
      row.dispute_id,
    ],
    async readAfter([part, key = '', afterDisputeId = ''], most) {
      const after = { afterDisputeId, limit: most }
      if (part === 'settled') return ctx.database.run(sql.listSettledDisputes, { ...after, afterOpenedAt: key })
      const waiting = await ctx.database.run(sql.listWaitingDisputes, { ...after, afterDueBy: key })
      const first = { afterOpenedAt: 'infinity', afterDisputeId: '', limit: most - waiting.length }
      return first.limit > 0 ? [...waiting, ...(await ctx.database.run(sql.listSettledDisputes, first))] : waiting
    },
  })
  return { rows: rows.map(showListed), next }
}

/** Shows a dispute, with its draft or what the store suggests as one. @throws Refusal `dispute_unknown` */
export async function showDispute(ctx: PlatformContext, disputeId: contract.DisputeId): Promise<contract.Dispute> {
  const row = requireRow(await ctx.database.run(sql.findDispute, { disputeId }), 'dispute_unknown')
  const names = await readMemberNames(ctx)
  return {
    ...showListed(row),
    paymentId: row.payment_id,
    evidence: row.evidence ?? (await suggestEvidence(ctx, row.order_id as OrderId)),
    version: row.evidence_version,
    submittedBy: row.submitted_by === null ? null : (names.get(row.submitted_by) ?? row.submitted_by),
  }
}

/** @throws Refusal `dispute_unknown`, `dispute_answered`, `dispute_over`, `evidence_changed` */
function requireOpen(row: sql.DisputeRow | undefined, now: Date, version: number): sql.DisputeRow {
  if (!row) throw new Refusal('dispute_unknown')
  if (row.submitted_at) throw new Refusal('dispute_answered')
  if (!contract.needsResponse(row.status) || (row.due_by && row.due_by <= now)) throw new Refusal('dispute_over')
  if (row.evidence_version !== version) throw new Refusal('evidence_changed')
  return row
}

const filledIn = (evidence: contract.Evidence): string =>
  contract.EVIDENCE_FIELDS.filter((field) => evidence[field].trim() !== '').join(', ')

/** Saves evidence as a draft. Saving the same text again changes nothing. @throws Refusal see `requireOpen` */
export async function saveEvidence(
  ctx: WebContext,
  disputeId: contract.DisputeId,
  input: { evidence: contract.Evidence; version: number },
): Promise<contract.Dispute> {
  requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(sql.lockDispute, { disputeId })
    const isSaved = contract.EVIDENCE_FIELDS.every((field) => row?.evidence?.[field] === input.evidence[field])
    const open = requireOpen(row, ctx.clock.now(), isSaved && row ? row.evidence_version : input.version)
    if (isSaved) return
    await tx.run(sql.writeEvidence, { disputeId, evidence: JSON.stringify(input.evidence) })
    await writeAudit(ctx, tx, {
      action: 'evidence_saved',
      subject: `Dispute of order ${open.reference}`,
      before: open.evidence ? { draft: open.evidence_version, fields: filledIn(open.evidence) } : undefined,
      after: { draft: open.evidence_version + 1, fields: filledIn(input.evidence) },
    })
  })
  return showDispute(ctx, disputeId)
}

/**
 * Sends the saved draft to the bank. Its number is part of the idempotency key, so it is submitted once, even if two
 * people do so or a reply is lost.
 * @throws Refusal see `requireOpen`; `provider_unavailable`: nothing is known to have been submitted
 */
export async function submitEvidence(ctx: WebContext, disputeId: contract.DisputeId, version: number) {
  const { userId } = requireMember(ctx)
  const [row] = await ctx.database.run(sql.findDispute, { disputeId })
  const { evidence, payment_id: paymentId, reference } = requireOpen(row, ctx.clock.now(), version)
  if (!evidence) throw new Refusal('evidence_changed')
  const askedAt = await readAskedAt(ctx.database)
  const submission = { disputeId, submissionId: `${disputeId}:${version}`, evidence }
  const dispute = await askProvider(ctx, () => requirePayments(ctx).submitEvidence(submission))
  await inTransaction(ctx, async (tx) => {
    const sent = { disputeId, now: ctx.clock.now(), submittedBy: userId, evidence: JSON.stringify(evidence) }
    const [noted] = await tx.run(sql.recordSubmitted, sent)
    // Record the provider's reply like any webhook's state.
    await saveProviderDispute(ctx, tx, { dispute: { ...dispute, isSubmitted: true }, askedAt, paymentId })
    if (!noted) return
    await writeAudit(ctx, tx, {
      action: 'evidence_submitted',
      subject: `Dispute of order ${reference}`,
      before: { status: 'needs_response' },
      after: { status: dispute.status, fields: filledIn(evidence) },
    })
  })
  return showDispute(ctx, disputeId)
}
