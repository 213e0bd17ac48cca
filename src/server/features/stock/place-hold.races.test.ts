/** Many callers at the same moment, on two nodes of one store. Real PostgreSQL decides, and decides once. */
import { afterEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { untilNodeWaits } from '#testing/faults/hold-up.ts'
import { runsOf } from '#testing/lane.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { onTwoNodes, statusesOf } from '#testing/two-nodes.ts'
import { withStore } from '#testing/with-store.ts'
import { expireHolds } from './release-hold.ts'

const one = withStore()
const two = withStore({ beside: one })
const { someBuyers, stockOf } = onTwoNodes(one, two)
afterEach(() => expectStockIdentities(one.testDatabase))

test('the last units a hundred buyers on two nodes for three units place exactly three paid orders', async () => {
  const [count, units, packageId] = [100, 3, '48453-vacant-vip-20']
  await one.setStock(packageId, units)
  const buyers = someBuyers(count)
  const replies = await Promise.all(buyers.map((buyer) => buyer.reserve(packageId)))
  const winners = buyers.filter((_, index) => replies[index]?.status === 200)
  const orders = await Promise.all(winners.map((buyer) => buyer.buy()))

  expect(statusesOf(replies)).toEqual({ 200: units, 409: count - units })
  expect(orders.map(({ body }) => body.status)).toEqual(Array.from({ length: units }, () => 'completed'))
  expect(await stockOf(packageId)).toEqual({ available: 0, live: 0, sold: units })
})

test('the last units an expiring hold goes to at most one of the buyers who ask', async () => {
  const packageId = '48453-vacant-premier-20'
  await one.setStock(packageId, 1)
  await aBuyer(one).reserve(packageId)
  one.clock.advance(minutes(30))
  const [replies] = await Promise.all([
    Promise.all(someBuyers(30).map((buyer) => buyer.reserve(packageId))),
    expireHolds(one.ctx),
    expireHolds(two.ctx),
  ])
  const late = await aBuyer(two).reserve(packageId)

  const granted = [...replies, late].filter(({ status }) => status === 200)
  expect(granted).toHaveLength(1)
  expect(await stockOf(packageId)).toEqual({ available: 0, live: 1, sold: 0 })
})

test('the last units a hold released, swept and sold at the same moment ends once', async () => {
  const packageId = '48453-vacant-premier-30'
  for (let round = 0; round < runsOf(10); round += 1) {
    await one.setStock(packageId, 1)
    const buyer = aBuyer(one)
    const { body: hold } = await buyer.reserve(packageId)
    const { body: payment } = await buyer.openPayment()
    await buyer.confirm(payment)
    one.clock.advance(minutes(30))

    const [order] = await Promise.all([
      buyer.report(payment),
      buyer.at(two).release(packageId, hold.holdId),
      expireHolds(one.ctx),
      expireHolds(two.ctx),
    ])

    // Whichever was faster, the money that was taken gets the unit, because no one else asked for it.
    expect(order.body).toMatchObject({ status: 'completed', refundedTotal: '0.00' })
  }
})

test('stock that rises while buyers wait for it is sold to them, even if the selling statement started earlier', async () => {
  const packageId = '48453-vacant-standard-20'
  await one.setStock(packageId, 1)
  const editor = await one.testDatabase.pool.connect()
  await editor.query('begin')
  await editor.query(
    `insert into stock_movements (package_id, delta, reason, cause, moved_at) values ($1, 1, 'set', 'test', $2)`,
    [packageId, one.clock.now()],
  )
  await editor.query('update packages set available = 2 where package_id = $1', [packageId])
  const asking = Promise.all(someBuyers(3).map((buyer) => buyer.at(one).reserve(packageId)))
  await untilNodeWaits(one.testDatabase)
  await editor.query('commit')
  editor.release()

  expect(statusesOf(await asking)).toEqual({ 200: 2, 409: 1 })
})

test('50 releases of one hold on two nodes return one unit', async () => {
  const packageId = '48453-vacant-premium-20'
  await one.setStock(packageId, 3)
  const buyer = aBuyer(one)
  const { body: hold } = await buyer.reserve(packageId)
  const twins = [buyer, buyer.at(two)]
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => twins[index % 2]?.release(packageId, hold.holdId)),
  )

  expect(statusesOf(replies.filter((reply) => reply !== undefined))).toEqual({ 200: 1, 409: 49 })
  expect(await stockOf(packageId)).toEqual({ available: 3, live: 0, sold: 0 })
})

test('two administrators who saw the same count make one edit, and the other gets the new count', async () => {
  const packageId = '48453-vacant-premium-100'
  await one.setStock(packageId, 4)
  const url = `/api/admin/packages/${packageId}/availability`
  const [ada, ben] = await Promise.all([anAdmin(one), anAdmin(two)])
  const replies = await Promise.all([
    ada.call('PUT', url, { available: 10, expected: 4 }),
    ben.call('PUT', url, { available: 20, expected: 4 }),
  ])

  expect(statusesOf(replies)).toEqual({ 200: 1, 409: 1 })
  const { available } = await stockOf(packageId)
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'availability_changed', details: { available } })
})

const packageIds = ['48001', '48003', '48005', '48007', '48009', '48011'].flatMap((fips) =>
  ['vip', 'premier'].map((tier) => `${fips}-vacant-${tier}-20`),
)

test('a batch that names packages several times grants no more of each than its stock', async () => {
  for (const [index, packageId] of packageIds.entries()) await one.setStock(packageId, index)
  const asked = packageIds.flatMap((packageId) => Array.from({ length: 8 }, () => packageId))
  const replies = await Promise.all(asked.map((packageId) => aBuyer(one).reserve(packageId)))

  for (const [index, packageId] of packageIds.entries()) {
    const granted = replies.filter(({ status }, at) => status === 200 && asked[at] === packageId)
    expect(granted).toHaveLength(Math.min(index, 8))
  }
})
