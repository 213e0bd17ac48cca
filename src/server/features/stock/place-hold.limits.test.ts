/** The limits of holds, and hold requests that are refused: each leaves stock as it was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { aBuyer, anAdmin } from '#testing/builders.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { HOLDS_PER_ADDRESS_MAX } from './place-hold.ts'

const PACKAGE = '48453-owner-vip-20'
const OTHER = '48453-owner-vip-30'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(async () => {
  await expectStockIdentities(store.testDatabase)
  await store.close()
})

const available = async (packageId = PACKAGE): Promise<number> =>
  (await store.testDatabase.pool.query('select available from packages where package_id = $1', [packageId])).rows[0]
    .available

describe('a cart', () => {
  test(`takes ${CART_LINES_MAX} lines and no more, even if 100 are requested at once`, async () => {
    await store.setStock(PACKAGE, 500)
    const buyer = aBuyer(store)
    await buyer.reserve(PACKAGE)

    const replies = await Promise.all(Array.from({ length: 100 }, () => buyer.reserve(PACKAGE)))
    const { body: cart } = await buyer.call('GET', '/api/cart')

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(CART_LINES_MAX - 1)
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'cart_full']))
    expect(cart.lines).toHaveLength(CART_LINES_MAX)
    expect(await available()).toBe(500 - CART_LINES_MAX)
  })

  test('that is full accepts a line again after releasing one', async () => {
    await store.setStock(PACKAGE, 500)
    const buyer = aBuyer(store)
    await buyer.reserve(PACKAGE)
    await Promise.all(Array.from({ length: CART_LINES_MAX - 1 }, () => buyer.reserve(PACKAGE)))

    const full = await buyer.reserve(PACKAGE)
    await buyer.release(PACKAGE)
    const again = await buyer.reserve(PACKAGE)

    expect([full.status, again.status]).toEqual([409, 200])
  })

  test('does not share its limit with other carts', async () => {
    await store.setStock(PACKAGE, 500)
    const [one, two] = [aBuyer(store), aBuyer(store)]
    await Promise.all([one.reserve(PACKAGE), two.reserve(PACKAGE)])

    const replies = await Promise.all(
      Array.from({ length: 2 * (CART_LINES_MAX - 1) }, (_, index) => (index % 2 ? one : two).reserve(PACKAGE)),
    )

    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  })
})

describe('a network address', () => {
  test(`holds ${HOLDS_PER_ADDRESS_MAX} packages and no more, however many carts ask at once`, async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    await limited.setStock(PACKAGE, 999)
    const asked = HOLDS_PER_ADDRESS_MAX + 40

    const replies = await Promise.all(Array.from({ length: asked }, () => aBuyer(limited).reserve(PACKAGE)))

    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(40)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['429 too_many_holds']),
    )
    await expectStockIdentities(limited.testDatabase)
    await limited.close()
  })
})

describe('a request for a hold', () => {
  test.each([0, 2, -1, 1.5, 1e9, '1', null, [1], true, {}])('for a quantity of %j is refused', async (quantity) => {
    await store.setStock(PACKAGE, 5)

    const url = `/api/packages/${PACKAGE}/reserve`
    const { status, body } = await aBuyer(store).call('PUT', url, { quantity })

    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(await available()).toBe(5)
  })

  test.each([
    '99999-vacant-vip-20',
    '48453-vacant-vip-25',
    '48453-vacant-gold-20',
    '48453-VACANT-vip-20',
    '48453-vacant-vip-20%20',
    '48453',
    'null',
    '%27%3B%20drop%20table%20holds%3B--',
    'x'.repeat(64),
  ])('for the package %j, which does not exist, is refused', async (packageId) => {
    const { status, body } = await aBuyer(store).reserve(packageId)

    expect([status, body.code]).toEqual([404, 'unknown_package'])
  })

  test('for a text that is too long for an ID is refused', async () => {
    const { status, body } = await aBuyer(store).reserve('x'.repeat(65))

    expect([status, body.code]).toEqual([400, 'bad_request'])
  })

  test('for a sold-out package says so and holds nothing', async () => {
    await store.setStock(PACKAGE, 0)
    const buyer = aBuyer(store)

    const { status, body } = await buyer.reserve(PACKAGE)

    expect([status, body.code, body.message]).toEqual([409, 'out_of_stock', 'This package is temporarily unavailable.'])
    expect((await buyer.call('GET', '/api/cart')).body.lines).toEqual([])
  })
})

describe('a release', () => {
  test('of someone else’s hold, another package’s, an ended or an invented one changes nothing', async () => {
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

  test('of a package that does not exist says so, and of a malformed hold ID is a bad request', async () => {
    const buyer = aBuyer(store)
    await store.setStock(PACKAGE, 5)
    await buyer.reserve(PACKAGE)

    const replies = [await buyer.release('48453-vacant-vip-25'), await buyer.release(PACKAGE, "hld_' or true")]

    expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '404 unknown_package',
      '400 bad_request',
    ])
    expect(await available()).toBe(4)
  })

  test('of a quantity other than 1 is a bad request', async () => {
    await store.setStock(PACKAGE, 5)
    const buyer = aBuyer(store)
    await buyer.reserve(PACKAGE)

    for (const quantity of [0, 2, '1', null]) {
      const { status } = await buyer.call('PUT', `/api/packages/${PACKAGE}/release`, { quantity })
      expect(status).toBe(400)
    }
    expect(await available()).toBe(4)
  })

  test('without an ID ends the newest hold of the package', async () => {
    await store.setStock(PACKAGE, 5)
    const buyer = aBuyer(store)
    const { body: older } = await buyer.reserve(PACKAGE)
    store.clock.advance(5)
    const { body: newer } = await buyer.reserve(PACKAGE)

    const first = await buyer.release(PACKAGE)
    const second = await buyer.release(PACKAGE)

    expect([first.body.holdId, second.body.holdId]).toEqual([newer.holdId, older.holdId])
  })
})

describe('setting stock', () => {
  test.each([-1, 1.5, 1_000_001, '5', null, undefined, 1e308])('to %j is refused', async (count) => {
    await store.setStock(PACKAGE, 5)
    const admin = await anAdmin(store)

    const url = `/api/admin/packages/${PACKAGE}/availability`
    const { status, body } = await admin.call('PUT', url, { available: count })

    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(await available()).toBe(5)
  })

  test('to 999 still shows 999 after an earlier hold expires', async () => {
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

  test('above 999 makes a package unlimited: its number stays and holds take no unit', async () => {
    await store.setStock(OTHER, 2)
    const before = await aBuyer(store).reserve(OTHER)
    await store.setStock(OTHER, 5_000)

    const replies = await Promise.all(Array.from({ length: 10 }, () => aBuyer(store).reserve(OTHER)))

    expect(before.body.available).toBe(1)
    expect(replies.map(({ body }) => body.available)).toEqual(replies.map(() => 5_000))
    expect(await available(OTHER)).toBe(1)
  })
})
