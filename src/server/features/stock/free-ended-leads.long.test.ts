/** Leads at the edges of their time: their tier, hold or sale ends while something else happens to them. */

import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { findLeadFaults, findShelfFaults } from '#testing/lead-faults.ts'
import { addLeads } from '#testing/leads.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'
import { ageLeads, findAgedLeads, moveLeads } from './age-leads.ts'
import { changePools } from './change-pools.ts'
import { type PoolId, poolOf } from './pools.ts'

const store = withStore()

let counties = 0
let properties = 0
let fips = ''
beforeEach(() => {
  counties += 1
  fips = String(48_001 + counties * 2)
})
const packageAt = (tier: string, size = 20) => `${fips}-vacant-${tier}-${size}` as PackageId
const poolAt = (tier: string): PoolId => poolOf(packageAt(tier))

async function stock(packageId: string, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(store, packageId, leads)
}

const rowsOf = async (text: string, values: unknown[]) => (await store.testDatabase.pool.query(text, values)).rows

async function shown(packageId: string): Promise<number> {
  const [row] = await rowsOf('select lead_units from packages where package_id = $1', [packageId])
  return row.lead_units
}

async function expectNoFaults(): Promise<void> {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  expect(await findShelfFaults(store.testDatabase.pool)).toEqual([])
  await expectStockIdentities(store.testDatabase)
}

/** Waits until a statement waits for a lock in this database. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await rowsOf(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      [],
    )
    if (waiting.length > 0) return
    await wait(5)
  }
}

describe('leads of two owners of a property, both withheld with their holds', () => {
  test('become one lead on sale when both are free: the newer owner’s', async () => {
    const first = properties
    await stock(packageAt('premier'), 25, 5)
    const [older, newer] = [aBuyer(store), aBuyer(store)]
    await older.reserve(packageAt('premier'))
    // Like an import with newer owners of these same properties.
    await inTransaction(store.ctx, (tx) =>
      changePools(tx, [poolAt('premier')], async () => {
        await tx.run(
          statement<{ poolId: string; now: Date }>(
            'testing.displace',
            'update leads set owner_key = gen_random_uuid(), is_withheld = true, ages_at = $now where pool_id = $poolId',
          ),
          { poolId: poolAt('premier'), now: store.clock.now() },
        )
        return { moved: [{ pool_id: poolAt('premier'), before: 2, after: 0, leads: 25 }] }
      }),
    )
    properties = first
    await stock(packageAt('vip'), 25, 2.99)
    await newer.reserve(packageAt('vip'))
    store.clock.advance(minutes(20))
    await ageLeads(store.ctx)

    await older.release(packageAt('premier'))
    await newer.release(packageAt('vip'))
    await ageLeads(store.ctx)

    const listed = await rowsOf(
      `select pool_id, count(*)::int as leads, count(distinct property_key)::int as properties, min(acquired_at) > $2 as are_newer
       from leads where fips = $1 and pool_id is not null group by pool_id`,
      [fips, new Date(store.clock.now().getTime() - days(4))],
    )
    expect(listed).toEqual([{ pool_id: poolAt('premier'), leads: 25, properties: 25, are_newer: true }])
    await expectNoFaults()
  })
})

describe('a refund', () => {
  test('finds the leads of its order while they move to the next tier', async () => {
    await stock(packageAt('vip'), 25, 2.99)
    const { body: order } = await aBuyer(store).buy(packageAt('vip'))
    const admin = await anAdmin(store)
    store.clock.advance(minutes(20))
    const aged = await findAgedLeads(store.ctx, 100)

    let refund: ReturnType<typeof admin.call> | undefined
    await inTransaction(store.ctx, (tx) =>
      changePools(tx, [poolAt('vip'), poolAt('premier')], async () => {
        refund = admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
          attemptId: 'attempt-refund-ageing',
          reason: 'Wrong county.',
        })
        await untilSomebodyWaits()
        return moveLeads(tx, aged)
      }),
    )
    const reply = await refund

    expect(reply?.status, JSON.stringify(reply?.body)).toBe(200)
    expect([await shown(packageAt('vip')), await shown(packageAt('premier'))]).toEqual([0, 1])
    await expectNoFaults()
  })
})

describe('many buyers waiting for one pool', () => {
  test('do not use up the database connections', async () => {
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
        await untilSomebodyWaits()
        const answer = store.database.run(statement<NoParameters>('testing.one', 'select 1')).then(() => true)
        isAnswered = await Promise.race([answer, wait(2_000, false)])
        return { moved: [] }
      }),
    )
    const statuses = (await Promise.all(replies)).map(({ status }) => status)

    expect(isAnswered).toBe(true)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await expectNoFaults()
  })
})
