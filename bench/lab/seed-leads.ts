/** Makes the given number of leads for a store by set-based SQL, in pools that match their leads. */
import type pg from 'pg'
import { USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import { inBatches } from './in-batches.ts'

/** Rows per statement: large enough to be fast, small enough to show progress. */
const BATCH = 250_000

/** Old enough not to age while a bench runs, young enough to be for sale. */
const AGE_DAYS = { vip: 1, premier: 6, premium: 20, standard: 45 }

const MAKE = `
  insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
  select p.fips, p.lead_type, p.pool_id, md5('property' || i)::uuid, md5('owner' || i)::uuid,
    now() - p.age - interval '1 second' * (i % 3600), now() + interval '1 day', p.cap
  from generate_series($1::bigint, $2::bigint) i join seed_pools p on p.n = i % (select count(*) from seed_pools)`

const COUNT_POOLS = `
  insert into lead_pools (pool_id, places, is_backed)
  select pool_id, array_fill(0, array[places - 1]) || leads::int, true
  from (select pool_id, places, count(*) as leads from leads group by pool_id, places) counted`

/**
 * Creates leads in all pools of a store's catalogue, evenly. The indexes are created afterward, because no one queries
 * in the meantime.
 *
 * @returns nothing of a pool's packages is shown until its first hold; the ids to hold are the caller's
 */
export async function seedLeads(pool: pg.Pool, leads: number, onProgress: (done: number) => void): Promise<void> {
  await pool.query(
    'create table seed_pools (n bigint primary key, pool_id text, fips text, lead_type text, cap int, age interval)',
  )
  for (const [tier, ageDays] of Object.entries(AGE_DAYS)) {
    await pool.query(
      `insert into seed_pools
       select (select count(*) from seed_pools) + row_number() over (order by fips, lead_type) - 1, concat_ws('-', fips, lead_type, $1::text),
         fips, lead_type, $2, make_interval(days => $3)
       from (select distinct fips, lead_type from packages) kinds`,
      [tier, USUAL_SALE_CAPS[tier as keyof typeof USUAL_SALE_CAPS], ageDays],
    )
  }
  const indexes = await pool.query<{ name: string; ddl: string }>(
    `select indexname as name, indexdef as ddl from pg_indexes where tablename = 'leads' and indexname in ('leads_to_pick', 'leads_to_age')`,
  )
  await pool.query('alter table leads drop constraint leads_once')
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await inBatches(leads, BATCH, (from, to) => pool.query(MAKE, [from, to]), onProgress)
  await pool.query('alter table leads add constraint leads_once unique (property_key, owner_key, lead_type)')
  // In parallel: creating an index only reads the table.
  await Promise.all(indexes.rows.map(({ ddl }) => pool.query(ddl)))
  await pool.query(COUNT_POOLS)
  await pool.query('update packages p set lead_units = 0 from lead_pools l where p.package_id like l.pool_id || $1', [
    '-%',
  ])
  await pool.query('drop table seed_pools')
  // Only filled tables: for a table that is empty at that moment, PostgreSQL would plan to read all of it.
  await pool.query('vacuum (analyze) leads, lead_pools, packages')
}

/** Creates leads in one pool only, including personal data, as an import would have left them; those it has stay. */
export async function seedPool(pool: pg.Pool, input: { poolId: string; leads: number }): Promise<void> {
  const [fips, leadType, tier] = input.poolId.split('-') as [string, string, keyof typeof AGE_DAYS]
  await pool.query(
    `insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
     select $1, $2, $3, md5('property' || i)::uuid, md5('owner' || i)::uuid, now() - make_interval(days => $4), now() + interval '1 day', $5
     from generate_series(1, $6::int) i on conflict do nothing`,
    [fips, leadType, input.poolId, AGE_DAYS[tier], USUAL_SALE_CAPS[tier], input.leads],
  )
  await pool.query(
    `insert into lead_details (lead_id, address, city, zip, owner_names, source)
     select lead_id, lead_id || ' Oak Street', 'Austin', '78701', array['Owner ' || lead_id], 'Seed' from leads on conflict do nothing`,
  )
  await pool.query(`${COUNT_POOLS} on conflict do nothing`)
  await pool.query(`update packages set lead_units = 0 where package_id like $1 || '-%'`, [input.poolId])
}
