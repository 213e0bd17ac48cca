import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import {
  anotherRep,
  openedLink,
  openLink,
  payLink,
  reportLink,
  requestState,
  sendLink,
} from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const store = withStore()
const patient = withStore({ beside: store, env: { LINK_HOURS: '48' } })
let rep: Client
beforeAll(async () => {
  rep = await anotherRep(store)
})
beforeEach(async () => {
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
  await store.control({ reset: 'true' })
})

test('a payment link is not opened by members who look at it', async () => {
  const request = await sendLink(rep, [VIP])
  const replies = [
    await rep.call('POST', `/api/payment-request/${request.token}/opened`),
    await (await anotherRep(store)).call('POST', `/api/payment-request/${request.token}/opened`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await rep.call('GET', `/api/invoices/${request.token}`)).body.openedAt).toBeNull()
})

test('a payment link with a declined card tells the customer and the rep why, and another card can pay', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  await customer.confirm(payment, 'pm_card_visa_chargeDeclined')
  const refused = await reportLink(customer, request, payment.paymentId)
  for (const event of await cardProvider(store).events(payment.paymentId)) await deliverWebhook(store, event)
  await store.runJobs()
  const invoice = (await rep.call('GET', `/api/invoices/${request.token}`)).body

  expect([refused.status, refused.body.code]).toEqual([402, 'payment_failed'])
  expect(invoice.declinedReason).toMatch(/declined/)
  expect(invoice.timeline.map((entry: { kind: string }) => entry.kind)).toContain('declined')
  await customer.confirm(payment)
  expect((await reportLink(customer, request, payment.paymentId)).body.status).toBe('paid')
})

test('a payment link stays open for another card if the bank declines after processing', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  await customer.confirm(payment, 'pm_card_processing')
  expect((await reportLink(customer, request, payment.paymentId)).body.code).toBe('payment_pending')
  await cardProvider(store).release(payment.paymentId, 'failed')
  await reportLink(customer, request, payment.paymentId)

  expect(await requestState(store, request)).toMatchObject({ status: 'sent', order: 'awaiting_payment', live: 1 })
  const next = (await openLink(customer, request)).body
  await customer.confirm(next)
  expect((await reportLink(customer, request, next.paymentId)).body.status).toBe('paid')
  await expectStockIdentities(store.testDatabase)
})

test('a payment link with money that pays for nothing shows the rep what was refunded', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, { amount: '12300' })
  await customer.confirm(payment)

  await reportLink(customer, request, payment.paymentId)
  await store.runJobs()
  const { body } = await rep.call('GET', '/api/sales/payment-requests')
  const shown = body.find((one: { token: string }) => one.token === request.token)
  expect(shown).toMatchObject({ status: 'expired', refundedTotal: '123.00', paidAt: null })
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 12_300 }])
  await expectStockIdentities(store.testDatabase)
})

test('a payment link lives longer than a cart’s order: with LINK_HOURS=48, a day-old link can still be paid', async () => {
  await patient.setStock(VIP, 5)
  const theirRep = await anotherRep(patient)
  const unopened = await sendLink(theirRep, [VIP])
  const opened = await sendLink(theirRep, [VIP])
  await openLink(aBuyer(patient), opened)
  patient.clock.advance(hours(30))
  await patient.runTimers()
  for (const request of [unopened, opened]) expect((await payLink(patient, request)).reply.body.status).toBe('paid')
  await expectStockIdentities(patient.testDatabase)
})
