/** Holds: their limits, requests that are refused, and how long a hold lives. */
import { expect, test } from 'vitest'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, anAdmin } from '#testing/builders.ts'
import { withStock, withStore } from '#testing/with-store.ts'
import { HOLDS_PER_ADDRESS_MAX } from './place-hold.ts'
import { expireHolds } from './release-hold.ts'

const PACKAGE = '48453-owner-vip-20'
const OTHER = '48453-owner-vip-30'

const BAD_REQUEST = { status: 400, body: { code: 'bad_request' } }
const store = withStock()
const limited = withStore({ beside: store, env: { RATE_LIMITS: 'on' } })
const withShortHolds = withStore({ beside: store, settings: { holdMinutes: 5 } })
const withLongHolds = withStore({ beside: store, settings: { holdMinutes: 120 } })

const endAllHolds = async (): Promise<void> => {
  store.clock.advance(hours(2))
  await expireHolds(store.ctx)
}

const available = async (packageId = PACKAGE): Promise<number> =>
  (await store.row`select available from packages where package_id = ${packageId}`).available

test(`a cart takes ${CART_LINES_MAX} lines and no more, even if 100 are requested at once`, async () => {
  await store.setStock(PACKAGE, 500)
  const buyer = await aBuyerWith(store, PACKAGE)
  const replies = await Promise.all(Array.from({ length: 100 }, () => buyer.reserve(PACKAGE)))
  const cart = await buyer.cart()

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(CART_LINES_MAX - 1)
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'cart_full']))
  expect(cart.lines).toHaveLength(CART_LINES_MAX)
  expect(await available()).toBe(500 - CART_LINES_MAX)
})

test(`a network address holds ${HOLDS_PER_ADDRESS_MAX} packages and no more, however many carts ask at once`, async () => {
  await endAllHolds()
  await store.setStock(PACKAGE, 999)
  const asked = HOLDS_PER_ADDRESS_MAX + 40
  const replies = await Promise.all(Array.from({ length: asked }, () => aBuyer(limited).reserve(PACKAGE)))

  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(40)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['429 too_many_holds']))
})

test.each([0, 2, -1, 1.5, '1', null])('a request for a hold for a quantity of %j is refused', async (quantity) => {
  await store.setStock(PACKAGE, 5)
  const url = `/api/packages/${PACKAGE}/reserve`
  expect(await aBuyer(store).call('PUT', url, { quantity })).toMatchObject(BAD_REQUEST)
  expect(await available()).toBe(5)
})

test.each(['99999-vacant-vip-20', '48453-vacant-vip-25', '48453-VACANT-vip-20', '%27%3B%20drop%20table%20holds%3B--'])(
  'a request for a hold for the package %j, which does not exist, is refused',
  async (packageId) => {
    expect(await aBuyer(store).reserve(packageId)).toMatchObject({ status: 404, body: { code: 'unknown_package' } })
  },
)

test('a request for a hold for a sold-out package says so and holds nothing', async () => {
  await store.setStock(PACKAGE, 0)
  const buyer = aBuyer(store)
  const { status, body } = await buyer.reserve(PACKAGE)
  expect([status, body.code, body.message]).toEqual([409, 'out_of_stock', 'This package is temporarily unavailable.'])
  expect((await buyer.cart()).lines).toEqual([])
})

test('a release of someone else’s hold, another package’s, an ended or an invented one changes nothing', async () => {
  await store.setStock(PACKAGE, 5)
  await store.setStock(OTHER, 5)
  const [owner, stranger] = [aBuyer(store), aBuyer(store)]
  const { body: hold } = await owner.reserve(PACKAGE)
  const { body: ended } = await owner.reserve(PACKAGE)
  await owner.release(PACKAGE, ended.holdId)
  await stranger.reserve(OTHER)
  const replies = [
    await stranger.release(PACKAGE, hold.holdId),
    await stranger.release(PACKAGE),
    await aBuyer(store).release(PACKAGE, hold.holdId),
    await owner.release(OTHER, hold.holdId),
    await owner.release(PACKAGE, ended.holdId),
    await owner.release(PACKAGE, `hld_${'0'.repeat(22)}`),
  ]

  expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual(replies.map(() => '409 hold_not_yours'))
  expect([await available(), await available(OTHER)]).toEqual([4, 4])
})

test('a release without an ID ends the newest hold of the package', async () => {
  await store.setStock(PACKAGE, 5)
  const buyer = aBuyer(store)
  const { body: older } = await buyer.reserve(PACKAGE)
  store.clock.advance(5)
  const { body: newer } = await buyer.reserve(PACKAGE)
  const first = await buyer.release(PACKAGE)
  const second = await buyer.release(PACKAGE)

  expect([first.body.holdId, second.body.holdId]).toEqual([newer.holdId, older.holdId])
})

test.each([-1, 1.5, 1_000_001, '5', null])('setting stock to %j is refused', async (count) => {
  await store.setStock(PACKAGE, 5)
  const admin = await anAdmin(store)
  const url = `/api/admin/packages/${PACKAGE}/availability`
  expect(await admin.call('PUT', url, { available: count })).toMatchObject(BAD_REQUEST)
  expect(await available()).toBe(5)
})

test('setting stock to 999 still shows 999 after an earlier hold expires', async () => {
  await store.setStock(PACKAGE, 3)
  const buyer = aBuyer(store)
  const { body: hold } = await buyer.reserve(PACKAGE)
  await store.setStock(PACKAGE, 999)
  await buyer.release(PACKAGE, hold.holdId)
  const reply = await buyer.call('GET', '/api/packages/Texas/Travis')

  const shown = reply.body.find((entry: { id: string }) => entry.id === PACKAGE)
  expect(shown.available).toBe(999)
  expect(await available()).toBe(1_000)
})

const msUntil = (instant: string): number => new Date(instant).getTime() - store.clock.now().getTime()

test('an expired hold is back in stock after one sweep, even by another node', async () => {
  await endAllHolds()
  await store.setStock(PACKAGE, 2)
  await aBuyer(store).reserve(PACKAGE)
  store.clock.advance(minutes(30))

  expect(await expireHolds(limited.ctx)).toBe(1)
  expect(await available()).toBe(2)
  expect(await expireHolds(store.ctx)).toBe(0)
})

test('an expired hold leaves the cart before any sweep', async () => {
  await store.setStock(PACKAGE, 2)
  const buyer = await aBuyerWith(store, PACKAGE)
  const before = await buyer.cart()
  store.clock.advance(minutes(30))

  expect(before.lines).toHaveLength(1)
  expect(await buyer.cart()).toMatchObject({ lines: [], total: 0 })
})

test('an expired hold can no longer get a delivery method, be paid or be renewed', async () => {
  await expireHolds(store.ctx)
  await store.setStock(PACKAGE, 2)
  const buyer = await aBuyerWith(store, PACKAGE)
  store.clock.advance(minutes(30))
  const replies = [
    await buyer.call('POST', '/api/cart', { packageId: PACKAGE, deliveryMethod: 'sms' }),
    await buyer.openPayment(379),
    await buyer.call('POST', '/api/cart/renew'),
  ]

  expect(replies.map(({ body }) => body.code)).toEqual(['hold_not_yours', 'cart_empty', 'cart_empty'])
  await expireHolds(store.ctx)
  expect(await available()).toBe(2)
})

test('renewing a hold gives it its full time again, up to two hours after it was placed', async () => {
  await store.setStock(PACKAGE, 2)
  const buyer = await aBuyerWith(store, PACKAGE)
  const lives: number[] = []
  for (let passed = 0; passed < 5; passed += 1) {
    store.clock.advance(minutes(25))
    const { body } = await buyer.call('POST', '/api/cart/renew')
    lives.push(body.lines ? Math.round(msUntil(body.lines[0].expiresAt) / seconds(60)) : 0)
  }

  // Renewed at 25, 50, 75 and 100 minutes; 20 minutes after that, its two hours are over.
  expect(lives).toEqual([30, 30, 30, 20, 0])
})

test('renewing a hold never shortens it', async () => {
  await store.setStock(PACKAGE, 2)
  const buyer = aBuyer(store)
  const { body: hold } = await buyer.reserve(PACKAGE)
  const { body } = await buyer.at(withShortHolds).call('POST', '/api/cart/renew')

  expect(body.lines[0].expiresAt).toBe(hold.expiresAt)
})

test('renewing a hold happens at checkout, so a paying buyer does not lose the cart', async () => {
  await store.setStock(PACKAGE, 2)
  const buyer = await aBuyerWith(store, PACKAGE)
  store.clock.advance(minutes(29))
  await buyer.openPayment()
  store.clock.advance(minutes(20))
  await expireHolds(store.ctx)

  expect((await buyer.cart()).lines).toHaveLength(1)
})

test('the length of a hold is at most two hours', async () => {
  await store.setStock(PACKAGE, 1)
  const { body: hold } = await aBuyer(withLongHolds).reserve(PACKAGE)
  expect(msUntil(hold.expiresAt)).toBeLessThanOrEqual(hours(2))
})
