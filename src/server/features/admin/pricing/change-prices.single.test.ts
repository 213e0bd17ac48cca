import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, type Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = { leadType: 'vacant', tier: 'vip', size: 20 } as const
const VIP_ID = '48453-vacant-vip-20'

let one: TestApp
let two: TestApp
let admin: Client
beforeAll(async () => {
  one = await createTestApp()
  two = await createTestApp({ beside: one })
  admin = await anAdmin(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const change = (basePrice: unknown) => admin.call('PUT', '/api/admin/pricing', { ...VIP, basePrice })

async function shownPrices(node: TestApp, county = 'Travis') {
  const guest = aBuyer(node)
  const { body: packages } = await guest.call('GET', `/api/packages/Texas/${county}`)
  const { body: pricing } = await guest.call('GET', '/api/pricing')
  return {
    shop: packages.find(({ id }: { id: string }) => id.endsWith('-vacant-vip-20')).price,
    table: pricing[0].basePrice,
  }
}

describe('a price change', () => {
  test('shows in every county at once on this node, and within a second on the other', async () => {
    await change(299)
    await Promise.all([shownPrices(one), shownPrices(one, 'Harris'), shownPrices(two)])

    const { status, body } = await change('123.45')

    expect([status, body]).toEqual([200, { ...VIP, basePrice: '123.45' }])
    expect(await shownPrices(one)).toEqual({ shop: 123.45, table: '123.45' })
    expect(await shownPrices(one, 'Harris')).toEqual({ shop: 123.45, table: '123.45' })
    await expect.poll(() => shownPrices(two), { timeout: 1_000 }).toEqual({ shop: 123.45, table: '123.45' })
  })

  test('reaches the other node by a notification, not only when its cache expires', async () => {
    await change(299)
    one.clock.freeze()
    await expect.poll(() => shownPrices(two)).toMatchObject({ shop: 299 })

    await change(311)

    await expect.poll(() => shownPrices(two)).toMatchObject({ shop: 311 })
    one.clock.thaw()
  })

  test('applies to carts filled earlier, and the buyer is asked to agree', async () => {
    await change(299)
    await one.setStock(VIP_ID, 5)
    const buyer = aBuyer(one)
    await buyer.reserve(VIP_ID)

    await change(350)
    const refused = await buyer.openPayment(299)
    const agreed = await buyer.openPayment(350)

    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'amount_changed',
      { total: '350.00' },
    ])
    expect([agreed.status, agreed.body.amount]).toEqual([200, 350])
  })

  test('is refused if another administrator changed the price since, and nothing changes', async () => {
    await change(299)
    const over = (before: unknown) => admin.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 320, before })

    const refused = await over('289.00')
    const agreed = await over(299)

    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'price_changed',
      { price: 'VIP Junior Package, Vacant Houses', now: '299.00' },
    ])
    expect([agreed.status, agreed.body.basePrice]).toEqual([200, '320.00'])
    expect((await over('free')).body.code).toBe('price_invalid')
  })

  test('to 0 makes a package free, and a later change makes it cost again', async () => {
    for (const price of [0, 0.5, '0.50', 99_999.99, 19.99, '  42 ', 299]) expect((await change(price)).status).toBe(200)

    expect((await shownPrices(one)).table).toBe('299.00')
  })

  test.each([
    0.49,
    0.01,
    -1,
    -0.5,
    1e308,
    100_000,
    1.005,
    '1.234',
    'NaN',
    'free',
    '',
    '1e3',
    '0x10',
    '1,50',
    '٣',
    '1\n2',
  ])('to %j is refused and changes nothing', async (price) => {
    await change(299)

    const { status, body } = await change(price)

    expect([status, body.code]).toEqual([400, 'price_invalid'])
    expect(await shownPrices(one)).toEqual({ shop: 299, table: '299.00' })
  })

  test.each([null, undefined, true, [299], { $gt: 0 }, '9'.repeat(21)])('to %j is a bad request', async (price) => {
    const { status, body } = await change(price)

    expect([status, body.code]).toEqual([400, 'bad_request'])
  })

  test('for a kind of package that is not sold is a bad request', async () => {
    for (const wrong of [{ size: 25 }, { tier: 'gold' }, { leadType: '__proto__' }, { size: '20' }]) {
      const { status } = await admin.call('PUT', '/api/admin/pricing', { ...VIP, ...wrong, basePrice: 10 })
      expect(status).toBe(400)
    }
  })
})
