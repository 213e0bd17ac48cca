/** Many callers at the same moment, on two nodes of one store. Real PostgreSQL decides, and decides once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Client } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { onTwoNodes, statusesOf } from '#testing/two-nodes.ts'
import { withStore } from '#testing/with-store.ts'
import { expireHolds } from './release-hold.ts'

const one = withStore()
const two = withStore({ beside: one })
const { nodeOf, someBuyers, stockOf } = onTwoNodes(one, two)

const packageIds = ['48001', '48003', '48005', '48007', '48009', '48011'].flatMap((fips) =>
  ['vip', 'premier'].map((tier) => `${fips}-vacant-${tier}-20`),
)

test('setting stock while 100 buyers reserve neither loses nor creates a unit', async () => {
  const packageId = '48453-vacant-premium-50'
  await one.setStock(packageId, 30)
  const admin = await anAdmin(two)
  const [replies] = await Promise.all([
    Promise.all(someBuyers(100).map((buyer) => buyer.reserve(packageId))),
    ...[5, 12, 1_000, 0, 7].map((available) => setStock(admin, packageId, available)),
  ])

  expect(Object.keys(statusesOf(replies)).every((status) => status === '200' || status === '409')).toBe(true)
  const { available, live } = await stockOf(packageId)
  expect(available).toBeGreaterThanOrEqual(0)
  expect(live).toBe(replies.filter(({ status }) => status === 200).length)
  await expectStockIdentities(one.testDatabase)
})

test('any mix of steps at once, on two nodes and in any order, accounts for every unit', async () => {
  for (const packageId of packageIds) await one.setStock(packageId, 3)
  const [ada, ben] = await Promise.all([anAdmin(one), anAdmin(two)])
  const buyers = someBuyers(8)
  const anAct = fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'reserve', 'release', 'sweep', 'set', 'buy'),
    who: fc.nat(7),
    packageId: fc.constantFrom(...packageIds),
    count: fc.constantFrom(0, 1, 2, 3, 999, 1_000),
  })
  const act = async ({ kind, who, packageId, count }: typeof anAct extends fc.Arbitrary<infer Act> ? Act : never) => {
    const buyer = buyers[who] ?? aBuyer(one)
    if (kind === 'reserve') return [await buyer.reserve(packageId)]
    if (kind === 'release') return [await buyer.at(nodeOf(who + 1)).release(packageId)]
    if (kind === 'set') return [await setStock(who % 2 === 0 ? ada : ben, packageId, count)]
    if (kind === 'sweep') await expireHolds(nodeOf(who).ctx)
    return kind === 'buy' ? payCart(buyer) : []
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 30, maxLength: 60, size: 'max' }), async (acts) => {
      const replies = (await Promise.all(acts.map(act))).flat()
      one.clock.advance(minutes(11))

      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      await expectStockIdentities(one.testDatabase)
    }),
    // The scheduler's decisions cannot be replayed, so a shorter sequence would prove nothing.
    { numRuns: runsOf(20), endOnFailure: true },
  )
}, 60_000)

const setStock = (admin: Client, packageId: string, available: number) =>
  admin.call('PUT', `/api/admin/packages/${packageId}/availability`, { available })

/** Pays for whatever the cart holds right now, which others may be changing. */
async function payCart(buyer: ReturnType<typeof aBuyer>) {
  const payment = await buyer.openPayment()
  if (payment.status !== 200) return [payment]
  return [payment, await buyer.pay(payment.body)]
}
