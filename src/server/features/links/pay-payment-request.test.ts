import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import {
  aContact,
  anotherRep,
  openedLink,
  openLink,
  payLink,
  reportLink,
  requestState,
  seenLink,
  sendLink,
  stockOf,
} from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'
const store = withStore()
let rep: Client
beforeAll(async () => {
  rep = await anotherRep(store)
})
beforeEach(async () => {
  for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
  await store.control({ reset: 'true' })
})

const link = (packageIds: readonly string[] = [VIP], body: Record<string, unknown> = {}) =>
  sendLink(rep, packageIds, body)
const seen = (request: { token: string }, by: Client = aBuyer(store)) => seenLink(by, request)

test('a payment link shows what is to be paid, and viewing it changes nothing', async () => {
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

test('a payment link that was never sent is not found, whatever it looks like', async () => {
  const { token } = await link()
  const guesses = ['x', 'no-such-token', token.slice(0, -1), `${token}x`, token.toUpperCase(), '%00', 'a'.repeat(128)]
  const replies = await Promise.all(guesses.map((guess) => aBuyer(store).call('GET', `/api/payment-request/${guess}`)))
  for (const { status, body } of replies.slice(0, 5)) {
    expect([status, body.code, body.message]).toEqual([404, 'payment_request_not_found', 'Payment request not found'])
  }
  expect(replies.every(({ status }) => status === 404 || status === 400)).toBe(true)
})

test('a payment link is opened once the customer does something on it, and the rep sees when that was', async () => {
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

test('a payment link is paid once, with the right amount: order, stock, email and the rep’s list agree', async () => {
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
  expect(await requestState(store, request)).toEqual({ status: 'paid', reason: null, order: 'paid', live: 0, sold: 2 })
  expect(await stockOf(rep, VIP)).toBe(stock)
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject)
  expect(mails.filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
  const [listed] = (await rep.call('GET', '/api/sales/payment-requests?limit=1')).body
  expect(listed).toMatchObject({ token: request.token, status: 'paid', paymentId: payment.paymentId })
  await expectStockIdentities(store.testDatabase)
})

test('a payment link hides its customer’s data once it is paid, but not from its rep', async () => {
  const contactInfo = {
    ...aContact(),
    fullName: 'Jane Doe',
    businessName: 'Doe Homes',
    cellPhone: '(512) 555-0134',
    address: '12 Elm Street, Austin',
  }
  const request = await sendLink(rep, [VIP], { contactInfo })
  const before = await seen(request)
  await payLink(store, request)
  const after = await seen(request)

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

test('a payment link is paid even if the browser never returns', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  await customer.confirm(payment)
  const events = await cardProvider(store).events(payment.paymentId)
  expect(events.length).toBeGreaterThan(0)
  store.clock.advance(seconds(25))
  await store.runTimers()
  expect((await seen(request)).status).toBe('paid')
  await expectStockIdentities(store.testDatabase)
})

test('a payment link accepts only its own amount, from any browser and any number of times', async () => {
  const request = await link()
  const wrong = await openLink(aBuyer(store), { ...request, total: '1.00' })
  const replies = await Promise.all(Array.from({ length: 8 }, () => openLink(aBuyer(store), request)))
  expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([409, 'amount_changed', { total: '299.00' }])
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.paymentId}`)).size).toBe(1)
})

test('a payment link paid from many tabs at once is charged once', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  const confirms = await Promise.all(Array.from({ length: 8 }, () => customer.confirm(payment)))
  const reports = await Promise.all(
    Array.from({ length: 8 }, () => reportLink(aBuyer(store), request, payment.paymentId)),
  )
  expect(confirms.filter((reply) => reply.status === 200).length).toBeGreaterThan(0)
  expect(new Set(reports.map((reply) => `${reply.status} ${reply.body.status}`))).toEqual(new Set(['200 paid']))
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
  await expectStockIdentities(store.testDatabase)
})

test('a payment link is not paid by another payment or by one that does not exist', async () => {
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

test('the browser that paid a link sees its own name and address in full, on the link and on the order', async () => {
  const request = await link()
  const { customer, reply } = await payLink(store, request)
  expect(reply.body).toMatchObject({ customerName: request.customerName, customerEmail: request.customerEmail })
  const own = await seen(request, customer)
  expect(own.customerEmail).toBe(request.customerEmail)
  const order = await customer.call('GET', `/api/orders/${own.orderToken}`)
  expect(order.body.emailHint).toBe(request.customerEmail)
})

test('anyone else with the link sees them masked, also after reporting the payment by its public id', async () => {
  const request = await link()
  const { payment } = await payLink(store, request)
  const stranger = aBuyer(store)
  await stranger.reserve(VIP)
  await openLink(stranger, request)
  const reported = await reportLink(stranger, request, payment.paymentId)

  expect(reported.status).toBe(200)
  for (const body of [reported.body, await seen(request, stranger)]) {
    expect(body.customerEmail).toMatch(/^.…@.…$/)
    expect(JSON.stringify(body)).not.toContain(request.customerEmail)
  }
})

test('a link names its rep, and the store’s number until the rep has one; once expired, still nothing of its customer', async () => {
  const request = await link()
  const { body: me } = await rep.call('GET', '/api/me')
  expect(await seen(request)).toMatchObject({ repName: me.username, repPhone: '(512) 555-0100' })
  await store.testDatabase.pool.query('update users set phone = $1 where email = $2', ['(512) 555-0177', me.email])
  store.clock.advance(hours(24))
  const expired = await seen(request)
  expect(expired).toMatchObject({ status: 'expired', repName: me.username, repPhone: '(512) 555-0177' })
  expect(expired).toMatchObject({ customerEmail: null, customerName: null, cartData: [], termsVersion: null })
  expect(JSON.stringify(expired)).not.toContain(me.email)
})
