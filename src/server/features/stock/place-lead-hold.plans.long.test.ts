/**
 * A hold reads the leads it takes and no others, however many a pool has and whatever statistics the planner has: after
 * a first import there are none for a minute, and the pool is locked during that time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '#server/platform/database/statement.ts'
import { type Plan, planOf } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import * as leads from './lead-queries.ts'
import { findKeys, phonesOfHold } from './own-list-queries.ts'
import { pickNextLeads } from './pick-queries.ts'
import { findHoldings } from './suppressions.ts'

const POOL = '48453-vacant-standard'
const NOW = '2026-03-01T12:00:00Z'

/** One large pool beside many small ones, a fifth of it held and half of it sold. */
const POOL_LEADS = 40_000
const OTHER_LEADS = 20_000
const LISTED_KEYS = 100_000

const PICK = 'leads by leads_to_pick'
const BY_ID = 'leads by leads_pkey'
const HELD = 'hold_leads by hold_leads_hold_id_lead_id_pk'
const BY_PROPERTY = 'leads by leads_once'
const SOLD = 'order_leads by order_leads_by_lead'
const OWNED = 'order_leads by order_leads_property_once'

const DETAILS = 'lead_details by lead_details_pkey'
const LISTED = 'own_list_keys by own_list_keys_list_no_key_pk'

/** [what it answers, the statement, how it may find leads: in the first way in any case] */
const QUESTIONS: readonly [string, Statement<never, unknown>, readonly string[]][] = [
  ['picking', pickNextLeads, [PICK, BY_ID, BY_PROPERTY, HELD, OWNED, LISTED, DETAILS]],
  ['the phones of a hold', phonesOfHold, [HELD, DETAILS]],
  ['which phones are listed', findKeys, [LISTED]],
  ['where held leads belong', leads.poolsOfHolds, [BY_ID, HELD]],
  ['giving back', leads.freeLeads, [BY_ID, HELD]],
  ['the holders of a lead', findHoldings, [BY_ID, HELD]],
  ['the leads a buyer has', leads.findConflicts, [BY_ID, HELD, OWNED, LISTED]],
  ['selling', leads.sellLeads, [BY_ID, HELD]],
  ['moving', leads.moveLeads, [BY_ID, BY_PROPERTY, SOLD]],
  ['ageing', leads.findLeadsToAge, ['leads by leads_to_age']],
]

async function addLeads({ pool }: TestDatabase, poolId: string, count: number, pools: number): Promise<void> {
  await pool.query(
    `insert into leads (fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap)
     select '48453', 'vacant', case when $3::int = 1 then $1::text else $1 || '-' || i % $3::int end, md5($1 || i)::uuid, md5('o' || i)::uuid,
       $4::timestamptz - i * interval '1 second', $4::timestamptz + i * interval '1 minute', 10
     from generate_series(1, $2::int) i`,
    [poolId, count, pools, NOW],
  )
}

async function fill(database: TestDatabase): Promise<void> {
  await addLeads(database, POOL, POOL_LEADS, 1)
  await addLeads(database, 'other', OTHER_LEADS, 1_000)
  await database.pool.query(
    `with held as (insert into hold_leads (hold_id, lead_id) select 'h' || lead_id / 100, lead_id from leads where lead_id <= $1 returning lead_id)
     update leads set held = 1 from held where leads.lead_id = held.lead_id`,
    [POOL_LEADS / 5],
  )
  await database.pool.query(
    `with owned as (
       insert into order_leads (order_id, lead_id, hold_id, buyer_key, property_key, cap, sold_at)
       select 'o' || lead_id / 100, lead_id, 's' || lead_id / 100, 'buyer ' || lead_id / 100, property_key, 10, $2
       from leads where lead_id > $1 returning lead_id
     )
     update leads set sold = 10 from owned where leads.lead_id = owned.lead_id`,
    [POOL_LEADS / 2, NOW],
  )
  // Buyers' lists, of which a hold may read only a few keys.
  await database.pool.query(
    `insert into own_list_keys (list_no, key, added_at)
     select 1 + i % 2, md5('listed' || i)::uuid, $2 from generate_series(1, $1::int) i`,
    [LISTED_KEYS, NOW],
  )
}

const TABLES = new Set(['leads', 'hold_leads', 'order_leads', 'own_list_keys'])

/** How a plan finds rows of leads. A read of a whole table, or of a whole pool to sort it, is reported as such. */
function readsOf(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = plan
  const under = (plan.Plans ?? []).flatMap(readsOf)
  if (type === 'Bitmap Index Scan') {
    const name = [...TABLES].sort((a, b) => b.length - a.length).find((one) => index.startsWith(one)) ?? ''
    return name ? [index === 'leads_to_pick' ? 'the whole pool' : `${name} by ${index}`] : []
  }
  if (!TABLES.has(table) || !type.endsWith('Scan') || type === 'Bitmap Heap Scan') return under
  return [type.endsWith('Seq Scan') ? `all ${table}` : `${table} by ${index}`, ...under]
}

describe.each(['counted', 'never counted'])('over tables that were %s', (statistics) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    // Statistics only when a test asks for them: the server would collect its own some seconds later.
    for (const table of TABLES) await database.pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await fill(database)
    if (statistics === 'counted') await database.pool.query('analyze')
  })
  afterAll(() => database.drop())

  test.each(QUESTIONS)('%s reads only the rows it asks for', async (_, statement, expected) => {
    const reads = new Set(readsOf(await planOf(database, statement)))

    expect([...reads].filter((read) => !expected.includes(read))).toEqual([])
    expect(reads.has(expected[0] ?? '')).toBe(true)
  })
})
