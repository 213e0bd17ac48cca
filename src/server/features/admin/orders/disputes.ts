/** Formats disputes for the wire. */

import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import {
  DISPUTES_PAGE_DEFAULT,
  type Dispute,
  type DisputeId,
  type listDisputes as endpoint,
  type ListedDispute,
} from '#contract/payments/disputes.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type DisputeRow, findDispute, listSettledDisputes, listWaitingDisputes } from './dispute-queries.ts'
import { suggestEvidence } from './suggest-evidence.ts'

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
