import type { ClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIMS_PAGE, type ClaimToDecide, type listClaimsToDecide } from '#contract/claims/claims.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { showPackage } from '#server/features/delivery/open-delivery.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { addressOf, pageOf, readClaimCursor } from './show-claims.ts'

/* SQL for claims as administrators see them. Personal data: never logged. */

interface ClaimParts {
  line: OrderLineRow
  files: ClaimFile[]
  phones: string[] | null
}

/** @param which the condition and order of the claims `c` @param at the instant they are ordered by */
const listed = (
  which: string,
  at: string,
) => `select c.order_id, c.lead_id::text as lead_id, o.reference, o.full_name, o.email, to_jsonb(l) as line,
     c.reason, c.state, c.note, c.claimed_at, c.due_at, c.${at}::text as at_key, c.credit_cents, c.answer, c.answered_at,
     m.username as answered_by,
     coalesce((select jsonb_agg(jsonb_build_object('fileId', f.file_id, 'name', f.name, 'bytes', f.size) order by f.attached_at, f.file_id)
      from claim_files f where f.news_id = c.news_id), '[]') as files,
     d.address, d.city, d.zip, d.owner_names, d.source, (select array_agg(p ->> 'number') from jsonb_array_elements(d.phones) p) as phones,
     (select count(distinct x.order_id)::int from leads a join leads b on b.property_key = a.property_key join claims x on x.lead_id = b.lead_id
      where a.lead_id = c.lead_id and x.order_id <> c.order_id) as others_claimed,
     (select count(*)::int from orders b join claims x on x.order_id = b.order_id
      where lower(b.email) = lower(o.email) and b.paid_at is not null) as buyer_claims,
     (select coalesce(sum(n), 0)::int from lead_pools p, unnest(p.places) n where p.pool_id = substring(l.package_id from '^(.*)-')) as leads_left,
     exists (select from order_leads r where r.order_id = c.order_id and r.replaces_lead_id = c.lead_id) as is_replaced
   from (${which}) c join orders o on o.order_id = c.order_id
   join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = c.line_number
   left join lead_details d on d.lead_id = c.lead_id left join users m on m.user_id = c.answered_by`

export const listOpen = statement('claims.list_open')`
  ${listed(
    `select * from claims where state = 'open' and ($atKey?::timestamptz is null or (due_at, order_id, lead_id) > ($atKey::timestamptz, $orderId?::text, $leadId?::bigint))
    order by due_at, order_id, lead_id limit ${CLAIMS_PAGE + 1}`,
    'due_at',
  )} order by c.due_at, c.order_id, c.lead_id`.as<ClaimParts>()

export const listAnswered = statement('claims.list_answered')`
  ${listed(
    `select * from claims where state <> 'open' and ($atKey?::timestamptz is null or (answered_at, order_id, lead_id) < ($atKey::timestamptz, $orderId?::text, $leadId?::bigint))
    order by answered_at desc, order_id desc, lead_id desc limit ${CLAIMS_PAGE + 1}`,
    'answered_at',
  )} order by c.answered_at desc, c.order_id desc, c.lead_id desc`.as<ClaimParts>()

/** Lists the first `limit` open claims and how many there are, counted up to `countMax`. */
export const findWaiting = statement('claims.find_waiting')`
  with waiting as materialized (
    select order_id, lead_id, reason, due_at from claims where state = 'open' order by due_at, order_id, lead_id limit $countMax
  )
  select w.order_id, w.lead_id::text as lead_id, o.reference, o.full_name, o.email, w.reason, w.due_at, (select count(*)::int from waiting) as waiting
  from waiting w join orders o using (order_id) order by w.due_at, w.order_id, w.lead_id limit $limit`

const show = (row: RowOf<typeof listOpen>): ClaimToDecide => ({
  ...showPackage(row.line),
  ...shownOf(row, 'reference', 'lead_id', 'reason', 'note', 'files', 'claimed_at', 'due_at', 'source'),
  ...shownOf(row, 'others_claimed', 'is_replaced', 'answer', 'answered_at', 'answered_by'),
  ...shownOf(row, 'buyer_claims', 'leads_left'),
  leads: row.line.size + row.line.bonus_leads,
  orderId: row.order_id as OrderId,
  claimState: row.state,
  buyerName: row.full_name,
  buyerEmail: row.email,
  address: addressOf(row, row.line.package_id),
  owner: row.owner_names?.join('; ') || null,
  phones: row.phones ?? [],
  credit: row.credit_cents / 100,
})

/** Lists open or answered claims. @throws Refusal `bad_request` for a cursor that is not of this list */
export async function showClaimsToDecide(
  ctx: PlatformContext,
  { show: which = 'open', cursor }: QueryOf<typeof listClaimsToDecide>,
): Promise<Page<ClaimToDecide>> {
  const list = `claims-${which}`
  const rows = await ctx.database.run(which === 'open' ? listOpen : listAnswered, readClaimCursor(list, cursor))
  const { shown, next } = pageOf(list, rows, CLAIMS_PAGE)
  return { rows: shown.map(show), next }
}

/** Returns the first open claims and how many there are. @param countMax counted up to this many */
export async function findOpenClaims(ctx: PlatformContext, rowsMax: number, countMax: number) {
  const claims = await ctx.database.run(findWaiting, { limit: rowsMax, countMax })
  return { claims, total: claims[0]?.waiting ?? 0 }
}
