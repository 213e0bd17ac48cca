import { expect, test } from 'vitest'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import { aBuyer, type Reply } from '#testing/builders.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStock } from '#testing/with-store.ts'

const COUNTED = '48453-vacant-premier-20'
const UNLIMITED = '48453-vacant-standard-100'

const store = withStock({ [COUNTED]: 900, [UNLIMITED]: 5_000 })

const holdOf = ({ body }: Reply) => store.row`select * from holds where hold_id = ${body.holdId}`

const forget = () => runScheduled(store, 'forget-old-rows')

async function releasedHold(packageId: string): Promise<Reply> {
  const buyer = aBuyer(store)
  const hold = await buyer.reserve(packageId)
  await buyer.release(packageId, hold.body.holdId)
  return hold
}

test('a hold that ended a month ago is deleted if nothing refers to it', async () => {
  const hold = await releasedHold(UNLIMITED)
  store.clock.advance(days(29))
  await forget()
  const before = await holdOf(hold)
  store.clock.advance(days(2))
  await forget()

  expect(before).toMatchObject({ state: 'released', address_key: expect.any(String) })
  expect(await holdOf(hold)).toBeUndefined()
})

test('a hold that ended a month ago stays if movements refer to it, but without its network', async () => {
  const hold = await releasedHold(COUNTED)
  const before = await holdOf(hold)
  store.clock.advance(days(31))
  await forget()
  expect(await holdOf(hold)).toEqual({ ...before, address_key: null })
})

test('a hold that ended a month ago stays if an order refers to it, even an unpaid one', async () => {
  const buyer = aBuyer(store)
  const hold = await buyer.reserve(UNLIMITED)
  await buyer.openPayment()
  await store.pass(days(31))
  const ended = await store.row`select state from holds where hold_id = ${hold.body.holdId}`
  store.clock.advance(days(31))
  await forget()

  expect(ended).toEqual({ state: 'expired' })
  expect(await holdOf(hold)).toMatchObject({ state: 'expired', address_key: null })
})

test('a hold that ended a month ago stays with its order if it was sold', async () => {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(UNLIMITED, COUNTED)
  store.clock.advance(days(400))
  await forget()

  const sold = await store.sql`select state, address_key from holds where order_id = ${order.id}`
  expect(sold).toEqual(Array.from({ length: 2 }, () => ({ state: 'sold', address_key: null })))
})

const ago = (count: number): Date => addMilliseconds(store.clock.now(), -days(count))

/** Creates a lead of which something is known. Returns its id. */
async function aLead(input: { acquiredDaysAgo: number; poolId?: string; leadId?: number }): Promise<string> {
  const { acquiredDaysAgo, poolId = null, leadId = null } = input
  const row = await store.row`with made as (
       insert into leads (lead_id, fips, lead_type, pool_id, property_key, owner_key, acquired_at, tier_cap)
       overriding system value
       select coalesce(${leadId}, nextval(pg_get_serial_sequence('leads', 'lead_id'))), '48453', 'vacant', ${poolId}, gen_random_uuid(), gen_random_uuid(), ${ago(acquiredDaysAgo)}, 10
       returning lead_id
     )
     insert into lead_details (lead_id, address, city, zip, owner_names, source)
     select lead_id, '12 Oak Street', 'Austin', '78701', array['Olive Owner'], 'County records' from made returning lead_id`
  return row.lead_id
}

const sell = (leadId: string, at: Date, more: { deliveredAt?: Date | null; returnedAt?: Date } = {}) =>
  store.sql`insert into order_leads (order_id, lead_id, hold_id, buyer_key, property_key, cap, sold_at, delivered_at, returned_at)
     select 'ord_' || lead_id, lead_id, 'hld_' || lead_id, 'buyer', property_key, 10, ${at}, ${more.deliveredAt === undefined ? at : more.deliveredAt}, ${more.returnedAt ?? null} from leads where lead_id = ${leadId}`

/** Runs the job for one day, hour by hour; a day more or less does not matter for rows that old. */
async function runForADay(): Promise<void> {
  for (let hour = 0; hour < 24; hour += 1) {
    await forget()
    store.clock.advance(hours(1))
  }
}

test('lead details and notes about them are deleted 180 days after acquisition or the last sale; counts and fingerprints stay', async () => {
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
  await store.sql`update order_leads set note = 'Call back'`
  const before = await store.sql`select * from leads order by lead_id`
  await runForADay()

  const left = await store.sql`select lead_id from lead_details order by lead_id`
  expect(left.map((row) => row.lead_id)).toEqual(Object.values(kept))
  const noted = await store.sql`select lead_id from order_leads where note is not null order by lead_id`
  expect(noted.map((row) => row.lead_id)).toEqual([kept.soldLately, kept.undelivered])
  expect(await store.sql`select * from leads order by lead_id`).toEqual(before)
})
