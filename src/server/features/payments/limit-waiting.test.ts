/** Limits on orders that wait for Cash App before anyone has paid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Buyer, type Client, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, rejectCashApp } from '#testing/cash-app.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PRICE = 299

let store: TestApp
let lax: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  // Stands for one network per buyer, so that only addresses are counted.
  lax = await createTestApp({ beside: store })
  await store.setStock(VIP, 900)
  admin = await anAdmin(store)
})
afterAll(async () => {
  await expectStockIdentities(store.testDatabase)
  await lax.close()
  await store.close()
})

let networks = 0
const aNetwork = (): string => {
  networks += 1
  return `198.51.100.${networks}`
}

/** A buyer at a network, with this many packages in the cart. */
async function aBuyerAt(network: string, packages = 1): Promise<Buyer> {
  const buyer = aBuyer(store)
  for (let n = 0; n < packages; n += 1) await buyer.reserve(VIP)
  const { call } = buyer
  buyer.call = (method, url, body) => call.bind(buyer)(method, url, body, { 'x-forwarded-for': network })
  return buyer
}

const choose = (buyer: Buyer, packages = 1): Promise<Reply> => chooseCashApp(buyer, packages * PRICE)
const codesOf = (replies: Reply[]) => replies.map(({ status, body }) => (status === 200 ? 'waits' : body.code)).sort()

describe('a network', () => {
  test('can have two waiting orders, even if fifty are requested at once', async () => {
    const network = aNetwork()
    const buyers = await Promise.all(Array.from({ length: 50 }, () => aBuyerAt(network)))

    const codes = codesOf(await Promise.all(buyers.map((buyer) => choose(buyer))))

    expect(codes).toEqual([...Array(48).fill('too_many_cash_app_orders'), 'waits', 'waits'])
  })

  test('can have twenty waiting units, and keeps its cart if it asks for more', async () => {
    const network = aNetwork()
    const [first, second] = [await aBuyerAt(network, 15), await aBuyerAt(network, 6)]
    await choose(first, 15)

    const refused = await choose(second, 6)
    await second.release(VIP)
    const fitting = await choose(second, 5)

    expect([refused.status, refused.body.code, fitting.status]).toEqual([429, 'too_many_cash_app_orders', 200])
    expect(refused.body.message).toContain('Pay by card')
  })

  test('does not block others from Cash App, and can choose it again after a decision', async () => {
    const network = aNetwork()
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => aBuyerAt(network)))
    if (!first || !second || !third) throw new Error('three buyers')
    const { body: order } = await choose(first)
    await choose(second)

    const refused = await choose(third)
    const elsewhere = await choose(await aBuyerAt(aNetwork()))
    await rejectCashApp(admin, order)
    const again = await choose(third)

    expect([refused.status, elsewhere.status, again.status]).toEqual([429, 200, 200])
  })

  test('is not counted for a member, whose orders do not block buyers in the same office', async () => {
    const rep = await aRep(store)
    await rep.reserve(VIP)
    const contactInfo = { fullName: 'Rea Rep', email: 'rea@example.com' }
    const buyers = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]

    const ofRep = await rep.call('POST', '/api/cash-app-orders', { amount: PRICE, contactInfo })

    expect([ofRep, ...(await Promise.all(buyers.map((buyer) => choose(buyer))))].map(({ status }) => status)).toEqual([
      200, 200, 200,
    ])
  })
})

describe('an order', () => {
  test('of more than twenty packages is refused, and nothing is written', async () => {
    const buyer = await aBuyerAt(aNetwork(), 21)

    const refused = await choose(buyer, 21)

    expect(refused.body).toMatchObject({ code: 'too_many_cash_app_orders' })
    expect(refused.body.message).toContain('at most 20 packages')
    const { rows } = await store.testDatabase.pool.query('select from orders where email = $1', [
      buyer.contactInfo.email,
    ])
    expect(rows).toEqual([])
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(21)
  })

  test('of many packages chosen ten times at once waits once, and no call is refused', async () => {
    const buyer = await aBuyerAt(aNetwork(), 15)

    const replies = await Promise.all(Array.from({ length: 10 }, () => choose(buyer, 15)))

    expect(new Set(replies.map(({ status, body }) => `${status} ${body.amount}`))).toEqual(new Set(['200 4485']))
  })

  test('stays as it is when an addition would exceed the limit', async () => {
    const buyer = await aBuyerAt(aNetwork(), 19)
    const { body: order } = await choose(buyer, 19)
    await buyer.reserve(VIP)
    await buyer.reserve(VIP)

    const refused = await choose(buyer, 21)
    const { body: cart } = await buyer.call('GET', '/api/cart')

    expect(refused.body.code).toBe('too_many_cash_app_orders')
    expect(cart).toMatchObject({ lines: [{}, {}], pendingOrder: { reference: order.reference } })
    await buyer.release(VIP)
    expect((await choose(buyer, 20)).body.reference).toBe(order.reference)
  })
})

describe('an address', () => {
  test('can have two waiting orders if it is not confirmed, in any letter case', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyerWith(lax, VIP)))
    for (const [n, buyer] of buyers.entries()) buyer.contactInfo.email = n % 2 ? 'one@example.com' : 'One@Example.com'

    const codes = codesOf(await Promise.all(buyers.map((buyer) => choose(buyer))))

    expect(codes).toEqual([...Array(8).fill('too_many_cash_app_orders'), 'waits', 'waits'])
  })

  test('can have more if it is confirmed', async () => {
    const email = 'known@example.com'
    await store.testDatabase.pool.query(
      `insert into buyer_addresses (address, order_id, verified_at, created_at) values ($1, 'ord_known', $2, $2)`,
      [email, store.clock.now()],
    )
    const buyers = await Promise.all([1, 2, 3].map(() => aBuyerWith(lax, VIP)))
    for (const buyer of buyers) buyer.contactInfo.email = email

    expect(codesOf(await Promise.all(buyers.map((buyer) => choose(buyer))))).toEqual(['waits', 'waits', 'waits'])
  })
})
