/** Leads at the edges of their time: their tier, hold or sale ends while something else happens to them. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { type NoParameters, statement } from '#server/platform/database/statement.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { untilNodeWaits } from '#testing/faults/hold-up.ts'
import { leadCounties } from '#testing/lead-counties.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'
import { ageLeads, findAgedLeads, moveLeads } from './age-leads.ts'
import { changePools } from './pools.ts'

const store = withStore()
const county = leadCounties(store)
const { packageAt, poolAt, stock, shown } = county
afterEach(() => expectLeadIdentities(store.testDatabase))

test('leads of two owners of a property, both withheld with their holds become one lead on sale when both are free: the newer owner’s', async () => {
  const first = county.properties
  await stock(packageAt('premier'), 25, 5)
  const [older, newer] = [aBuyer(store), aBuyer(store)]
  await older.reserve(packageAt('premier'))
  // Like an import with newer owners of these same properties.
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, [poolAt('premier')], async () => {
      await tx.run(
        statement<{ poolId: string; now: Date }>('testing.displace')`
          update leads set owner_key = gen_random_uuid(), is_withheld = true, ages_at = $now where pool_id = $poolId`,
        { poolId: poolAt('premier'), now: store.clock.now() },
      )
      return { moved: [{ pool_id: poolAt('premier'), before: 2, after: 0, leads: 25 }] }
    }),
  )
  county.properties = first
  await stock(packageAt('vip'), 25, 2.99)
  await newer.reserve(packageAt('vip'))
  store.clock.advance(minutes(20))
  await ageLeads(store.ctx)
  await older.release(packageAt('premier'))
  await newer.release(packageAt('vip'))
  await ageLeads(store.ctx)

  expect(
    await store.sql`select pool_id, count(*)::int as leads, count(distinct property_key)::int as properties, min(acquired_at) > ${new Date(store.clock.now().getTime() - days(4))} as are_newer
     from leads where fips = ${county.fips} and pool_id is not null group by pool_id`,
  ).toEqual([{ pool_id: poolAt('premier'), leads: 25, properties: 25, are_newer: true }])
})

test('a refund finds the leads of its order while they move to the next tier', async () => {
  await stock(packageAt('vip'), 25, 2.99)
  const { body: order } = await aBuyer(store).buy(packageAt('vip'))
  const admin = await anAdmin(store)
  store.clock.advance(minutes(20))
  const aged = await findAgedLeads(store.ctx, 100)
  let refund: ReturnType<typeof admin.call> | undefined
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, [poolAt('vip'), poolAt('premier')], async () => {
      refund = admin.refund(order.id)
      await untilNodeWaits(store.testDatabase)
      return moveLeads(tx, aged)
    }),
  )
  const reply = await refund

  expect(reply?.status, JSON.stringify(reply?.body)).toBe(200)
  expect([await shown(packageAt('vip')), await shown(packageAt('premier'))]).toEqual([0, 1])
})

test('many buyers waiting for one pool do not use up the database connections', async () => {
  await stock(packageAt('vip'), 25, 0)
  const buyers = Array.from({ length: 40 }, () => aBuyer(store))
  for (const buyer of buyers) await buyer.call('GET', '/api/cart')
  // From the second hold on, the package is known to follow from leads.
  await buyers[0]?.reserve(packageAt('vip'))
  await buyers[0]?.release(packageAt('vip'))
  let replies: ReturnType<(typeof buyers)[number]['reserve']>[] = []
  let isAnswered = false
  await inTransaction(store.ctx, (tx) =>
    changePools(tx, [poolAt('vip')], async () => {
      replies = buyers.map((buyer) => buyer.reserve(packageAt('vip')))
      await untilNodeWaits(store.testDatabase)
      const answer = store.database.run(statement<NoParameters>('testing.one')`select 1`).then(() => true)
      isAnswered = await Promise.race([answer, wait(2_000, false)])
      return { moved: [] }
    }),
  )
  const statuses = (await Promise.all(replies)).map(({ status }) => status)

  expect(isAnswered).toBe(true)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})
