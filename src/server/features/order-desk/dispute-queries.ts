/** The SQL of disputes, as administrators see and answer them. */
import type { DisputeStatus, Evidence } from '#contract/disputes.ts'
import { statement } from '#server/platform/database.ts'

export interface DisputeRow {
  dispute_id: string
  payment_id: string
  order_id: string
  reference: string
  full_name: string | null
  email: string | null
  amount_cents: number
  reason: string
  status: DisputeStatus
  due_by: Date | null
  opened_at: Date
  closed_at: Date | null
  evidence: Evidence | null
  evidence_version: number
  submitted_at: Date | null
  submitted_by: string | null
}

const WAITING = `status in ('needs_response', 'warning_needs_response')`
const SETTLED = `status not in ('needs_response', 'warning_needs_response')`

/** With the order's own facts: $… of the part that chooses. */
const withOrder = (chosen: string, order: string) => `
  select d.*, o.reference, o.full_name, o.email from (${chosen}) d
  cross join lateral (select * from orders where order_id = d.order_id offset 0) o order by ${order}`

/** Those that wait for an answer, by its end: $1 and $2 the cursor (end, dispute), $3 how many. */
export const listWaitingDisputes = statement<DisputeRow & { key: string }>(
  'order_desk.list_waiting_disputes',
  withOrder(
    `select *, coalesce(due_by, 'infinity')::text as key from disputes
     where ${WAITING} and (coalesce(due_by, 'infinity'), dispute_id) > (coalesce($1::timestamptz, '-infinity'), $2::text)
     order by coalesce(due_by, 'infinity'), dispute_id limit $3`,
    `coalesce(d.due_by, 'infinity'), d.dispute_id`,
  ),
)

/** All others, the newest first: $1 and $2 the cursor (opened, dispute), $3 how many. */
export const listSettledDisputes = statement<DisputeRow & { key: string }>(
  'order_desk.list_settled_disputes',
  withOrder(
    `select *, opened_at::text as key from disputes
     where ${SETTLED} and (opened_at, dispute_id) < (coalesce($1::timestamptz, 'infinity'), $2::text)
     order by opened_at desc, dispute_id desc limit $3`,
    'd.opened_at desc, d.dispute_id desc',
  ),
)

/** $1 dispute. */
export const findDispute = statement<DisputeRow>(
  'order_desk.find_dispute',
  withOrder('select * from disputes where dispute_id = $1', 'd.dispute_id'),
)

/** The disputes of an order, the newest first: $1 order. */
export const listDisputesOfOrder = statement<DisputeRow>(
  'order_desk.list_disputes_of_order',
  withOrder('select * from disputes where order_id = $1', 'd.opened_at desc'),
)

/** Locks a dispute that takes evidence, or does not: $1 dispute. */
export const lockDispute = statement<DisputeRow>(
  'order_desk.lock_dispute',
  `select d.*, o.reference, o.full_name, o.email from disputes d join orders o on o.order_id = d.order_id
   where d.dispute_id = $1 for update of d`,
)

/** $1 dispute, $2 evidence (JSON). */
export const writeEvidence = statement(
  'order_desk.write_evidence',
  'update disputes set evidence = $2::jsonb, evidence_version = evidence_version + 1 where dispute_id = $1',
)

/** Evidence is with the bank: $1 dispute, $2 when, $3 who, $4 what was sent (JSON). No row when it was there before. */
export const noteSubmitted = statement<{ dispute_id: string }>(
  'order_desk.note_submitted',
  `update disputes set submitted_at = $2, submitted_by = $3, evidence = $4::jsonb
   where dispute_id = $1 and submitted_by is null returning dispute_id`,
)
