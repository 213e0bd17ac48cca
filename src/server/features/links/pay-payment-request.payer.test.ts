import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { anotherRep, openLink, payLink, reportLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let rep: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
})
afterAll(() => store.close())

const seenBy = async (client: Client, { token }: { token: string }) =>
  (await client.call('GET', `/api/payment-request/${token}`)).body

test('the browser that paid a link sees its own name and address in full, on the link and on the order', async () => {
  const request = await sendLink(rep, [VIP])
  const { customer, reply } = await payLink(store, request)

  expect(reply.body).toMatchObject({ customerName: request.customerName, customerEmail: request.customerEmail })
  const seen = await seenBy(customer, request)
  expect(seen.customerEmail).toBe(request.customerEmail)
  const order = await customer.call('GET', `/api/orders/${seen.orderToken}`)
  expect(order.body.emailHint).toBe(request.customerEmail)
})

test('anyone else with the link sees them masked, also after reporting the payment by its public id', async () => {
  const request = await sendLink(rep, [VIP])
  const { payment } = await payLink(store, request)
  const stranger = aBuyer(store)
  await stranger.reserve(VIP)

  await openLink(stranger, request)
  const reported = await reportLink(stranger, request, payment.paymentId)

  expect(reported.status).toBe(200)
  for (const body of [reported.body, await seenBy(stranger, request)]) {
    expect(body.customerEmail).toMatch(/^.…@.…$/)
    expect(JSON.stringify(body)).not.toContain(request.customerEmail)
  }
})

test('of two browsers that opened a link, the one that paid it sees the address', async () => {
  const request = await sendLink(rep, [VIP])
  const looker = aBuyer(store)
  await openLink(looker, request)
  const { customer } = await payLink(store, request)

  expect((await seenBy(customer, request)).customerEmail).toBe(request.customerEmail)
  expect((await seenBy(looker, request)).customerEmail).toMatch(/^.…@.…$/)
})

test('a link names its rep, and the store’s number until the rep has one; once expired, still nothing of its customer', async () => {
  const request = await sendLink(rep, [VIP])
  const { body: me } = await rep.call('GET', '/api/me')
  expect(await seenBy(aBuyer(store), request)).toMatchObject({ repName: me.username, repPhone: '(512) 555-0100' })
  await store.testDatabase.pool.query('update users set phone = $1 where email = $2', ['(512) 555-0177', me.email])
  store.clock.advance(hours(24))

  const expired = await seenBy(aBuyer(store), request)

  expect(expired).toMatchObject({ status: 'expired', repName: me.username, repPhone: '(512) 555-0177' })
  expect(expired).toMatchObject({ customerEmail: null, customerName: null, cartData: [], termsVersion: null })
  expect(JSON.stringify(expired)).not.toContain(me.email)
})
