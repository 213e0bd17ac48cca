/** Whatever happens to offers, carts and orders in whatever order, every count and figure follows from the orders. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyerWith, adminOf, type Buyer } from '#testing/builders.ts'
import { chooseCashApp, leaveCashApp, rejectCashApp, verifyCashApp } from '#testing/cash-app.ts'
import { runsOf } from '#testing/lane.ts'
import { addOffer } from '#testing/offers.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import { withStore } from '#testing/with-store.ts'

const PACKAGES = ['48453-vacant-vip-20', '48453-owner-premium-50', '24005-landlord-standard-100'] as const
const CARTS = 3
let offerIds: string[]
const store = withStore({}, async (opened) => {
  for (const packageId of PACKAGES) await opened.setStock(packageId, 5000)
  const made = [
    await addOffer(admin, { name: 'A third off owners', value: 33.33, leadTypes: ['owner'] }),
    await addOffer(admin, { name: 'Ten dollars, three times', kind: 'fixed', value: 10, usesMax: 3 }),
    await addOffer(admin, { name: 'Two for one', kind: 'bogo', value: 0, isCombinable: false, usesPerCustomerMax: 1 }),
    await addOffer(admin, { name: 'Seven more, twice', kind: 'extra_leads', value: 7, usesMax: 2 }),
    await addOffer(admin, { name: 'Texas for free', value: 100, states: ['Texas'], isCombinable: false, usesMax: 1 }),
  ]
  offerIds = ['off_standard_extra_leads', 'off_standard_discount', ...made.map(({ id }) => id)]
})
const admin = adminOf(store)

interface World {
  buyers: Buyer[]
  paid: string[]
}

/** Pays what the cart shows. A refusal leaves the cart as it is, and so does an empty cart. */
async function pay(world: World, buyer: Buyer): Promise<void> {
  const cart = await buyer.cart()
  const opened = await buyer.openPayment(cart.total)
  if (opened.status !== 200) return
  if (opened.body.clientSecret) await buyer.confirm(opened.body)
  const named = opened.body.paymentId ? { paymentId: opened.body.paymentId } : { paymentMethod: 'free' }
  const { status, body: order } = await buyer.recordOrder(named)
  if (status !== 200) return
  expect(Math.round(Number(order.total) * 100)).toBe(Math.round(cart.total * 100))
  world.paid.push(order.id)
}

async function payByCashApp(buyer: Buyer, ending: 'verify' | 'reject' | 'leave'): Promise<void> {
  const cart = await buyer.cart()
  const chosen = await chooseCashApp(buyer, cart.total)
  if (chosen.status !== 200) return
  if (ending === 'verify') await verifyCashApp(admin, chosen.body)
  if (ending === 'reject') await rejectCashApp(admin, chosen.body)
  if (ending === 'leave') await leaveCashApp(buyer)
}

const cart = fc.nat({ max: CARTS - 1 })
const what = fc.constantFrom(...PACKAGES)
const ending = fc.constantFrom('verify' as const, 'reject' as const, 'leave' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reserve' as const), cart, what }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), cart, what }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), cart }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), cart }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cash app' as const), cart, ending }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('switch' as const), offer: fc.nat(), isActive: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give back' as const), isWhole: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Tried first, so that at least one offer was used, whatever chance makes of the rest. */
const A_PURCHASE: Step[] = [
  { do: 'reserve', cart: 0, what: PACKAGES[0] },
  { do: 'pay', cart: 0 },
]

async function take(world: World, action: Step): Promise<void> {
  const buyer = 'cart' in action ? world.buyers[action.cart] : undefined
  if (action.do === 'reserve') await buyer?.reserve(action.what)
  if (action.do === 'release') await buyer?.release(action.what)
  if (action.do === 'open' && buyer) await buyer.openPayment()
  if (action.do === 'pay' && buyer) await pay(world, buyer)
  if (action.do === 'cash app' && buyer) await payByCashApp(buyer, action.ending)
  if (action.do === 'switch') {
    const offerId = offerIds[action.offer % offerIds.length]
    await admin.call('POST', `/api/admin/offers/${offerId}/switch`, { isActive: action.isActive })
  }
  if (action.do === 'give back') {
    const orderId = world.paid.pop()
    const lines = action.isWhole ? {} : { lines: [{ lineNumber: 1, isReturned: true }] }
    if (orderId) await admin.refund(orderId, lines)
  }
  if (action.do === 'wait') await store.pass(minutes(40))
}

test('orders cost what their lines say, limits are kept, and figures add up', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const buyers = await Promise.all(Array.from({ length: CARTS }, () => aBuyerWith(store)))
      const world: World = { paid: [], buyers }
      for (const action of steps) await take(world, action)
      expect(await findStockFaults(store.testDatabase.pool)).toEqual([])
    }),
    { numRuns: runsOf(25), examples: [[A_PURCHASE]] },
  )
  expect(await store.sql`select from offers where used > 0`).not.toEqual([])
})
