/** The SQL of properties that are to be left alone, and of taking their leads out. */
import { statement } from '#server/platform/database.ts'
import type { MovedRow } from './queries.ts'

/** $1 property, $2 now, $3 cause, $4 when its leads leave stock (null: at once). The first time counts. */
export const suppress = statement(
  'leads.suppress',
  `insert into suppressions (property_key, suppressed_at, cause, withdraw_at) values ($1, $2, $3, $4::timestamptz)
   on conflict do nothing`,
)

/** Whether the leads of the suppressed property $1 are still in stock at $2; no row for a property that is not suppressed. */
export const findWithdrawal = statement<{ is_waiting: boolean }>(
  'leads.find_withdrawal',
  'select coalesce(withdraw_at > $2, false) as is_waiting from suppressions where property_key = $1',
)

/** Notes that the leads of the property $1 left stock. No row when it is not to be left alone any more. */
export const noteWithdrawn = statement<{ property_key: string }>(
  'leads.note_withdrawn',
  'update suppressions set withdraw_at = null where property_key = $1 returning property_key',
)

/** Takes the properties $1 off the list. `is_in_stock`: their leads had not left it. */
export const unsuppress = statement<{ property_key: string; is_in_stock: boolean }>(
  'leads.unsuppress',
  `delete from suppressions where property_key = any($1::uuid[])
   returning property_key, withdraw_at is not null as is_in_stock`,
)

/** How many properties owners had left alone since $1. */
export const countAsked = statement<{ properties: number }>(
  'leads.count_asked',
  `select count(*)::int as properties from suppressions where suppressed_at > $1 and cause = 'owner'`,
)

/** Which of the properties $1 are to be left alone. */
export const findSuppressed = statement<{ property_key: string }>(
  'leads.find_suppressed',
  'select property_key from suppressions where property_key = any($1::uuid[])',
)

/**
 * Up to $2 suppressed properties with something that should not be there at $3. Three kinds: those whose leads are to leave stock
 * now; leads that somebody held at that moment (they lost their `ages_at` then) and that are free now; and leads or facts that an
 * import brought that was under way when their owners asked, since $1. Looked up property by property: a join would read all leads.
 */
export const findReturned = statement<{ property_key: string }>(
  'leads.find_returned',
  `(select l.property_key from leads l join suppressions s on s.property_key = l.property_key
    where l.ages_at is null and l.pool_id is not null and (l.held = 0 or not l.is_withheld) limit $2)
   union
   (select property_key from suppressions where withdraw_at <= $3 order by withdraw_at limit $2)
   union
   (select s.property_key from suppressions s
    where s.suppressed_at >= $1 and s.withdraw_at is null and (
      select l.lead_id from leads l
      where l.property_key = s.property_key and ((l.ages_at is not null and l.pool_id is not null)
        or (select d.lead_id from lead_details d where d.lead_id = l.lead_id) is not null) limit 1) is not null
    limit $2)`,
)

export interface PropertyLeadRow {
  lead_id: string
  pool_id: string | null
}

/** The leads of the property $1. */
export const findLeadsOfProperty = statement<PropertyLeadRow>(
  'leads.find_of_property',
  'select lead_id, pool_id from leads where property_key = $1 order by lead_id',
)

/**
 * Takes the leads $1 out of sale: those that nobody holds leave their pools, the others are offered to nobody and do not age, so
 * that nothing brings them back.
 */
export const takeOutLeads = statement<MovedRow>(
  'leads.take_out',
  `with was as materialized (
     select lead_id, pool_id, places, held from leads
     where lead_id = any($1::bigint[]) and pool_id is not null order by lead_id for update
   ), counted as (
     update leads l set pool_id = case when was.held > 0 then l.pool_id end, is_withheld = was.held > 0, ages_at = null
     from was where l.lead_id = was.lead_id
     returning was.pool_id, was.places as before, l.places as after
   )
   select pool_id, before, after, count(*)::int as leads from counted group by pool_id, before, after`,
)

/**
 * Takes the sold lead $2, which was never delivered, from the order $1: its place in the order is free for another.
 * No row when it was delivered or given back meanwhile.
 */
export const dropSoldLead = statement<MovedRow>(
  'leads.drop_sold',
  `with gone as (
     delete from order_leads where order_id = $1 and lead_id = $2 and delivered_at is null and returned_at is null returning lead_id
   ), was as materialized (
     select lead_id, places from leads join gone using (lead_id) for update of leads
   )
   update leads l set sold = l.sold - 1 from was where l.lead_id = was.lead_id
   returning l.pool_id, was.places as before, l.places as after, 1 as leads`,
)

/** The same where there is no other: it stays as given back, at $3, and the order's hold $4 is noted to be one short. */
export const returnSoldLead = statement<MovedRow>(
  'leads.return_sold',
  `with given as (
     update order_leads set returned_at = $3
     where order_id = $1 and lead_id = $2 and delivered_at is null and returned_at is null returning lead_id
   ), noted as (
     insert into lead_shortfalls (order_id, hold_id, leads, noted_at) select $1, $4, 1, $3 from given
     on conflict (order_id, hold_id) do update set leads = lead_shortfalls.leads + 1, noted_at = excluded.noted_at
   ), was as materialized (
     select lead_id, places from leads join given using (lead_id) for update of leads
   )
   update leads l set sold = l.sold - 1 from was where l.lead_id = was.lead_id
   returning l.pool_id, was.places as before, l.places as after, 1 as leads`,
)

/** Deletes what is known of the leads $1, and says where the first of them is; no row when nothing was known. */
export const deleteDetails = statement<{ address: string; city: string; zip: string }>(
  'leads.delete_details',
  `with gone as (
     delete from lead_details where lead_id = any($1::bigint[]) returning lead_id, address, city, zip
   )
   select address, city, zip from gone order by lead_id limit 1`,
)
