/** What migration 32 does to a store that had properties on sale on two lists. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/platform/migrations.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { ageLeads } from './age-leads.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

/** The table before it. */
const BEFORE = `
  drop index leads_listed_once;
  alter table leads drop column places;
  alter table leads drop column taken_beside;
  alter table leads add column places smallint not null generated always as (
    case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold) end) stored;
  create unique index leads_listed_once on leads (property_key, lead_type) where pool_id is not null and not is_withheld`

test('only the newest lead of a property on two lists stays on sale; pools and packages show the rest', async () => {
  const { pool } = store.testDatabase
  const [vacant, landlord] = ['48453-vacant-vip-20', '48453-landlord-premier-20']
  const houses = (count: number, from: number, ageDays: number) =>
    Array.from({ length: count }, (_, index) => ({ property: from + index, ageDays }))
  await addLeads(store, vacant, houses(45, 1, 1))
  await addLeads(store, landlord, houses(25, 101, 5))
  await pool.query(BEFORE)
  // Twenty of the landlords’ houses are vacant too, which we learned later.
  await pool.query(
    `update leads l set property_key = n.property_key from (
       select v.lead_id, (select o.property_key from leads o where o.lead_type = 'landlord' order by o.lead_id offset v.n limit 1) as property_key
       from (select lead_id, row_number() over (order by lead_id) - 1 as n from leads where lead_type = 'vacant') v where v.n < 20
     ) n where n.lead_id = l.lead_id`,
  )

  await pool.query(await readFile(join(MIGRATIONS.migrationsFolder, '0032_exclusive_properties.sql'), 'utf8'))
  expect(await findLeadFaults(pool)).toEqual([])
  await ageLeads(store.ctx)

  expect(await findLeadFaults(pool)).toEqual([])
  expect(await findShelfFaults(pool)).toEqual([])
  const { rows } = await pool.query(
    'select pool_id, count(*)::int as leads, sum(places)::int as places from leads group by 1 order by 1',
  )
  expect(rows).toEqual([
    { pool_id: '48453-landlord-premier', leads: 5, places: 15 },
    { pool_id: '48453-vacant-vip', leads: 45, places: 45 },
    { pool_id: null, leads: 20, places: 0 },
  ])
})
