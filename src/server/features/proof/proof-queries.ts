/** SQL of the proofs that buyers get. */
import { statement } from '#server/platform/statement.ts'
import type { LogLeadDetails } from './tables.ts'

export interface UnprovenLeadRow {
  order_id: string
  lead_id: string
  log_index: string
  generation: number
  year: number
  slot: number
  cap: number
  details: LogLeadDetails
  label_proof: Buffer | null
}

/** The oldest leads in the published part of the log whose proof is not written yet. */
export const listUnproven = statement<{ logNo: number; publishedSize: number; limit: number }, UnprovenLeadRow>(
  'proof.list_unproven',
  `select order_id, lead_id::text as lead_id, log_index::text as log_index, generation, year, slot, cap, details, label_proof from log_leads
   where log_no = $logNo and log_index < $publishedSize and details is not null order by entry_no limit $limit`,
)

/** From now on, the delivered row is in the proof and nowhere else in the log. */
export const keepProofs = statement<{
  orderIds: readonly string[]
  leadIds: readonly string[]
  proofs: readonly string[]
  now: Date
}>(
  'proof.keep',
  `update log_leads l set proof = given.proof, proven_at = $now, details = null, label_proof = null
   from unnest($orderIds::text[], $leadIds::bigint[], $proofs::text[]) as given (order_id, lead_id, proof)
   where l.order_id = given.order_id and l.lead_id = given.lead_id and l.details is not null`,
)

/** The leads of a line in the order of their rows in its file, each with its proof if there is one. */
export const listProofs = statement<
  { orderId: string; lineNumber: number },
  { place: number; proof: string | null; log_no: number | null; is_waiting: boolean; cap: number | null }
>(
  'proof.list_of_line',
  `select row_number() over (order by l.acquired_at desc, l.lead_id)::int as place,
     case when d.lead_id is not null and s.property_key is null then p.proof end as proof,
     p.log_no, coalesce(p.details is not null, false) as is_waiting, p.cap
   from deliveries v join order_leads o on o.order_id = v.order_id and o.hold_id = v.hold_id
     join leads l on l.lead_id = o.lead_id
     left join lead_details d on d.lead_id = o.lead_id
     left join suppressions s on s.property_key = l.property_key
     left join log_leads p on p.order_id = o.order_id and p.lead_id = o.lead_id
   where v.order_id = $orderId and v.line_number = $lineNumber and o.returned_at is null
     and not exists (select from order_leads r where r.order_id = o.order_id and r.replaces_lead_id = o.lead_id)
   order by place`,
)

/** Forgets proofs that are too old, and those of leads whose data is gone. */
export const forgetProofs = statement<{ before: Date; limit: number }, { rows: number }>(
  'proof.forget',
  `with old as (
     select order_id, lead_id from log_leads p
     where proof is not null and (proven_at < $before or not exists (select from lead_details d where d.lead_id = p.lead_id))
     order by proven_at limit $limit for update skip locked
   ), forgotten as (
     update log_leads p set proof = null from old where p.order_id = old.order_id and p.lead_id = old.lead_id returning 1
   ) select count(*)::int as rows from forgotten`,
)

/** The line that a delivery link opens. */
export const openLine = statement<
  { tokenFingerprint: string; lineNumber: number; now: Date },
  { order_id: string; reference: string }
>(
  'proof.open_line',
  `select d.order_id, o.reference from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
     join orders o on o.order_id = d.order_id
   where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and d.cancelled_at is null
     and d.line_number = $lineNumber`,
)
