/** Strangers may choose Cash App in anyone's name: what the store emails before anyone has paid. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { anAdmin, type Reply } from '#testing/builders.ts'
import { aBuyerWith, chooseCashApp, rejectCashApp } from '#testing/cash-app.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { expireCashAppOrders } from './close-cash-app-order.ts'

const VIP = '48453-vacant-vip-20'
const SPAM = 'You won \u202e$1,000: claim at https://evil.example/claim or evil.com\r\n<script>alert(1)</script>'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp({ env: { CASH_APP_HANDLE: '$plot', RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  await store.setStock(VIP, 900)
  for (const address of ['victim', 'kept-free', 'third-victim', 'fourth-victim'].map((name) => `${name}@example.com`))
    await confirmAddress(address)
})
afterAll(() => store.close())

async function order(email: string, network: string, fullName = SPAM): Promise<Reply> {
  const buyer = await aBuyerWith(store, VIP)
  const body = { amount: 299, contactInfo: { fullName, email } }
  const reply = await buyer.call('POST', '/api/cash-app-orders', body, { 'x-forwarded-for': network })
  // The limit on waiting orders per network or address is tested separately.
  await store.testDatabase.pool.query(`update payments set network_key = null where state = 'promised'`)
  return reply
}

const confirmAddress = (address: string) =>
  store.testDatabase.pool.query(
    'insert into buyer_addresses (address, order_id, verified_at, created_at) values ($1, $1, now(), now())',
    [address],
  )

const mailedTo = async (email: string) => {
  await store.runJobs()
  return store.mailsTo(email)
}

test('60 orders by strangers for one address send it 5 emails, with none of their words', async () => {
  const replies: Reply[] = []
  for (let number = 1; number <= 60; number += 1)
    replies.push(await order(number % 2 ? 'Victim@example.com' : 'victim@example.com', `203.0.113.${number}`))

  const mails = await mailedTo('victim@example.com')

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies.filter(({ body }) => body.isMailed)).toHaveLength(5)
  expect(mails).toHaveLength(5)
  for (const { subject, text, html } of mails) {
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil|won|script>alert|1,000/i)
    expect(text).toMatch(/^Hello,$/m)
  }
})

test('one network triggers at most 20 emails a day, without affecting other networks', async () => {
  const from = async (network: string, count: number) => {
    const replies: Reply[] = []
    for (let number = 1; number <= count; number += 1)
      replies.push(await order(`from-${network}-${number}@example.com`, network, 'Bea Buyer'))
    return replies.filter(({ body }) => body.isMailed).length
  }

  expect(await from('198.51.100.7', 25)).toBe(20)
  expect(await from('198.51.100.8', 1)).toBe(1)
  expect(await mailedTo('from-198.51.100.7-21@example.com')).toEqual([])
  // A refused request of a network does not count for any address.
  for (let number = 1; number <= 5; number += 1) await order('kept-free@example.com', '198.51.100.7')
  expect((await order('kept-free@example.com', '198.51.100.8')).body.isMailed).toBe(true)
  store.clock.advance(days(1))
  expect(await from('198.51.100.7', 1)).toBe(1)
})

test('an email counted for one address is not sent to another', async () => {
  const buyer = await aBuyerWith(store, VIP)
  const rename = (email: string) => chooseCashApp(buyer, 299, { contactInfo: { fullName: 'Bea', email } })
  for (const number of [1, 2, 3]) await rename(`throw-away-${number}@example.com`)
  await rename('second-victim@example.com')

  expect(await mailedTo('second-victim@example.com')).toHaveLength(1)
  expect((await buyer.call('GET', '/api/cart')).body.pendingOrder.isMailed).toBe(true)
})

test('the end of many orders for one address sends it at most 5 emails, without a name', async () => {
  const email = 'third-victim@example.com'
  for (let number = 1; number <= 8; number += 1) await order(email, `192.0.2.${number}`)
  await mailedTo(email)

  store.clock.advance(hours(30))
  while ((await expireCashAppOrders(store.ctx)) > 0);

  const mails = (await mailedTo(email)).filter(({ subject }) => subject.includes('canceled'))
  expect(mails).toHaveLength(5)
  expect(mails[0]?.text).toMatch(/^Hello,$/m)
  expect(mails[0]?.html).not.toContain('evil')
})

test('an administrator’s decision reaches the buyer, emailed before or not', async () => {
  const email = 'fourth-victim@example.com'
  for (let number = 1; number <= 5; number += 1) await order(email, `192.0.2.${100 + number}`)
  const { body } = await order(email, '192.0.2.106')
  expect(body.isMailed).toBe(false)

  await rejectCashApp(await anAdmin(store), body)

  const told = (await mailedTo(email)).filter(({ subject }) => subject.includes(body.reference))
  expect(told.map(({ subject }) => subject)).toEqual([`Order ${body.reference} was canceled`])
})
