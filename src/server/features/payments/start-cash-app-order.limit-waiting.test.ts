/** Limits on orders that wait for Cash App, and on what they email, before anyone has paid. */
import { describe, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { aBuyerAt, aBuyerWith, adminOf, aNetwork, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { chooseCashApp, rejectCashApp } from '#testing/cash-app.ts'
import { VIP, withStock, withStore } from '#testing/with-store.ts'
import { expireCashAppOrders } from './decide-cash-app-order.ts'

const PRICE = 299
const SPAM = 'You won \u202e$1,000: claim at https://evil.example/claim or evil.com\r\n<script>alert(1)</script>'

const store = withStock(
  { [VIP]: 900 },
  { settings: { cashAppHandle: '$plot' }, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } },
)
/** Stands for one network per buyer, so that only addresses are counted. */
const lax = withStore({ beside: store })
const admin = adminOf(store)

/** A buyer at a network, with this many packages in the cart. */
async function aBuyerFrom(network: string, packages = 1): Promise<Buyer> {
  const buyer = aBuyerAt(store, network)
  for (let n = 0; n < packages; n += 1) await buyer.reserve(VIP)
  return buyer
}

const choose = (buyer: Buyer, packages = 1): Promise<Reply> => chooseCashApp(buyer, packages * PRICE)
const codesOf = (replies: Reply[]) => replies.map(({ status, body }) => (status === 200 ? 'waits' : body.code)).sort()
const confirmAddress = (address: string) =>
  store.sql`insert into buyer_addresses (address, order_id, verified_at, created_at) values (${address}, ${address}, now(), now())`

test('a network can have two waiting orders, even if several are requested at once, until one is decided', async () => {
  const network = aNetwork()
  const buyers = await Promise.all(Array.from({ length: 8 }, () => aBuyerFrom(network)))
  const replies = await Promise.all(buyers.map((buyer) => choose(buyer)))
  const elsewhere = await choose(await aBuyerFrom(aNetwork()))
  const [waiting] = replies.filter(({ status }) => status === 200)
  await rejectCashApp(admin, waiting?.body)
  const again = await choose(await aBuyerFrom(network))

  expect(codesOf(replies)).toEqual([...Array(6).fill('too_many_cash_app_orders'), 'waits', 'waits'])
  expect([elsewhere.status, again.status]).toEqual([200, 200])
})

test('a network can have twenty waiting units, and keeps its cart if it asks for more', async () => {
  const network = aNetwork()
  const [first, second] = [await aBuyerFrom(network, 15), await aBuyerFrom(network, 6)]
  await choose(first, 15)
  const refused = await choose(second, 6)
  await second.release(VIP)
  const fitting = await choose(second, 5)

  expect([refused.status, refused.body.code, fitting.status]).toEqual([429, 'too_many_cash_app_orders', 200])
  expect(refused.body.message).toContain('Pay by card')
})

test('a network is not counted for a member, whose orders do not block buyers in the same office', async () => {
  const rep = await aRep(store)
  await rep.reserve(VIP)
  const contactInfo = { fullName: 'Rea Rep', email: 'rea@example.com' }
  const buyers = [await aBuyerWith(store, VIP), await aBuyerWith(store, VIP)]
  const ofRep = await rep.call('POST', '/api/cash-app-orders', { amount: PRICE, contactInfo })

  expect(codesOf([ofRep, ...(await Promise.all(buyers.map((buyer) => choose(buyer))))])).toEqual(Array(3).fill('waits'))
})

test('an order stays as it is when an addition would exceed twenty packages', async () => {
  const buyer = await aBuyerFrom(aNetwork(), 19)
  const { body: order } = await choose(buyer, 19)
  await buyer.reserve(VIP)
  await buyer.reserve(VIP)
  const refused = await choose(buyer, 21)
  const cart = await buyer.cart()

  expect(refused.body.code).toBe('too_many_cash_app_orders')
  expect(refused.body.message).toContain('at most 20 packages')
  expect(cart).toMatchObject({ lines: [{}, {}], pendingOrder: { reference: order.reference } })
  await buyer.release(VIP)
  expect((await choose(buyer, 20)).body.reference).toBe(order.reference)
})

test('an address can have two waiting orders in any letter case, and more once it is confirmed', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => aBuyerWith(lax, VIP)))
  for (const [n, buyer] of buyers.entries()) buyer.contactInfo.email = n % 2 ? 'one@example.com' : 'One@Example.com'
  const unconfirmed = codesOf(await Promise.all(buyers.map((buyer) => choose(buyer))))
  await confirmAddress('one@example.com')
  const confirmed = codesOf(await Promise.all(buyers.map((buyer) => choose(buyer))))

  expect(unconfirmed).toEqual([...Array(3).fill('too_many_cash_app_orders'), 'waits', 'waits'])
  expect(confirmed).toEqual(Array(5).fill('waits'))
})

describe('emails before anyone has paid', () => {
  /** Chooses Cash App; only what it emails is limited. */
  async function order(email: string, network: string, fullName = SPAM): Promise<Reply> {
    const buyer = await aBuyerWith(store, VIP)
    const body = { amount: PRICE, contactInfo: { fullName, email } }
    const reply = await buyer.call('POST', '/api/cash-app-orders', body, { 'x-forwarded-for': network })
    await store.sql`update payments set network_key = null where state = 'promised'`
    return reply
  }

  const mailedTo = async (email: string) => {
    await store.runJobs()
    return store.mailsTo(email)
  }

  test('reach one address five times a day, without the words of strangers; a decision reaches it in any case', async () => {
    const email = 'victim@example.com'
    await confirmAddress(email)
    const replies: Reply[] = []
    for (let number = 1; number <= 7; number += 1)
      replies.push(await order(number % 2 ? 'Victim@example.com' : email, `203.0.113.${number}`))

    const mails = await mailedTo(email)
    const last = replies.at(-1)?.body
    await rejectCashApp(admin, last)
    const [decision] = await mailedTo(email)
    store.clock.advance(hours(30))
    while ((await expireCashAppOrders(store.ctx)) > 0);
    const all = await mailedTo(email)

    expect(replies.map(({ body }) => body.isMailed)).toEqual([true, true, true, true, true, false, false])
    expect(mails).toHaveLength(5)
    expect(decision?.subject).toBe(`Order ${last.reference} was canceled`)
    // Six orders ended by themselves; with the decision that is six emails more.
    expect(all).toHaveLength(5 + 1 + 5)
    for (const { subject, text, html } of all) {
      expect(`${subject} ${text} ${html}`).not.toMatch(/evil|won|script>alert|1,000/i)
      expect(text).toMatch(/^Hello,$/m)
    }
  })

  test('are triggered by one network at most 20 times a day, without affecting other networks', async () => {
    const from = async (network: string, count: number) => {
      const replies: Reply[] = []
      for (let number = 1; number <= count; number += 1)
        replies.push(await order(`from-${network}-${number}@example.com`, network, 'Bea Buyer'))
      return replies.filter(({ body }) => body.isMailed).length
    }

    expect(await from('192.0.2.7', 21)).toBe(20)
    expect(await from('192.0.2.8', 1)).toBe(1)
    expect(await mailedTo('from-192.0.2.7-21@example.com')).toEqual([])
    store.clock.advance(days(1))
    expect(await from('192.0.2.7', 1)).toBe(1)
  })

  test('that are counted for one address are not sent to another', async () => {
    const buyer = await aBuyerWith(store, VIP)
    const rename = (email: string) => chooseCashApp(buyer, PRICE, { contactInfo: { fullName: 'Bea', email } })
    for (const number of [1, 2, 3]) await rename(`throw-away-${number}@example.com`)
    await rename('second-victim@example.com')
    expect(await mailedTo('second-victim@example.com')).toHaveLength(1)
    expect((await buyer.cart()).pendingOrder.isMailed).toBe(true)
  })
})
