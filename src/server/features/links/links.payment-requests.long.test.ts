import { expect, test } from 'vitest'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import * as paymentLinks from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const { store, rep, link, opened, stateOf, invoiceOf } = paymentLinks.withLinks()
const twin = withStore({ beside: store })
const patient = withStore({ beside: store, settings: { linkHours: 48 } })

test('a payment link is not opened by members who look at it', async () => {
  const request = await link()
  const replies = [
    await rep.call('POST', `/api/payment-request/${request.token}/opened`),
    await (await paymentLinks.anotherRep(store)).call('POST', `/api/payment-request/${request.token}/opened`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await invoiceOf(request)).openedAt).toBeNull()
})

test('a payment link with a declined card tells the customer and the rep why, and another card can pay', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_visa_chargeDeclined')
  const refused = await paymentLinks.reportLink(customer, request, payment.paymentId)
  for (const event of await cardProvider(store).events(payment.paymentId)) await deliverWebhook(store, event)
  await store.runJobs()
  const invoice = await invoiceOf(request)

  expect([refused.status, refused.body.code]).toEqual([402, 'payment_failed'])
  expect(invoice.declinedReason).toMatch(/declined/)
  expect(invoice.timeline.map((entry: { kind: string }) => entry.kind)).toContain('declined')
  await customer.confirm(payment)
  expect((await paymentLinks.reportLink(customer, request, payment.paymentId)).body.status).toBe('paid')
})

test('a payment link stays open for another card if the bank declines after processing', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_processing')
  expect((await paymentLinks.reportLink(customer, request, payment.paymentId)).body.code).toBe('payment_pending')
  await cardProvider(store).release(payment.paymentId, 'failed')
  await paymentLinks.reportLink(customer, request, payment.paymentId)

  expect(await stateOf(request)).toMatchObject({ status: 'sent', order: 'awaiting_payment', live: 1 })
  const next = (await paymentLinks.openLink(customer, request)).body
  await customer.confirm(next)
  expect((await paymentLinks.reportLink(customer, request, next.paymentId)).body.status).toBe('paid')
})

test('a payment link with money that pays for nothing shows the rep what was refunded', async () => {
  const { request, customer, payment } = await opened()
  await cardProvider(store).call('POST', `/v1/payment_intents/${payment.paymentId}`, { amount: '12300' })
  await customer.confirm(payment)

  await paymentLinks.reportLink(customer, request, payment.paymentId)
  await store.runJobs()
  const { body } = await rep.call('GET', '/api/sales/payment-requests')
  const shown = body.find((one: { token: string }) => one.token === request.token)
  expect(shown).toMatchObject({ status: 'expired', refundedTotal: '123.00', paidAt: null })
  expect(await cardProvider(store).refunds(payment.paymentId)).toMatchObject([{ amount: 12_300 }])
})

test('a payment link lives longer than a cart’s order: with 48 hours, a day-old link can still be paid', async () => {
  await patient.setStock(paymentLinks.VIP, 5)
  const theirRep = await paymentLinks.anotherRep(patient)
  const unopened = await paymentLinks.sendLink(theirRep, [paymentLinks.VIP])
  const opened = await paymentLinks.sendLink(theirRep, [paymentLinks.VIP])
  await paymentLinks.openLink(aBuyer(patient), opened)
  await patient.pass(hours(30))
  for (const request of [unopened, opened])
    expect((await paymentLinks.payLink(patient, request)).reply.body.status).toBe('paid')
  await expectStockIdentities(patient.testDatabase)
})

test('an expired link keeps its units while the bank is processing its payment', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_processing')
  await store.pass(hours(24))
  expect(await stateOf(request)).toMatchObject({ status: 'sent', live: 1 })
  await cardProvider(store).release(payment.paymentId, 'succeeded')
  await store.pass(seconds(11))
  expect(await stateOf(request)).toMatchObject({ status: 'paid', sold: 1 })
})

test('an expired link gets 15 more minutes, and no longer, during 3-D Secure', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment, 'pm_card_authenticationRequired')
  await store.pass(hours(24))
  expect(await stateOf(request)).toMatchObject({ status: 'sent', live: 1 })
  await store.pass(minutes(16))
  expect(await stateOf(request)).toMatchObject({ status: 'expired', live: 0 })
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
})

test('an expired link waits for a provider that does not answer, without holding up other links', async () => {
  const { request } = await opened()
  const unopened = await link()
  store.clock.advance(hours(24))
  await store.control({ fail_next: '50', fail_status: '500', fail_match: 'GET /v1/payment_intents' })
  await store.runTimers()

  expect(await stateOf(request)).toMatchObject({ status: 'sent', live: 1 })
  expect(await stateOf(unopened)).toMatchObject({ status: 'expired', live: 0 })
  await store.control({ reset: 'true' })
  await store.pass(seconds(11))
  expect(await stateOf(request)).toMatchObject({ status: 'expired', live: 0 })
})

test('an expired link whose money arrives after its units are gone gets fresh units or a refund', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment)
  // No node looked for over an hour: the units returned by themselves.
  store.clock.advance(hours(25) + minutes(5))
  await store.sql`update payments set check_at = check_at + interval '9 days'`
  await expireHolds(store.ctx)
  await store.setStock(paymentLinks.VIP, 0)
  const late = await paymentLinks.reportLink(customer, request, payment.paymentId)
  await store.runJobs()

  expect(late.body).toMatchObject({ status: 'paid', refundedTotal: '299.00' })
  expect(await cardProvider(store).refunds(payment.paymentId)).toHaveLength(1)
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject).join('\n')
  expect(mails).toMatch(/money|refund|back/i)
})

test('a voided link whose node died halfway through ends by itself within a minute', async () => {
  const { request } = await opened()
  const stock = await paymentLinks.stockOf(rep, paymentLinks.VIP)
  const rows = await store.sql`select order_id from payment_requests where token = ${request.token}`
  await closeOrder(store.ctx, rows[0].order_id)
  await store.runTimers()
  const during = await stateOf(request)
  store.clock.advance(seconds(61))
  await Promise.all([store.runTimers(), twin.runTimers()])

  expect(during).toMatchObject({ status: 'sent', order: 'cancelled', live: 1 })
  expect(await stateOf(request)).toMatchObject({ status: 'expired', reason: 'voided', live: 0 })
  expect(await paymentLinks.stockOf(rep, paymentLinks.VIP)).toBe(stock + 1)
})

const send = (body: Record<string, unknown>) => rep.call('POST', '/api/send-invoice', body)

test('a payment request sent again without an attempt after a lost answer is the same request', async () => {
  await rep.reserve(paymentLinks.VIP)
  const line = { tier: 'vip', size: 20, price: 299, leadType: 'vacant', state: 'Texas', county: 'Travis' }
  const body = { contactInfo: paymentLinks.aContact(), total: '299.00', cartItems: [line] }
  const first = await send(body)
  const second = await send(body)
  const toAnother = await send({ ...body, contactInfo: paymentLinks.aContact() })
  expect([second.status, second.body.token]).toEqual([200, first.body.token])
  expect(toAnother.body.code).toBe('cart_empty')
})

test('a payment request closes the card payment that the rep opened for the same cart', async () => {
  await rep.reserve(paymentLinks.VIP)
  const contactInfo = paymentLinks.aContact()
  const own = (await rep.call('POST', '/api/create-payment-intent', { amount: 299, contactInfo })).body
  const sent = await send({ contactInfo: paymentLinks.aContact() })
  expect(sent.status).toBe(200)
  expect((await cardProvider(store).intent(own.paymentId)).status).toBe('canceled')
  expect(await stateOf(sent.body)).toMatchObject({ live: 1 })
})

test('a payment request stays if its email is refused, and says why', async () => {
  await rep.reserve(paymentLinks.VIP)
  const contactInfo = {
    fullName: 'Ada',
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
  }

  const { body } = await send({ contactInfo })
  await store.sql`update messages set state = 'failed', last_error = 'the mail server said no' where subject_id = ${body.id}`

  const seen = await invoiceOf(body)
  expect(seen).toMatchObject({ status: 'sent', mail: { state: 'failed', error: 'the mail server said no' } })
  const mailedAgain = await rep.call('POST', `/api/sales/payment-requests/${body.id}/mail`)
  expect(mailedAgain.body).toMatchObject({ token: body.token, mail: { state: 'waiting', error: null } })
  await store.runJobs()
  expect(await store.mailsTo(contactInfo.email)).toHaveLength(1)
  expect((await invoiceOf(body)).mail.state).toBe('sent')
})
