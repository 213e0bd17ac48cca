/** Formats disputes for the wire. */
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import {
  DISPUTES_PAGE_DEFAULT,
  type Dispute,
  type DisputeId,
  EVIDENCE_FIELDS,
  type Evidence,
  type listDisputes as endpoint,
  type ListedDispute,
  needsResponse,
} from '#contract/payments/disputes.ts'
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
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import {
  type DisputeRow,
  findDispute,
  listSettledDisputes,
  listWaitingDisputes,
  lockDispute,
  recordSubmitted,
  writeEvidence,
} from './dispute-queries.ts'
import { type OrderFile, readOrderFile } from './order-file.ts'

/** Describes an email for someone who does not know the store. */
const MAILS: Readonly<Record<string, string>> = {
  order_confirmation: 'The order confirmation with its receipt',
  payment_request: 'The payment link',
  payment_reminder: 'The reminder of the payment link',
  order_refunded: 'The news of a refund',
  cash_app_instructions: 'The instructions for paying',
}

function describeProducts({ order }: OrderFile): string {
  const lines = order.lines.map((row) => {
    const line = showOrderLine(row)
    const place = `${line.county}, ${line.state}`
    const price = `$${dollarTextFromCents(lineCost(row))}`
    return `- ${line.size + line.bonusLeads} ${line.leadTypeName.toLowerCase()} leads (${line.tier}), ${place}: ${price}`
  })
  return [
    'Packages of real estate leads, delivered digitally by email or text message. Nothing is shipped.',
    'Before paying, the customer was shown each of these packages with its state, county, type, size and price:',
    ...lines,
  ].join('\n')
}

/** Lists when the customer did something, and when their mail server took an email, oldest first. */
function describeActivity(ctx: PlatformContext, { order, request, messages }: OrderFile): string {
  const at = (instant: Date) => formatDocumentTime(instant, ctx.config.timeZone)
  const facts: [Date, string][] = [[order.created_at, 'The order was placed.']]
  if (request?.opened_at)
    facts.push([request.opened_at, 'The payment link that was sent to the customer was opened in a browser.'])
  if (order.paid_at) facts.push([order.paid_at, 'The customer paid; the card was authorised by their bank.'])
  for (const { kind, state, sent_at: sentAt } of messages) {
    const mail = MAILS[kind]
    if (mail && state === 'sent' && sentAt)
      facts.push([sentAt, `${mail} was handed over to the mail server for ${order.email}.`])
  }
  return facts
    .sort(([a], [b]) => a.getTime() - b.getTime())
    .map(([instant, words]) => `${at(instant)}: ${words}`)
    .join('\n')
}

/**
 * Drafts the evidence that the store has: who bought, what, when, what they did and what they were sent. Unknown facts
 * are left empty; shipping does not apply.
 */
async function suggestEvidence(ctx: PlatformContext, orderId: OrderId): Promise<Evidence> {
  const file = await readOrderFile(ctx, orderId)
  const { order, payment, messages } = file
  const isReceiptSent = messages.some(({ kind, state }) => kind === 'order_confirmation' && state === 'sent')
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

const LIST = 'disputes'

const showListed = (row: DisputeRow): ListedDispute => ({
  id: row.dispute_id as DisputeId,
  orderId: row.order_id as OrderId,
  reference: row.reference,
  fullName: row.full_name,
  email: row.email,
  amount: dollarTextFromCents(row.amount_cents as Cents),
  reason: row.reason,
  status: row.status,
  dueBy: row.due_by?.toISOString() ?? null,
  openedAt: row.opened_at.toISOString(),
  submittedAt: row.submitted_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
})

/**
 * Lists a page of disputes: those that wait for an answer by due date, then the others, newest first.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listDisputes(
  ctx: PlatformContext,
  query: QueryOf<typeof endpoint>,
): Promise<Page<ListedDispute>> {
  const { limit = DISPUTES_PAGE_DEFAULT } = query
  const cursor = readCursor(LIST, query.cursor, 3)
  const [part = 'waiting', key = null, id = ''] = cursor ?? []
  if (key !== null && key !== 'infinity' && !isInstantKey(key)) throw new Refusal('bad_request')
  const waiting =
    part === 'waiting'
      ? await ctx.database.run(listWaitingDisputes, { afterDueBy: key, afterDisputeId: id, limit: limit + 1 })
      : []
  const room = limit + 1 - waiting.length
  const after =
    part === 'settled' ? { afterOpenedAt: key, afterDisputeId: id } : { afterOpenedAt: null, afterDisputeId: '' }
  const settled = room > 0 ? await ctx.database.run(listSettledDisputes, { ...after, limit: room }) : []
  const found = [
    ...waiting.map((row) => ({ row, part: 'waiting' })),
    ...settled.map((row) => ({ row, part: 'settled' })),
  ]
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ row }) => showListed(row)),
    next: last && found.length > limit ? writeCursor(LIST, [last.part, last.row.key, last.row.dispute_id]) : null,
  }
}

/** @throws Refusal `dispute_unknown` */
export async function showDispute(ctx: PlatformContext, disputeId: DisputeId): Promise<Dispute> {
  const [row] = await ctx.database.run(findDispute, { disputeId })
  if (!row) throw new Refusal('dispute_unknown')
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
function requireOpen(row: DisputeRow | undefined, now: Date, version: number): DisputeRow {
  if (!row) throw new Refusal('dispute_unknown')
  if (row.submitted_at) throw new Refusal('dispute_answered')
  if (!needsResponse(row.status) || (row.due_by && row.due_by <= now)) throw new Refusal('dispute_over')
  if (row.evidence_version !== version) throw new Refusal('evidence_changed')
  return row
}

const filledIn = (evidence: Evidence): string =>
  EVIDENCE_FIELDS.filter((field) => evidence[field].trim() !== '').join(', ')

/**
 * Saves evidence as the draft of a dispute. Saving the same text again changes nothing, so a retry is harmless.
 *
 * @throws Refusal see `requireOpen`; nothing is changed then
 */
export async function saveEvidence(
  ctx: WebContext,
  disputeId: DisputeId,
  input: { evidence: Evidence; version: number },
): Promise<Dispute> {
  requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.run(lockDispute, { disputeId })
    const isSaved = EVIDENCE_FIELDS.every((field) => row?.evidence?.[field] === input.evidence[field])
    const open = requireOpen(row, ctx.clock.now(), isSaved && row ? row.evidence_version : input.version)
    if (isSaved) return
    await tx.run(writeEvidence, { disputeId, evidence: JSON.stringify(input.evidence) })
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
 * Sends the saved draft to the bank, once. The draft's number is part of the idempotency key, so if two people submit
 * the same draft, or a reply is lost, it is submitted once.
 *
 * @throws Refusal see `requireOpen`, `provider_unavailable`; nothing is known to have been submitted then
 */
export async function submitEvidence(ctx: WebContext, disputeId: DisputeId, version: number): Promise<Dispute> {
  const { userId } = requireMember(ctx)
  const [row] = await ctx.database.run(findDispute, { disputeId })
  const { evidence, payment_id: paymentId, reference } = requireOpen(row, ctx.clock.now(), version)
  if (!evidence) throw new Refusal('evidence_changed')
  const askedAt = await readAskedAt(ctx.database)
  const submissionId = `${disputeId}:${version}`
  const dispute = await askProvider(ctx, () =>
    requirePayments(ctx).submitEvidence({ disputeId, submissionId, evidence }),
  )
  await inTransaction(ctx, async (tx) => {
    const [noted] = await tx.run(recordSubmitted, {
      disputeId,
      now: ctx.clock.now(),
      submittedBy: userId,
      evidence: JSON.stringify(evidence),
    })
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
