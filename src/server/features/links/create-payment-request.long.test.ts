import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aContact, anotherRep, requestState } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const store = withStore()
let rep: Client
beforeEach(async () => {
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
  rep = await anotherRep(store)
})

const send = (body: Record<string, unknown>) => rep.call('POST', '/api/send-invoice', body)

test('a payment request sent again without an attempt after a lost answer is the same request', async () => {
  await rep.reserve(VIP)
  const line = { tier: 'vip', size: 20, price: 299, leadType: 'vacant', state: 'Texas', county: 'Travis' }
  const body = { contactInfo: aContact(), total: '299.00', cartItems: [line] }
  const first = await send(body)
  const second = await send(body)
  const toAnother = await send({ ...body, contactInfo: aContact() })
  expect([second.status, second.body.token]).toEqual([200, first.body.token])
  expect(toAnother.body.code).toBe('cart_empty')
})

test('a payment request closes the card payment that the rep opened for the same cart', async () => {
  await rep.reserve(VIP)
  const contactInfo = aContact()
  const own = (await rep.call('POST', '/api/create-payment-intent', { amount: 299, contactInfo })).body
  const sent = await send({ contactInfo: aContact() })
  expect(sent.status).toBe(200)
  expect((await cardProvider(store).intent(own.paymentId)).status).toBe('canceled')
  expect(await requestState(store, sent.body)).toMatchObject({ live: 1 })
})

test('a payment request stays if its email is refused, and says why', async () => {
  await rep.reserve(VIP)
  const contactInfo = {
    fullName: 'Ada',
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
  }

  const { body } = await send({ contactInfo })
  await store.testDatabase.pool.query(
    `update messages set state = 'failed', last_error = 'the mail server said no' where subject_id = $1`,
    [body.id],
  )

  const seen = (await rep.call('GET', `/api/invoices/${body.token}`)).body
  expect(seen).toMatchObject({ status: 'sent', mail: { state: 'failed', error: 'the mail server said no' } })
  const mailedAgain = await rep.call('POST', `/api/sales/payment-requests/${body.id}/mail`)
  expect(mailedAgain.body).toMatchObject({ token: body.token, mail: { state: 'waiting', error: null } })
  await store.runJobs()
  expect(await store.mailsTo(contactInfo.email)).toHaveLength(1)
  expect((await rep.call('GET', `/api/invoices/${body.token}`)).body.mail.state).toBe('sent')
})
