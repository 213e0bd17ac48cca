/** SQL for administrators' views of leads. Only one statement, `findDetails`, reads personal data. */
import { LEADS_FOUND_MAX } from '#contract/admin/lead-screen.ts'
import type { LeadFacts, LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { countedUnits, fipsOfId, HAS_UNSOLD, shownUnits, UNSOLD } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Pools (`<fips>-<leadType>-<tier>`) of the counties (null: all), lead types and tiers. */
const POOLS = `($counties?::text[] is null or ${fipsOfId('p.pool_id')} = any($counties)) and split_part(p.pool_id, '-', 2) = any($leadTypes::text[])
     and split_part(p.pool_id, '-', 3) = any($tiers::text[])`

/** Counts leads for sale by tier and places left. The pools have these counts; no lead is read. */
export const countByPlaces = statement('lead_screen.count_by_places')`
  select split_part(p.pool_id, '-', 3) as tier, n.places::int, sum(n.leads)::int as leads
  from lead_pools p, unnest(p.places) with ordinality as n (leads, places)
  where ${POOLS} and n.leads > 0 group by 1, 2 order by 1, 2`

/** What stock follows in a county, by lead type; no row if there never was a lead. */
export const listBacking = statement('lead_screen.list_backing')`
  select split_part(pool_id, '-', 2) as lead_type, bool_and(is_backed) as is_backed
  from lead_pools where ${fipsOfId('pool_id')} = $fips group by 1`

/**
 * `acquired` is to the microsecond, for the cursor; `unsold`: how many more buyers may get it, not counting holds. The
 * highest is picked first.
 */
const LISTED = `l.lead_id::float8 as lead_id, l.fips, l.lead_type, l.pool_id, l.acquired_at, l.acquired_at::text as acquired, l.places,
     ${UNSOLD} as unsold, l.held, l.sold, (select s.property_key from suppressions s where s.property_key = l.property_key) is not null as is_left_alone,
     (select d.lead_id from lead_details d where d.lead_id = l.lead_id) is not null as has_details`

/**
 * Pool by pool, in the order leads are picked, after the last one of the previous page (the first page: '', 0, 'epoch',
 * 0). Each visited pool has at least one lead, so it looks at no more pools than rows.
 */
export const listForSale = statement('lead_screen.list_for_sale')`
  with pools as materialized (
    select pool_id, pool_id = $afterPoolId::text as is_begun from lead_pools p
    where ${POOLS} and pool_id >= $afterPoolId::text and exists (select from unnest(p.places) n where n > 0) order by pool_id limit $limit::int + 1
  )
  select l.* from pools p cross join lateral (
    select ${LISTED} from leads l
    where l.pool_id = p.pool_id and ${HAS_UNSOLD} and places > 0
      and (${UNSOLD}, l.acquired_at) <= (case when p.is_begun then $afterUnsold::smallint else 32767 end,
        case when p.is_begun then $afterAcquiredAt::timestamptz else 'infinity' end)
      and not (p.is_begun and ${UNSOLD} = $afterUnsold::smallint and l.acquired_at = $afterAcquiredAt::timestamptz and l.lead_id <= $afterLeadId::bigint)
    order by (${UNSOLD}) desc nulls last, l.acquired_at desc nulls last, l.lead_id limit $limit
  ) l order by l.pool_id, l.unsold desc, l.acquired_at desc, l.lead_id limit $limit`

export const listOfProperty = statement('lead_screen.list_of_property')`
  select ${LISTED} from leads l where l.property_key = $propertyKey order by l.acquired_at desc, l.lead_id limit ${LEADS_FOUND_MAX}`
export type ListedLeadRow = RowOf<typeof listOfProperty>

/** One row without a lead if the order exists but has none. */
export const listOfOrder = statement('lead_screen.list_of_order')`
  select l.* from orders o left join lateral (
    select ${LISTED} from order_leads s join leads l on l.lead_id = s.lead_id where s.order_id = o.order_id
    order by l.acquired_at desc, l.lead_id limit ${LEADS_FOUND_MAX}
  ) l on true where o.reference = $reference`.as<ListedLeadRow | { lead_id: null }>()

export const findLead = statement('lead_screen.find_lead')`
  select ${LISTED}, l.property_key from leads l where l.lead_id = $leadId`

/** Only after recording who looks. */
export const findDetails = statement('lead_screen.find_details')`
  select address, city, zip, owner_names, mailing_address, phones, emails, facts, source, is_do_not_call, consent
  from lead_details where lead_id = $leadId`.as<{ phones: LeadPhone[]; facts: LeadFacts }>()
export type DetailsRow = RowOf<typeof findDetails>

/** Latest first; at most as many as a lead can be sold to. */
export const listBuyers = statement('lead_screen.list_buyers')`
  select o.order_id, o.reference, o.full_name, o.email, s.sold_at, s.delivered_at, s.returned_at
  from order_leads s join orders o on o.order_id = s.order_id where s.lead_id = $leadId order by s.sold_at desc, o.order_id limit 100`
export type BuyerRow = RowOf<typeof listBuyers>

/** `counted` is the count that a package shows when it is counted. */
export const listPackagesWithPools = statement('lead_screen.list_packages_with_pools')`
  select p.tier, p.size, ${shownUnits('p')} as shown,
    ${countedUnits('p')} as counted, l.places
  from packages p left join lead_pools l on l.pool_id = p.fips || '-' || p.lead_type || '-' || p.tier
  where p.fips = $fips and p.lead_type = $leadType`
export type BackedPackageRow = RowOf<typeof listPackagesWithPools>
