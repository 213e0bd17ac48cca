import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { aBuyer, type Reply } from '#testing/builders.ts'
import { paidTooLate, sellToAnother } from '#testing/late-money.ts'
import { forgetEverythingOld, runScheduled } from '#testing/scheduled-jobs.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const COUNTED = '48453-vacant-premier-20'
const UNLIMITED = '48453-vacant-standard-100'
const SCARCE = '48453-vacant-vip-20'

let store: TestApp
let otherNode: TestApp
beforeAll(async () => {
  store = await createTestApp()
  otherNode = await createTestApp({ beside: store })
  await store.setStock(COUNTED, 900)
  await store.setStock(UNLIMITED, 5_000)
})
afterAll(async () => {
  await otherNode.close()
  await store.close()
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows

const holdOf = async ({ body }: Reply) => (await query('select * from holds where hold_id = $1', [body.holdId]))[0]

const forgetHolds = () => runScheduled(store, 'forget-old-rows')

/** Everything that names a hold which does not exist. */
const danglingNames = () =>
  query(`
    select 'order line' as by, hold_id from order_lines where hold_id is not null and hold_id not in (select hold_id from holds)
    union all
    select 'movement', cause from stock_movements
    where reason in ('hold', 'release', 'expire') and cause not in (select hold_id from holds)
    union all
    select 'cart line', hold_id from cart_lines where hold_id not in (select hold_id from holds)`)

async function releasedHold(packageId: string): Promise<Reply> {
  const buyer = aBuyer(store)
  const hold = await buyer.reserve(packageId)
  await buyer.release(packageId, hold.body.holdId)
  return hold
}

describe('a hold that ended a month ago', () => {
  test('is deleted if nothing refers to it', async () => {
    const hold = await releasedHold(UNLIMITED)
    store.clock.advance(days(29))
    await forgetHolds()
    const before = await holdOf(hold)

    store.clock.advance(days(2))
    await forgetHolds()

    expect(before).toMatchObject({ state: 'released', address_key: expect.any(String) })
    expect(await holdOf(hold)).toBeUndefined()
  })

  test('stays if movements refer to it, but without its network', async () => {
    const hold = await releasedHold(COUNTED)
    const before = await holdOf(hold)

    store.clock.advance(days(31))
    await forgetHolds()

    expect(await holdOf(hold)).toEqual({ ...before, address_key: null })
    await expectStockIdentities(store.testDatabase)
  })

  test('stays if an order refers to it, even an unpaid one', async () => {
    const buyer = aBuyer(store)
    const hold = await buyer.reserve(UNLIMITED)
    await buyer.openPayment()

    store.clock.advance(days(31))
    await store.runTimers()
    const [ended] = await query('select state from holds where hold_id = $1', [hold.body.holdId])
    store.clock.advance(days(31))
    await forgetHolds()

    expect(ended).toEqual({ state: 'expired' })
    expect(await holdOf(hold)).toMatchObject({ state: 'expired', address_key: null })
  })

  test('stays with its order if it was sold', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(UNLIMITED, COUNTED)

    store.clock.advance(days(400))
    await forgetHolds()

    const sold = await query('select state, address_key from holds where order_id = $1', [order.id])
    expect(sold).toEqual(Array.from({ length: 2 }, () => ({ state: 'sold', address_key: null })))
    await expectStockIdentities(store.testDatabase)
  })

  test('is not deleted while live, however old the clock says it is', async () => {
    const buyer = aBuyer(store)
    const hold = await buyer.reserve(UNLIMITED)
    const before = await holdOf(hold)

    store.clock.advance(days(31))
    await forgetHolds()

    expect(await holdOf(hold)).toEqual(before)
  })
})

describe('deleting old holds', () => {
  test('keeps all identities of stock and references to holds, and a second run changes nothing', async () => {
    await aBuyer(store).buy(COUNTED, UNLIMITED)
    const late = await paidTooLate(store, SCARCE)
    await sellToAnother(store, SCARCE)
    await late.buyer.recordOrder({ paymentId: late.payment.paymentId })
    const leaver = aBuyer(store)
    for (const packageId of [COUNTED, UNLIMITED]) {
      const { body } = await leaver.reserve(packageId)
      await leaver.call('POST', '/api/cart', { packageId, deliveryMethod: 'sms', holdId: body.holdId })
      await releasedHold(packageId)
    }
    await leaver.openPayment()
    await store.runJobs()
    store.clock.advance(days(31))
    await store.runTimers()
    store.clock.advance(days(100))
    const live = await aBuyer(store).reserve(COUNTED)

    await forgetEverythingOld(store)
    const tables = [
      'holds',
      'stock_movements',
      'orders',
      'order_lines',
      'cart_lines',
      'payments',
      'refunds',
      'packages',
    ]
    const rowsOf = () => Promise.all(tables.map((table) => query(`select * from ${table} as t order by t::text`)))
    const once = await rowsOf()
    await Promise.all([forgetEverythingOld(store), forgetEverythingOld(otherNode)])

    expect(await rowsOf()).toEqual(once)
    expect(await danglingNames()).toEqual([])
    expect(await holdOf(live)).toMatchObject({ state: 'live', address_key: expect.any(String) })
    await expectStockIdentities(store.testDatabase)
    store.clock.advance(minutes(31))
    await store.runTimers()
    await expectStockIdentities(store.testDatabase)
  })

  test('handles a large backlog in several short statements, even on two nodes at once', async () => {
    await query(
      `insert into holds (hold_id, package_id, owner_id, address_key, state, took_unit, placed_at, expires_at, ended_at)
       select 'hld_bulk' || n, $1, 'cart:bulk' || n, 'network' || n, 'expired', false, at, at, at
       from generate_series(1, 2500) n, (select $2::timestamptz as at) old`,
      [UNLIMITED, new Date(store.clock.now().getTime() - days(40))],
    )
    const before = [store, otherNode].map((node) => node.database.statementCount())

    await Promise.all([forgetHolds(), runScheduled(otherNode, 'forget-old-rows')])
    await forgetHolds()

    const statements = [store, otherNode].map((node, index) => node.database.statementCount() - (before[index] ?? 0))
    expect(Math.max(...statements)).toBeGreaterThan(3)
    expect(await query(`select count(*)::int as left from holds where hold_id like 'hld_bulk%'`)).toEqual([{ left: 0 }])
  })
})
