/** SQL of claims. Lock a claim's order before writing it. Personal data: never logged. */
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import type { LeadFacts, LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { LEAD_ORDER } from '#server/features/delivery/make-files.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { lineCostSql } from '#server/features/orders/price-anew.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Lists the lines of leads behind a link that still works. */
export const openLines = statement('claims.open_lines')`
  select d.order_id, d.line_number, d.hold_id, to_jsonb(l) as line, d.leads, d.claim_terms, coalesce(d.sent_at, h.created_at) as sent_at,
    d.state = 'delivered' as is_opened
  from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
  join orders o on o.order_id = d.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and d.cancelled_at is null
    and d.kind = 'leads'
  order by d.line_number`.as<{ line: OrderLineRow; claim_terms: ClaimTerms | null }>()

export type ClaimableLineRow = RowOf<typeof openLines>

const IN_ONE_LINE = (details: string) => `concat_ws(', ', ${details}.address, ${details}.city, ${details}.zip)`

/** Of a claim `c`. */
export const CLAIM_OF_LEAD = 'c.reason, c.state, c.credit_cents, c.claimed_at, c.due_at, c.answer'
/** The address of the lead that replaced the lead of a claim `c`. */
export const REPLACED_BY = `(select ${IN_ONE_LINE('rd')} from order_leads r join lead_details rd on rd.lead_id = r.lead_id
      where r.order_id = c.order_id and r.replaces_lead_id = c.lead_id) as replaced_by`

/** Lists the delivered leads of the order `orderId` from the holds `holdIds`. */
export const listLeads = statement('claims.list_leads')`
  select s.lead_id::text as lead_id, s.hold_id, d.address, d.city, d.zip, l.fips, d.owner_names, d.source,
    d.phones, d.emails, d.mailing_address, d.is_do_not_call, s.mark, s.note, d.facts, d.consent, l.acquired_at, s.sold_at, s.delivered_at, s.buyer_key, s.property_key,
    (select x.suppressed_at from suppressions x where x.property_key = s.property_key) as suppressed_at,
    ${CLAIM_OF_LEAD}, ${REPLACED_BY}
  from order_leads s join leads l on l.lead_id = s.lead_id left join lead_details d on d.lead_id = s.lead_id
  left join claims c on c.order_id = s.order_id and c.lead_id = s.lead_id
  where s.order_id = $orderId and s.hold_id = any($holdIds::text[]) and s.returned_at is null and s.delivered_at is not null
  order by ${LEAD_ORDER}`.as<{
  phones: LeadPhone[] | null
  facts: LeadFacts | null
  suppressed_at: Date | null
  replaced_by: string | null
}>()

/** Notes something about a delivered lead of these lines. `note` null: its words stay; empty: they go. */
export const writeMark = statement('claims.write_mark')`
  update order_leads set mark = $mark?, note = nullif(coalesce($note?::text, note), '')
  where order_id = $orderId and hold_id = any($holdIds::text[]) and lead_id = $leadId::bigint and returned_at is null and delivered_at is not null
  returning mark, note`

/** `fips` is the county it was sold in. What is of a claim is null if there is none. */
export type ClaimedLeadRow = RowOf<typeof listLeads>

export const writeClaims = statement('claims.write')`
  insert into claims (order_id, lead_id, line_number, reason, note, claimed_at, due_at, news_id)
  select $orderId, lead_id, $lineNumber, $reason, $note?, $now, $dueAt, $newsId from unnest($leadIds::bigint[]) as asked (lead_id)
  on conflict do nothing`

/** Lists and locks those of the claims about a locked order's leads that are open. */
export const lockOpen = statement('claims.lock_open')`
  select c.lead_id::text as lead_id, c.line_number, d.hold_id, l.package_id, s.buyer_key, d.leads, d.cancelled_at is not null as is_cancelled,
    (${lineCostSql('l')} - coalesce((
       select sum(g.amount_cents) from refunds r join refund_lines g on g.refund_id = r.refund_id
       where r.order_id = c.order_id and g.line_number = c.line_number), 0)
     - coalesce((select sum(e.cents) from credit_entries e
                 where e.order_id = c.order_id and e.line_number = c.line_number and e.reason = 'late'), 0))::int as kept_cents,
    coalesce((select sum(x.credit_cents) from claims x where x.order_id = c.order_id and x.line_number = c.line_number), 0)::int as credited_cents
  from claims c join deliveries d on d.order_id = c.order_id and d.line_number = c.line_number
  join orders o on o.order_id = c.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = c.line_number
  join order_leads s on s.order_id = c.order_id and s.lead_id = c.lead_id
  where c.order_id = $orderId and c.lead_id = any($leadIds::bigint[]) and c.state = 'open'
  order by c.line_number, c.lead_id for update of c`

/** Of its line: `leads` paid for; `kept_cents` paid less refunds and what it earned for being late; credit for claims so far. */
export type OpenClaimRow = RowOf<typeof lockOpen>

export const writeAnswers = statement('claims.write_answers')`
  update claims c set state = $state, credit_cents = a.credit_cents, answer = $answer?, answered_by = $answeredBy?,
    answered_at = $now, answer_news_id = nullif($newsId, c.news_id)
  from unnest($leadIds::bigint[], $creditCents::int[]) as a (lead_id, credit_cents)
  where c.order_id = $orderId and c.lead_id = a.lead_id and c.state = 'open'`

/** Returns orders with claims whose time is over by `now`, longest overdue first, with these claims' leads. */
export const findOverdue = statement('claims.find_overdue')`
  select order_id, array_agg(lead_id::text) as lead_ids
  from (select * from claims where state = 'open' and due_at <= $now order by due_at limit $limit) due
  group by order_id order by min(due_at)`

/** Lists what an email is about. */
export const listNews = statement('claims.list_news')`
  select c.state, c.reason, c.credit_cents, c.answer, c.due_at, c.line_number,
    exists (select from order_leads r where r.order_id = c.order_id and r.replaces_lead_id = c.lead_id) as is_replaced
  from claims c where c.news_id = $newsId or c.answer_news_id = $newsId order by c.line_number, c.lead_id`

export type NewsRow = RowOf<typeof listNews>

/** Finds the link that opens a line now, if it still works. */
export const findLink = statement('claims.find_link')`
  select h.handover_id from deliveries d join delivery_handovers h on h.handover_id = d.handover_id
  where d.order_id = $orderId and h.expires_at > $now and d.cancelled_at is null order by h.created_at desc limit 1`

/** Forgets up to `limit` notes of claims answered before `before`, oldest first. Returns how many. */
export const forgetNotes = statement('claims.forget_notes')`
  with gone as (
    update claims set note = null where (order_id, lead_id) in (
      select order_id, lead_id from claims where state <> 'open' and answered_at < $before and note is not null
      order by answered_at limit $limit for update skip locked)
    returning lead_id
  )
  select count(*)::int as rows from gone`
