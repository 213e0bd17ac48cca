import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, Client } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import {
  aContact,
  anotherRep,
  openLink,
  payLink,
  reportLink,
  requestState,
  sendLink,
  stockOf,
} from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

let store: TestApp
let rep: Client
beforeAll(async () => {
  store = await createTestApp()
  rep = await anotherRep(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
  await store.control({ reset: 'true' })
})

const link = (packageIds: readonly string[] = [VIP], body: Record<string, unknown> = {}) =>
  sendLink(rep, packageIds, body)
const seen = async ({ token }: { token: string }) =>
  (await aBuyer(store).call('GET', `/api/payment-request/${token}`)).body

describe('a payment link', () => {
  test('shows what is to be paid, and viewing it changes nothing', async () => {
    const request = await link([VIP, PREMIER], { specialOffers: 'As discussed.' })

    const reply = await aBuyer(store).call('GET', `/api/payment-request/${request.token}`)

    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toMatchObject({
      token: request.token,
      status: 'sent',
      total: '498.00',
      customerName: request.customerName,
      specialOffers: 'As discussed.',
      expiresAt: request.expiresAt,
    })
    expect(reply.body.cartData).toHaveLength(2)
    expect((await rep.call('GET', `/api/invoices/${request.token}`)).body.openedAt).toBeNull()
  })

  test('that was never sent is not found, whatever it looks like', async () => {
    const { token } = await link()
    const guesses = ['x', 'no-such-token', token.slice(0, -1), `${token}x`, token.toUpperCase(), '%00', 'a'.repeat(128)]

    const replies = await Promise.all(
      guesses.map((guess) => aBuyer(store).call('GET', `/api/payment-request/${guess}`)),
    )

    for (const { status, body } of replies.slice(0, 5)) {
      expect([status, body.code, body.message]).toEqual([404, 'payment_request_not_found', 'Payment request not found'])
    }
    expect(replies.every(({ status }) => status === 404 || status === 400)).toBe(true)
  })

  test('is not opened by members who look at it', async () => {
    const request = await link()

    const replies = [
      await rep.call('POST', `/api/payment-request/${request.token}/opened`),
      await (await anotherRep(store)).call('POST', `/api/payment-request/${request.token}/opened`),
    ]

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await rep.call('GET', `/api/invoices/${request.token}`)).body.openedAt).toBeNull()
  })

  test('is opened once the customer does something on it, and the rep sees when that was', async () => {
    const request = await link()
    const customer = aBuyer(store)

    const first = await customer.call('POST', `/api/payment-request/${request.token}/opened`)
    const openedAt = (await rep.call('GET', `/api/invoices/${request.token}`)).body.openedAt
    store.clock.advance(minutes(5))
    await customer.call('POST', `/api/payment-request/${request.token}/opened`)

    expect([first.status, first.body]).toEqual([200, { status: 'sent' }])
    expect(openedAt).not.toBeNull()
    const invoice = (await rep.call('GET', `/api/invoices/${request.token}`)).body
    expect(invoice.openedAt).toBe(openedAt)
    expect(invoice.timeline.filter((entry: { kind: string }) => entry.kind === 'opened')).toHaveLength(1)
  })

  test('is paid once, with the right amount: order, stock, email and the rep’s list agree', async () => {
    const request = await link([VIP, PREMIER])
    const stock = await stockOf(rep, VIP)

    const { customer, payment, reply } = await payLink(store, request)
    const again = await reportLink(customer, request, payment.paymentId)
    await store.runJobs()

    expect(reply.body).toMatchObject({
      status: 'paid',
      paymentId: payment.paymentId,
      paymentMethod: 'stripe',
      total: '498.00',
    })
    expect(reply.body.orderToken).toEqual(expect.any(String))
    expect(again.body).toMatchObject({ status: 'paid', paymentId: payment.paymentId })
    expect(await cardProvider(store).charges(payment.paymentId)).toMatchObject([{ amount: 49_800 }])
    expect(await requestState(store, request)).toEqual({
      status: 'paid',
      reason: null,
      order: 'paid',
      live: 0,
      sold: 2,
    })
    expect(await stockOf(rep, VIP)).toBe(stock)
    const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject)
    expect(mails.filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
    const [listed] = (await rep.call('GET', '/api/sales/payment-requests?limit=1')).body
    expect(listed).toMatchObject({ token: request.token, status: 'paid', paymentId: payment.paymentId })
    await expectStockIdentities(store.testDatabase)
  })

  test('hides its customer’s data once it is paid, but not from its rep', async () => {
    const contactInfo = {
      ...aContact(),
      fullName: 'Jane Doe',
      businessName: 'Doe Homes',
      cellPhone: '(512) 555-0134',
      address: '12 Elm Street, Austin',
    }
    const request = await sendLink(rep, [VIP], { contactInfo })
    const stranger = new Client(store)
    const read = async () => (await stranger.call('GET', `/api/payment-request/${request.token}`)).body
    const before = await read()

    await payLink(store, request)
    const after = await read()

    expect(before).toMatchObject({ customerName: 'Jane Doe', customerPhone: '(512) 555-0134' })
    expect(after).toMatchObject({
      customerName: 'J… D…',
      customerEmail: 'c…@e…',
      customerBusinessName: 'D… H…',
      customerPhone: '…34',
      customerAddress: '1… E… S… A…',
    })
    const text = JSON.stringify(after)
    for (const secret of ['Jane', ' Doe', 'Doe Homes', contactInfo.email, '555-0134', 'Elm '])
      expect(text).not.toContain(secret)
    expect((await rep.call('GET', `/api/invoices/${request.token}`)).body).toMatchObject({
      customerName: 'Jane Doe',
      customerEmail: contactInfo.email,
      customerAddress: '12 Elm Street, Austin',
    })
  })

  test('is paid even if the browser never returns', async () => {
    const request = await link()
    const customer = aBuyer(store)
    const payment = (await openLink(customer, request)).body
    await customer.confirm(payment)

    const events = await cardProvider(store).events(payment.paymentId)
    expect(events.length).toBeGreaterThan(0)
    store.clock.advance(seconds(25))
    await store.runTimers()

    expect((await seen(request)).status).toBe('paid')
    await expectStockIdentities(store.testDatabase)
  })

  test('accepts only its own amount, from any browser and any number of times', async () => {
    const request = await link()

    const wrong = await openLink(aBuyer(store), { ...request, total: '1.00' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => openLink(aBuyer(store), request)))

    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([409, 'amount_changed', { total: '299.00' }])
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.paymentId}`)).size).toBe(1)
  })

  test('paid from 20 tabs at once is charged once', async () => {
    const request = await link()
    const customer = aBuyer(store)
    const payment = (await openLink(customer, request)).body

    const confirms = await Promise.all(Array.from({ length: 20 }, () => customer.confirm(payment)))
    const reports = await Promise.all(
      Array.from({ length: 20 }, () => reportLink(aBuyer(store), request, payment.paymentId)),
    )

    expect(confirms.filter((reply) => reply.status === 200).length).toBeGreaterThan(0)
    expect(new Set(reports.map((reply) => `${reply.status} ${reply.body.status}`))).toEqual(new Set(['200 paid']))
    expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
    await expectStockIdentities(store.testDatabase)
  })

  test('is not paid by another payment or by one that does not exist', async () => {
    const request = await link()
    const other = await link([PREMIER])
    const paid = await payLink(store, other)
    const buyer = aBuyer(store)
    await buyer.reserve(VIP)
    const own = (await buyer.openPayment()).body
    await buyer.confirm(own)

    const replies = [
      await reportLink(buyer, request, paid.payment.paymentId),
      await reportLink(buyer, request, own.paymentId),
      await reportLink(buyer, request, 'pi_nobody'),
    ]

    expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual([
      [409, 'payment_mismatch'],
      [409, 'payment_mismatch'],
      [404, 'payment_unknown'],
    ])
    expect((await seen(request)).status).toBe('sent')
    expect((await buyer.recordOrder({ paymentId: paid.payment.paymentId })).body.code).toBe('payment_mismatch')
  })

  test('with a declined card tells the customer and the rep why, and another card can pay', async () => {
    const request = await link()
    const customer = aBuyer(store)
    const payment = (await openLink(customer, request)).body
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

  test('stays open for another card if the bank declines after processing', async () => {
    const request = await link()
    const customer = aBuyer(store)
    const payment = (await openLink(customer, request)).body
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

  test('with money that pays for nothing shows the rep what was refunded', async () => {
    const request = await link()
    const customer = aBuyer(store)
    const payment = (await openLink(customer, request)).body
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

  test('lives longer than a cart’s order: with LINK_HOURS=48, a day-old link can still be paid', async () => {
    const patient = await createTestApp({ env: { LINK_HOURS: '48' } })
    try {
      await patient.setStock(VIP, 5)
      const theirRep = await anotherRep(patient)
      const unopened = await sendLink(theirRep, [VIP])
      const opened = await sendLink(theirRep, [VIP])
      await openLink(aBuyer(patient), opened)
      patient.clock.advance(hours(30))
      await patient.runTimers()

      for (const request of [unopened, opened]) expect((await payLink(patient, request)).reply.body.status).toBe('paid')
      await expectStockIdentities(patient.testDatabase)
    } finally {
      await patient.close()
    }
  })
})
