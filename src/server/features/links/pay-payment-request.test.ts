import { afterEach, expect, test } from 'vitest'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, aBuyerWith, type Client, prove } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { addLeads } from '#testing/leads.ts'
import * as paymentLinks from '#testing/payment-links.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { maskCustomer } from './show-request.ts'

const { store, rep, admin, link, opened, seen, stateOf, invoiceOf } = paymentLinks.withLinks({
  settings: { cashAppHandle: '$leadyard' },
})

test('a payment link shows what is to be paid, and viewing it changes nothing', async () => {
  const request = await link([paymentLinks.VIP, paymentLinks.PREMIER], { specialOffers: 'As discussed.' })
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
  expect((await invoiceOf(request)).openedAt).toBeNull()
})

test('a payment link that was never sent is not found, whatever it looks like', async () => {
  const { token } = await link()
  const guesses = ['x', 'no-such-token', token.slice(0, -1), `${token}x`, token.toUpperCase(), '%00', 'a'.repeat(128)]
  const replies = await Promise.all(guesses.map((guess) => aBuyer(store).call('GET', `/api/payment-request/${guess}`)))
  for (const { status, body } of replies.slice(0, 5))
    expect([status, body.code, body.message]).toEqual([404, 'payment_request_not_found', 'Payment request not found'])
  expect(replies.every(({ status }) => status === 404 || status === 400)).toBe(true)
})

test('a payment link is opened once the customer does something on it, and the rep sees when that was', async () => {
  const request = await link()
  const customer = aBuyer(store)
  const first = await customer.call('POST', `/api/payment-request/${request.token}/opened`)
  const openedAt = (await invoiceOf(request)).openedAt
  store.clock.advance(minutes(5))
  await customer.call('POST', `/api/payment-request/${request.token}/opened`)

  expect([first.status, first.body]).toEqual([200, { status: 'sent' }])
  expect(openedAt).not.toBeNull()
  const invoice = await invoiceOf(request)
  expect(invoice.openedAt).toBe(openedAt)
  expect(invoice.timeline.filter((entry: { kind: string }) => entry.kind === 'opened')).toHaveLength(1)
})

test('a payment link is paid once, with the right amount: order, stock, email and the rep’s list agree', async () => {
  const request = await link([paymentLinks.VIP, paymentLinks.PREMIER])
  const stock = await paymentLinks.stockOf(rep, paymentLinks.VIP)

  const { customer, payment, reply } = await paymentLinks.payLink(store, request)
  const again = await paymentLinks.reportLink(customer, request, payment.paymentId)
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
  expect(await stateOf(request)).toEqual({ status: 'paid', reason: null, order: 'paid', live: 0, sold: 2 })
  expect(await paymentLinks.stockOf(rep, paymentLinks.VIP)).toBe(stock)
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject)
  expect(mails.filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
  const [listed] = (await rep.call('GET', '/api/sales/payment-requests?limit=1')).body
  expect(listed).toMatchObject({ token: request.token, status: 'paid', paymentId: payment.paymentId })
})

test('a payment link hides its customer’s data once it is paid, but not from its rep', async () => {
  const contactInfo = {
    ...paymentLinks.aContact(),
    fullName: 'Jane Doe',
    businessName: 'Doe Homes',
    cellPhone: '(512) 555-0134',
    address: '12 Elm Street, Austin',
  }
  const request = await link([paymentLinks.VIP], { contactInfo })
  const before = await seen(request)
  await paymentLinks.payLink(store, request)
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
  expect(await invoiceOf(request)).toMatchObject({
    customerName: 'Jane Doe',
    customerEmail: contactInfo.email,
    customerAddress: '12 Elm Street, Austin',
  })
})

test('a payment link is paid even if the browser never returns', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment)
  expect((await cardProvider(store).events(payment.paymentId)).length).toBeGreaterThan(0)
  await store.pass(seconds(25))
  expect((await seen(request)).status).toBe('paid')
})

test('a payment link accepts only its own amount, from any browser and any number of times', async () => {
  const request = await link()
  const wrong = await paymentLinks.openLink(aBuyer(store), { ...request, total: '1.00' })
  const replies = await Promise.all(Array.from({ length: 8 }, () => paymentLinks.openLink(aBuyer(store), request)))
  expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([409, 'amount_changed', { total: '299.00' }])
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.paymentId}`)).size).toBe(1)
})

test('a payment link paid from many tabs at once is charged once', async () => {
  const { request, customer, payment } = await opened()
  const confirms = await Promise.all(Array.from({ length: 8 }, () => customer.confirm(payment)))
  const reports = await Promise.all(
    Array.from({ length: 8 }, () => paymentLinks.reportLink(aBuyer(store), request, payment.paymentId)),
  )
  expect(confirms.filter((reply) => reply.status === 200).length).toBeGreaterThan(0)
  expect(new Set(reports.map((reply) => `${reply.status} ${reply.body.status}`))).toEqual(new Set(['200 paid']))
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
})

test('a payment link is not paid by another payment or by one that does not exist', async () => {
  const request = await link()
  const paid = await paymentLinks.payLink(store, await link([paymentLinks.PREMIER]))
  const buyer = await aBuyerWith(store, paymentLinks.VIP)
  const own = (await buyer.openPayment()).body
  await buyer.confirm(own)

  const replies = [
    await paymentLinks.reportLink(buyer, request, paid.payment.paymentId),
    await paymentLinks.reportLink(buyer, request, own.paymentId),
    await paymentLinks.reportLink(buyer, request, 'pi_nobody'),
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
  const { customer, reply } = await paymentLinks.payLink(store, request)
  expect(reply.body).toMatchObject({ customerName: request.customerName, customerEmail: request.customerEmail })
  const own = await seen(request, customer)
  expect(own.customerEmail).toBe(request.customerEmail)
  expect((await customer.call('GET', `/api/orders/${own.orderToken}`)).body.emailHint).toBe(request.customerEmail)
})

test('anyone else with the link sees them masked, also after reporting the payment by its public id', async () => {
  const request = await link()
  const { payment } = await paymentLinks.payLink(store, request)
  const stranger = await aBuyerWith(store, paymentLinks.VIP)
  await paymentLinks.openLink(stranger, request)
  const reported = await paymentLinks.reportLink(stranger, request, payment.paymentId)

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
  await store.sql`update users set phone = ${'(512) 555-0177'} where email = ${me.email}`
  store.clock.advance(hours(24))
  const expired = await seen(request)
  expect(expired).toMatchObject({ status: 'expired', repName: me.username, repPhone: '(512) 555-0177' })
  expect(expired).toMatchObject({ customerEmail: null, customerName: null, cartData: [] })
  expect(JSON.stringify(expired)).not.toContain(me.email)
})

let properties = 0

async function stock(packageId: string, count: number, ageDays: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({ property: properties + index + 1, ageDays }))
  properties += count
  await addLeads(store, packageId, leads)
}

const resend = (client: Client, { id }: { id: string }) =>
  client.call('POST', `/api/sales/payment-requests/${id}/resend`, {})

/** The properties that are set aside for a request, or sold with it. */
async function propertiesOf({ token }: { token: string }): Promise<string[]> {
  const rows = await store.sql`with its as (
       select l.hold_id from payment_requests r join orders o using (order_id)
         join order_lines l on l.order_id = o.order_id and l.revision = o.revision where r.token = ${token}
     )
     select property_key from its join hold_leads using (hold_id) join leads using (lead_id)
     union all select property_key from its join order_leads using (hold_id) order by 1`
  return rows.map((row) => row.property_key)
}

afterEach(() => expectLeadIdentities(store.testDatabase))

test('a live link keeps its leads, even those past their time in the tier', async () => {
  const vip = '48001-vacant-vip-20'
  await stock(vip, 25, 2.99)
  const request = await link([vip])
  const before = await propertiesOf(request)
  await paymentLinks.openLink(aBuyer(store), request)
  await store.pass(minutes(90))
  const { status, body } = await resend(rep, request)

  expect([status, body.code]).toEqual([200, undefined])
  expect(before).toHaveLength(25)
  expect(await propertiesOf(body)).toEqual(before)
  await expectLeadIdentities(store.testDatabase)
  expect(await stateOf(body)).toMatchObject({ live: 1 })
  expect((await paymentLinks.payLink(store, body)).reply.body.status).toBe('paid')
  expect(await propertiesOf(body)).toEqual(before)
})

test('an expired link is not resent by the rep who has since sold the customer too many of the remaining leads', async () => {
  const standard = '48005-vacant-standard-20'
  await stock(standard, 45, 40)
  const contactInfo = paymentLinks.aContact()
  const request = await link([standard], { contactInfo })
  expect((await paymentLinks.payLink(store, await link([standard], { contactInfo }))).reply.body.status).toBe('paid')
  await store.pass(hours(25))
  const { status, body } = await resend(rep, request)

  expect([status, body.code]).toEqual([409, 'payment_request_out_of_stock'])
})

test('a customer who has since bought too many of the leads gets other leads, or is told before paying', async () => {
  const standard = '48007-vacant-standard-20'
  await stock(standard, 45, 40)
  const contactInfo = paymentLinks.aContact()
  const request = await link([standard], { contactInfo })
  const customer = aBuyer(store)
  Object.assign(customer.contactInfo, contactInfo)
  await customer.buy(standard)
  const refused = await paymentLinks.openLink(customer, request)
  await expectLeadIdentities(store.testDatabase)
  await stock(standard, 5, 41)
  const paid = await paymentLinks.payLink(store, request)

  expect([refused.status, refused.body.code]).toEqual([409, 'too_few_unseen'])
  expect(refused.body.message).toContain('Standard Junior Package')
  expect(paid.reply.body.status).toBe('paid')
  expect(await propertiesOf(request)).toHaveLength(25)
})

test('whoever else has the link, and a rep who did not sell to the customer, get the same answers as for anyone', async () => {
  const standard = '48009-vacant-standard-20'
  await stock(standard, 30, 40)
  const contactInfo = paymentLinks.aContact()
  const customer = aBuyer(store)
  Object.assign(customer.contactInfo, contactInfo)
  await customer.buy(standard)
  const request = await link([standard], { contactInfo })
  const paid = await paymentLinks.payLink(store, request)

  expect(paid.payment.clientSecret).toBeTruthy()
  const rows = await store.sql`select state from orders where order_id = ${paid.payment.orderId}`
  expect(rows).toEqual([{ state: 'refunded' }])
  expect(await propertiesOf(request)).toEqual([])
})

test('a live link keeps its counted unit after its package starts to follow leads', async () => {
  const vip = '48021-vacant-vip-20'
  await store.setStock(vip, 5)
  const request = await link([vip])
  await stock('48021-vacant-standard-20', 10, 40)
  const { status, body } = await resend(rep, request)

  expect([status, body.status]).toEqual([200, 'sent'])
  expect(await stateOf(body)).toMatchObject({ live: 1 })
  await expectLeadIdentities(store.testDatabase)
  expect((await paymentLinks.payLink(store, body)).reply.body.status).toBe('paid')
})

const choose = ({ token }: { token: string }) => aBuyer(store).call('POST', `/api/payment-request/${token}/cash-app`)
const waiting = async (member: Client): Promise<string[]> =>
  (await member.call('GET', '/api/sales/payment-requests?cashApp=chosen')).body.map(({ id }: { id: string }) => id)
const attention = async () =>
  (await admin.call('GET', '/api/admin/attention')).body.parts.find(
    ({ kind }: { kind: string }) => kind === 'cash_app_links',
  )

test('choosing Cash App many times at once is recorded once and waits for an administrator until it is paid', async () => {
  const request = await link([paymentLinks.VIP], { contactInfo: { fullName: 'Ada Oak', email: 'ada@example.com' } })
  const other = await link()

  const replies = await Promise.all(Array.from({ length: 8 }, () => choose(request)))

  expect(new Set(replies.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 sent']))
  const members = [rep, admin, await paymentLinks.anotherRep(store)]
  expect(await Promise.all(members.map(waiting))).toEqual([[request.id], [request.id], []])
  store.clock.advance(minutes(15))
  expect(await attention()).toEqual({
    kind: 'cash_app_links',
    count: 1,
    items: [expect.objectContaining({ id: request.id, who: 'Ada Oak', amount: Number(request.total) })],
  })
  const chosen = await invoiceOf(request)
  expect(chosen.timeline.filter(({ kind }: { kind: string }) => kind === 'cash_app_chosen')).toEqual([
    expect.objectContaining({ at: chosen.cashAppChosenAt }),
  ])
  expect((await invoiceOf(other)).cashAppChosenAt).toBeNull()

  await admin.call('POST', `/api/admin/payment-request/${request.token}/mark-paid`, { reference: '#D-1234' })
  expect([await waiting(admin), (await attention()).count]).toEqual([[], 0])
})

test('a customer who then pays by card leaves nothing to check', async () => {
  const request = await link()
  await choose(request)
  await paymentLinks.payLink(store, request)
  expect(await waiting(rep)).toEqual([])
  expect((await choose(request)).body).toEqual({ status: 'paid' })
})

test('a link that has expired, or that never was, records nothing', async () => {
  const request = await link()
  store.clock.advance(hours(24))
  const replies = [await choose(request), await choose({ token: 'x'.repeat(32) })]
  expect(replies.map(({ status, body }) => [status, body.code ?? body.status])).toEqual([
    [200, 'expired'],
    [404, 'payment_request_not_found'],
  ])
  expect((await invoiceOf(request)).cashAppChosenAt).toBeNull()
})

test('a store without Cash App records nothing', async () => {
  const request = await link()
  await prove(admin)
  const change = { name: 'cashAppHandle', before: '$leadyard', after: '' }
  expect((await admin.call('PUT', '/api/admin/settings', { changes: [change] })).status).toBe(200)
  expect(await choose(request)).toMatchObject({ status: 503, body: { code: 'cash_app_unavailable' } })
})

const customer = {
  customerName: 'Jane Doe',
  customerEmail: 'jane.doe@example.com',
  customerBusinessName: null,
  customerPhone: null,
  customerAddress: null,
}

test.each([
  ['Jane Doe', 'J… D…'],
  [' Ana  María de la Peña', 'A… M… d… l… P…'],
  ['王 小明', '王… 小…'],
  ['12 Elm Street', '1… E… S…'],
])('a name or an address keeps only the first letter of each word: %s', (text, masked) => {
  const shown = maskCustomer({ ...customer, customerName: text, customerAddress: text })
  expect(shown).toMatchObject({ customerName: masked, customerAddress: masked })
})

test('an email keeps the first letter of both sides, a phone its last two digits; empty fields stay empty', () => {
  const shown = maskCustomer({ ...customer, customerPhone: '+1 (512) 555-0134' })
  expect(shown).toEqual({ ...customer, customerName: 'J… D…', customerEmail: 'j…@e…', customerPhone: '…34' })
})
