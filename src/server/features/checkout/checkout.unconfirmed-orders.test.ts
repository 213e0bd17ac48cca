/** A primary whose standby is away, with waits for it canceled: what was written can be read, and may still get lost. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { aBuyer, openedPayment } from '#testing/builders.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { openLink, reportLink, sendLink } from '#testing/payment-links.ts'
import { REP } from '#testing/test-app.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'

const testDatabase = await aTestDatabase('store')
const proxy = await DatabaseProxy.open(testDatabase.url)
afterAll(() => proxy.close())
const store = withStore({ testDatabase: { ...testDatabase, url: proxy.url } }, (opened) => opened.setStock(VIP, 100))
afterEach(() => proxy.breakCommits(() => null))

const cancelWaits = () => proxy.breakCommits(() => 'unconfirmed')
const standbyIsBack = () => proxy.breakCommits(() => null)

test('a buyer is told that an order is paid only once the standby has it', async () => {
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  const { paymentId } = payment
  cancelWaits()
  const first = await buyer.recordOrder({ paymentId })
  const second = await buyer.recordOrder({ paymentId })
  const latest = await buyer.recordOrder()
  const rows = await store.sql`select state, token from orders where order_id = ${payment.orderId}`
  const page = await buyer.call('GET', `/api/orders/${rows[0].token}`)

  expect([first, second, latest, page].map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(rows[0].state).toBe('paid')
  standbyIsBack()
  expect((await buyer.recordOrder({ paymentId })).body).toMatchObject({ id: payment.orderId, status: 'completed' })
  expect((await buyer.call('GET', `/api/orders/${rows[0].token}`)).status).toBe(200)
})

test('the customer of a payment link is told only once the standby has the order', async () => {
  const rep = aBuyer(store)
  await rep.call('POST', '/api/login', { email: REP.email, password: REP.password })
  const link = await sendLink(rep, [VIP])
  const customer = aBuyer(store)
  const payment = (await openLink(customer, link)).body
  await customer.confirm(payment)
  cancelWaits()
  const first = await reportLink(customer, link, payment.paymentId)
  const second = await reportLink(customer, link, payment.paymentId)
  const page = await customer.call('GET', `/api/payment-request/${link.token}`)
  const again = await openLink(customer, link)

  expect([first, second, page, again].map(({ status }) => status)).toEqual([503, 503, 503, 503])
  standbyIsBack()
  expect((await reportLink(customer, link, payment.paymentId)).body).toMatchObject({ status: 'paid' })
})
