import { beforeEach, expect, test } from 'vitest'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import type { Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { anotherRep, openedLink, reportLink, requestState, sendLink, stockOf } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore()
const twin = withStore({ beside: store })
let rep: Client
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
beforeEach(async () => {
  await store.control({ reset: 'true' })
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
})

const link = () => sendLink(rep, [VIP])
const opened = () => openedLink(store, rep, [VIP])

test('an expired link keeps its units while the bank is processing its payment', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_processing')
  store.clock.advance(hours(24))
  await store.runTimers()
  expect(await requestState(store, request)).toMatchObject({ status: 'sent', live: 1 })
  await cardProvider(store).release(payment.paymentId, 'succeeded')
  store.clock.advance(seconds(11))
  await store.runTimers()
  expect(await requestState(store, request)).toMatchObject({ status: 'paid', sold: 1 })
})

test('an expired link gets 15 more minutes, and no longer, during 3-D Secure', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_authenticationRequired')
  store.clock.advance(hours(24))
  await store.runTimers()
  expect(await requestState(store, request)).toMatchObject({ status: 'sent', live: 1 })
  store.clock.advance(minutes(16))
  await store.runTimers()
  expect(await requestState(store, request)).toMatchObject({ status: 'expired', live: 0 })
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
})

test('an expired link waits for a provider that does not answer, without holding up other links', async () => {
  const { request } = await opened()
  const unopened = await link()
  store.clock.advance(hours(24))
  await store.control({ fail_next: '50', fail_status: '500', fail_match: 'GET /v1/payment_intents' })
  await store.runTimers()

  expect(await requestState(store, request)).toMatchObject({ status: 'sent', live: 1 })
  expect(await requestState(store, unopened)).toMatchObject({ status: 'expired', live: 0 })
  await store.control({ reset: 'true' })
  store.clock.advance(seconds(11))
  await store.runTimers()
  expect(await requestState(store, request)).toMatchObject({ status: 'expired', live: 0 })
  await expectStockIdentities(store.testDatabase)
})

test('an expired link whose money arrives after its units are gone gets fresh units or a refund', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment)
  // No node looked for over an hour: the units returned by themselves.
  store.clock.advance(hours(25) + minutes(5))
  await query(`update payments set check_at = check_at + interval '9 days'`)
  const { expireHolds } = await import('#server/features/stock/release-hold.ts')
  await expireHolds(store.ctx)
  await store.setStock(VIP, 0)
  const late = await reportLink(customer, request, payment.paymentId)
  await store.runJobs()

  expect(late.body).toMatchObject({ status: 'paid', refundedTotal: '299.00' })
  expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject).join('\n')
  expect(mails).toMatch(/money|refund|back/i)
  await expectStockIdentities(store.testDatabase)
})

test('a voided link whose node died halfway through ends by itself within a minute', async () => {
  const { request } = await opened()
  const stock = await stockOf(rep, VIP)
  const { rows } = await query('select order_id from payment_requests where token = $1', [request.token])
  await closeOrder(store.ctx, rows[0].order_id)
  await store.runTimers()
  const during = await requestState(store, request)
  store.clock.advance(seconds(61))
  await Promise.all([store.runTimers(), twin.runTimers()])

  expect(during).toMatchObject({ status: 'sent', order: 'cancelled', live: 1 })
  expect(await requestState(store, request)).toMatchObject({ status: 'expired', reason: 'voided', live: 0 })
  expect(await stockOf(rep, VIP)).toBe(stock + 1)
  await expectStockIdentities(store.testDatabase)
})
