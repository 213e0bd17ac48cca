/** Leads and claims at the buyer's desk. All of them are found by the address that the session proves. */
import type { ClaimTerms } from '#contract/claims/claim-reasons.ts'
import * as contract from '#contract/claims/desk-claims.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { OrderToken } from '#contract/values.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { tokenOf } from '#server/features/delivery/hand-over.ts'
import { showPackage } from '#server/features/delivery/open-delivery.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import { CLAIM_OF_LEAD, REPLACED_BY } from './queries.ts'
import { claimEnd, mostClaims } from './rules.ts'
import { addressOf, NO_TERMS, pageOf, readClaimCursor, showClaim } from './show-claims.ts'

/* Their SQL. `email` is in lowercase. Personal data: never logged. */

/** Lists the claims of an address, newest first, after the given one. */
export const listDeskClaims = statement('claims.list_of_desk')`
  select c.order_id, c.lead_id::text as lead_id, o.reference, to_jsonb(l) as line, c.claimed_at::text as at_key,
    d.address, d.city, d.zip, ${CLAIM_OF_LEAD}, ${REPLACED_BY}
  from orders o join claims c on c.order_id = o.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = c.line_number
  left join lead_details d on d.lead_id = c.lead_id
  where lower(o.email) = $email and o.paid_at is not null
    and ($atKey?::timestamptz is null or (c.claimed_at, c.order_id, c.lead_id) < ($atKey::timestamptz, $orderId?::text, $leadId?::bigint))
  order by c.claimed_at desc, c.order_id desc, c.lead_id desc limit ${contract.DESK_CLAIMS_PAGE + 1}`.as<{
  line: OrderLineRow
  replaced_by: string | null
}>()

/** Lists the newest packages of leads that were delivered to an address. */
export const listDeskLeads = statement('claims.list_leads_of_desk')`
  select d.order_id, o.reference, o.token as order_token, d.line_number, to_jsonb(l) as line, d.leads, d.claim_terms,
    coalesce(d.sent_at, h.created_at) as sent_at, h.handover_id, h.expires_at,
    (select count(*)::int from claims c where c.order_id = d.order_id and c.line_number = d.line_number and c.state <> 'denied') as counted
  from orders o join deliveries d on d.order_id = o.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  join delivery_handovers h on h.handover_id = d.handover_id
  where lower(o.email) = $email and o.paid_at is not null and d.kind = 'leads' and d.cancelled_at is null
  order by d.sent_at desc nulls first, d.order_id, d.line_number limit ${contract.DESK_LEADS_MAX}`.as<{
  line: OrderLineRow
  claim_terms: ClaimTerms | null
}>()

/** Lists the paid packages of an address whose leads are still to come, the next due first. */
export const listComingLeads = statement('claims.list_coming_of_desk')`
  select o.reference, o.token as order_token, d.line_number, to_jsonb(l) as line, d.leads, d.due_at
  from orders o join deliveries d on d.order_id = o.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where lower(o.email) = $email and o.paid_at is not null and d.state in ('waiting', 'failed')
  order by d.due_at, d.order_id, d.line_number limit ${contract.DESK_LEADS_MAX}`.as<{ line: OrderLineRow }>()

/** `counted`: claims that count toward the share. */
type DeskLeadsRow = RowOf<typeof listDeskLeads>

const LIST = 'desk-claims'

function show(row: RowOf<typeof listDeskClaims>): contract.DeskClaim[] {
  const claim = showClaim(row)
  if (!claim) return []
  const address = addressOf(row, row.line.package_id)
  return [{ ...showPackage(row.line), reference: row.reference, leadId: row.lead_id, address, claim }]
}

/** Lists what the address claimed. @throws Refusal `desk_closed`, `bad_request` for a cursor that is not of this list */
export async function showDeskClaims(ctx: WebContext, { cursor }: QueryOf<typeof contract.listDeskClaims>) {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listDeskClaims, { email, ...readClaimCursor(LIST, cursor) })
  const { shown, next } = pageOf(LIST, rows, contract.DESK_CLAIMS_PAGE)
  return { rows: shown.flatMap(show), next }
}

/** What a package says of itself before and after its delivery. */
const showPaid = (row: Pick<DeskLeadsRow, 'line' | 'reference' | 'order_token' | 'line_number' | 'leads'>) => ({
  ...showPackage(row.line),
  ...shownOf(row, 'reference', 'line_number', 'leads'),
  orderToken: row.order_token as OrderToken,
})

function showLine(ctx: WebContext, row: DeskLeadsRow): contract.DeskLeads {
  const terms = row.claim_terms ?? NO_TERMS
  const endsAt = claimEnd(row.sent_at, terms)
  const now = ctx.clock.now()
  return {
    ...showPaid(row),
    deliveredAt: row.sent_at.toISOString(),
    left: endsAt > now ? Math.max(0, mostClaims(row.leads, terms) - row.counted) : 0,
    endsAt: endsAt.toISOString(),
    deliveryToken: row.expires_at > now ? tokenOf(ctx, row.handover_id) : null,
  }
}

/** Lists the leads of the address, by package: delivered and still to come. @throws Refusal `desk_closed` */
export async function showDeskLeads(ctx: WebContext): Promise<ReplyOf<typeof contract.listDeskLeads>> {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listDeskLeads, { email })
  const coming = await ctx.database.run(listComingLeads, { email })
  return {
    packages: rows.map((row) => showLine(ctx, row)),
    coming: coming.map((row) => ({ ...showPaid(row), deliverBy: row.due_at.toISOString() })),
  }
}
