import type { Evidence } from '#contract/payments/disputes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

const WAITING = `status in ('needs_response', 'warning_needs_response')`
const SETTLED = `status not in ('needs_response', 'warning_needs_response')`

type DisputeColumns = { evidence: Evidence | null }

const withOrder = (chosen: string, order: string) => `
  select d.*, o.reference, o.full_name, o.email from (${chosen}) d
  cross join lateral (select * from orders where order_id = d.order_id offset 0) o order by ${order}`

export const listWaitingDisputes = statement('order_screen.list_waiting_disputes')`
  ${withOrder(
    `select *, coalesce(due_by, 'infinity')::text as key from disputes
    where ${WAITING} and (coalesce(due_by, 'infinity'), dispute_id) > (coalesce($afterDueBy?::timestamptz, '-infinity'), $afterDisputeId::text)
    order by coalesce(due_by, 'infinity'), dispute_id limit $limit`,
    `coalesce(d.due_by, 'infinity'), d.dispute_id`,
  )}`.as<DisputeColumns>()

export const listSettledDisputes = statement('order_screen.list_settled_disputes')`
  ${withOrder(
    `select *, opened_at::text as key from disputes
    where ${SETTLED} and (opened_at, dispute_id) < (coalesce($afterOpenedAt?::timestamptz, 'infinity'), $afterDisputeId::text)
    order by opened_at desc, dispute_id desc limit $limit`,
    'd.opened_at desc, d.dispute_id desc',
  )}`.as<DisputeColumns>()

export const findDispute = statement('order_screen.find_dispute')`
  ${withOrder('select * from disputes where dispute_id = $disputeId', 'd.dispute_id')}`.as<DisputeColumns>()
export type DisputeRow = RowOf<typeof findDispute>
export type KeyedDisputeRow = RowOf<typeof listWaitingDisputes>

export const listDisputesOfOrder = statement('order_screen.list_disputes_of_order')`
  ${withOrder('select * from disputes where order_id = $orderId', 'd.opened_at desc')}`.as<DisputeColumns>()

/** Locks a dispute, whether or not it takes evidence. */
export const lockDispute = statement('order_screen.lock_dispute')`
  select d.*, o.reference, o.full_name, o.email from disputes d join orders o on o.order_id = d.order_id
  where d.dispute_id = $disputeId for update of d`.as<DisputeColumns>()

export const writeEvidence = statement('order_screen.write_evidence')`
  update disputes set evidence = $evidence::jsonb, evidence_version = evidence_version + 1 where dispute_id = $disputeId`

/** Records that the bank has the evidence. No row if that was recorded before. */
export const recordSubmitted = statement('order_screen.note_submitted')`
  update disputes set submitted_at = $now, submitted_by = $submittedBy, evidence = $evidence::jsonb
  where dispute_id = $disputeId and submitted_by is null returning dispute_id`
