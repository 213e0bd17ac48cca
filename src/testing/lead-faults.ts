/** Invariants of leads, for tests and experiments. */
import type pg from 'pg'
import { SIZES, type Size } from '#contract/catalogue/catalogue.ts'
import { unitsOf } from '#server/features/stock/pools.ts'

/**
 * Finds leads whose counts do not match their holds and orders, that are held in another tier than promised, that went
 * over a cap, or that an order or a buyer has twice; properties that are for sale twice, or went over the strictest cap
 * of all their leads; pools that do not match their leads; and sold holds that do not own exactly what was promised.
 *
 * @returns the faulty rows with their numbers; none if all is well
 */
export async function findLeadFaults(pool: Pick<pg.Pool, 'query'>): Promise<object[]> {
  const counts = await pool.query(`
    with held as (select lead_id, count(*) as rows from hold_leads group by lead_id),
      sold as (select lead_id, count(*) as rows, min(cap) filter (where true) as cap from order_leads where returned_at is null group by lead_id)
    select 'counts' as fault, l.lead_id, l.held, held.rows as held_rows, l.sold, sold.rows as sold_rows, l.sold_cap
    from leads l left join held using (lead_id) left join sold using (lead_id)
    where l.held <> coalesce(held.rows, 0) or l.sold <> coalesce(sold.rows, 0) or sold.rows > sold.cap or l.sold_cap > sold.cap`)
  const holds = await pool.query(`
    with its as (select hold_id, count(*) as leads from hold_leads group by hold_id)
    select 'hold' as fault, h.hold_id, h.state, its.leads from holds h left join its using (hold_id) join packages p using (package_id)
    where (h.has_leads and h.state = 'live' and coalesce(its.leads, 0) <> p.size + h.bonus_leads)
       or (h.state <> 'live' and not (h.has_leads and h.state in ('released', 'expired')) and its.leads > 0)
       or (not h.has_leads and its.leads > 0)`)
  const elsewhere = await pool.query(`
    select 'held in another pool' as fault, h.hold_id, h.package_id, l.lead_id, l.pool_id
    from hold_leads join holds h using (hold_id) join leads l using (lead_id)
    where l.pool_id is distinct from regexp_replace(h.package_id, '-[0-9]+$', '')`)
  const sold = await pool.query(`
    with its as (select hold_id, order_id, count(*) filter (where replaces_lead_id is null) as leads from order_leads group by 1, 2)
    select 'sale' as fault, h.hold_id, h.order_id, its.leads from holds h left join its using (hold_id) join packages p using (package_id)
    where (h.has_leads and h.state = 'sold'
             and (its.order_id is distinct from h.order_id or coalesce(its.leads, 0) <> p.size + h.bonus_leads))
       or (its.leads > 0 and h.state <> 'sold')`)
  const unpaid = await pool.query(`
    select 'unpaid' as fault, ol.order_id from order_leads ol left join orders o using (order_id)
    where o.state is null or o.state not in ('paid', 'processed', 'refunded')`)
  const properties = await pool.query(`
    select 'property twice in a hold' as fault, h.hold_id, l.property_key from hold_leads h join leads l using (lead_id)
    group by h.hold_id, l.property_key having count(*) > 1`)
  const listed = await pool.query(`
    select 'property for sale twice' as fault, property_key, count(*) as leads from leads
    where pool_id is not null and not is_withheld group by property_key having count(*) > 1`)
  const exclusive = await pool.query(`
    with taken as (
      select property_key, tier_cap as cap from hold_leads join leads using (lead_id)
      union all
      select property_key, cap from order_leads
      where returned_at is null and sold_at > (select max(sold_at) from order_leads) - interval '1 year'
    )
    select 'property over its cap' as fault, property_key, count(*) as taken, min(cap) as cap from taken
    group by property_key having count(*) > min(cap)`)
  const pools = await pool.query(`
    with counted as (
      select pool_id, places, count(*)::int as leads from leads where places > 0 group by pool_id, places
    ), told as (
      select pool_id, place::int as places, leads from lead_pools, unnest(places) with ordinality as p (leads, place) where leads <> 0
    )
    select 'pool' as fault, pool_id, places, counted.leads as counted, told.leads as told
    from counted full join told using (pool_id, places) where counted.leads is distinct from told.leads`)
  return [counts, holds, elsewhere, sold, unpaid, properties, listed, exclusive, pools].flatMap(({ rows }) => rows)
}

/**
 * Finds packages that show a different number than their pools can fill, counted from the leads themselves.
 *
 * @returns the faulty packages; none if all is well
 */
export async function findShownFaults(pool: Pick<pg.Pool, 'query'>): Promise<object[]> {
  const { rows } = await pool.query<{
    package_id: string
    size: Size
    shown: number | null
    bonus: number[]
    places: number[]
  }>(`
    select p.package_id, p.size, p.lead_units as shown, l.bonus_leads as bonus,
      array(select places::int from leads where leads.pool_id = l.pool_id and places > 0) as places
    from lead_pools l join packages p on p.package_id like l.pool_id || '-%' where l.is_backed`)
  return rows.flatMap(({ package_id: packageId, size, shown, bonus, places }) => {
    const counts: number[] = []
    for (const count of places) {
      while (counts.length < count) counts.push(0)
      counts[count - 1] = (counts[count - 1] ?? 0) + 1
    }
    const served = unitsOf(counts, size + (bonus[SIZES.indexOf(size)] ?? 0))
    return shown === served ? [] : [{ fault: 'shown units', packageId, shown, served }]
  })
}
