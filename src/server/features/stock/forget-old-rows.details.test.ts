import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

const ago = (count: number): Date => addMilliseconds(store.clock.now(), -days(count))
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)

/** Creates a lead of which something is known. Returns its id. */
async function aLead(input: { acquiredDaysAgo: number; poolId?: string; leadId?: number }): Promise<string> {
  const { acquiredDaysAgo, poolId = null, leadId = null } = input
  const { rows } = await query(
    `with made as (
       insert into leads (lead_id, fips, lead_type, pool_id, property_key, owner_key, acquired_at, tier_cap)
       overriding system value
       select coalesce($3, nextval(pg_get_serial_sequence('leads', 'lead_id'))), '48453', 'vacant', $1, gen_random_uuid(), gen_random_uuid(), $2, 10
       returning lead_id
     )
     insert into lead_details (lead_id, address, city, zip, owner_names, source)
     select lead_id, '12 Oak Street', 'Austin', '78701', array['Olive Owner'], 'County records' from made returning lead_id`,
    [poolId, ago(acquiredDaysAgo), leadId],
  )
  return rows[0].lead_id
}

const sell = (leadId: string, at: Date, more: { deliveredAt?: Date | null; returnedAt?: Date } = {}) =>
  query(
    `insert into order_leads (order_id, lead_id, hold_id, buyer_key, property_key, cap, sold_at, delivered_at, returned_at)
     select 'ord_' || lead_id, lead_id, 'hld_' || lead_id, 'buyer', property_key, 10, $2, $3, $4 from leads where lead_id = $1`,
    [leadId, at, more.deliveredAt === undefined ? at : more.deliveredAt, more.returnedAt ?? null],
  )

/** Runs the job for one day, hour by hour; a day more or less does not matter for rows that old. */
async function runForADay(): Promise<void> {
  for (let hour = 0; hour < 24; hour += 1) {
    await runScheduled(store, 'forget-old-rows')
    store.clock.advance(hours(1))
  }
}

test('lead details are deleted 180 days after acquisition or the last sale; counts and fingerprints stay', async () => {
  const forgotten = {
    old: await aLead({ acquiredDaysAgo: 181 }),
    soldLongAgo: await aLead({ acquiredDaysAgo: 300 }),
    givenBack: await aLead({ acquiredDaysAgo: 200 }),
    ofAFarBlock: await aLead({ acquiredDaysAgo: 181, leadId: 1_234_567 }),
  }
  const kept = {
    young: await aLead({ acquiredDaysAgo: 178 }),
    soldLately: await aLead({ acquiredDaysAgo: 230 }),
    undelivered: await aLead({ acquiredDaysAgo: 400 }),
    forSale: await aLead({ acquiredDaysAgo: 400, poolId: '48453-vacant-standard' }),
  }
  await sell(forgotten.soldLongAgo, ago(250))
  await sell(forgotten.givenBack, ago(20), { deliveredAt: null, returnedAt: ago(19) })
  await sell(kept.soldLately, ago(170))
  await sell(kept.undelivered, ago(350), { deliveredAt: null })
  const before = (await query('select * from leads order by lead_id')).rows

  await runForADay()

  const { rows } = await query('select lead_id from lead_details order by lead_id')
  expect(rows.map((row) => row.lead_id)).toEqual(Object.values(kept))
  expect((await query('select * from leads order by lead_id')).rows).toEqual(before)
})

test('the number of days is a setting', async () => {
  await query('delete from lead_details')
  const lead = await aLead({ acquiredDaysAgo: 181 })
  await query(`insert into settings (name, value, changed_at, changed_by) values ('leadDays', '365', $1, 'somebody')`, [
    ago(0),
  ])
  await store.app.settings.reload()

  await runForADay()

  expect((await query('select lead_id from lead_details')).rows).toEqual([{ lead_id: lead }])
})
