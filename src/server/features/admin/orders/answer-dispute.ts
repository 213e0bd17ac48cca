/** Answers a dispute: a draft that is stored here, and one submission to the bank. */
import {
  type Dispute,
  type DisputeId,
  EVIDENCE_FIELDS,
  type Evidence,
  needsResponse,
} from '#contract/payments/disputes.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { askProvider, requirePayments } from '#server/features/payments/provider.ts'
import { readAskedAt, saveProviderDispute } from '#server/features/payments/record-dispute.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type DisputeRow, findDispute, lockDispute, recordSubmitted, writeEvidence } from './dispute-queries.ts'
import { showDispute } from './disputes.ts'

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
