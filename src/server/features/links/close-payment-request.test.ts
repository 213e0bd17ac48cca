import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import type { Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { runsOf } from '#testing/lane.ts'
import { openLink, payLink, reportLink, stockOf, VIP, withLinks } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const { store, rep, admin, link, opened, expired, seen, stateOf, invoiceOf } = withLinks()
const twin = withStore({ beside: store })
const voidIt = (client: Client, { id }: { id: string }) => client.call('POST', `/api/sales/payment-requests/${id}/void`)

test('an expired link shows so at once, and any node puts its units back on sale', async () => {
  const { request, customer, payment } = await opened()
  const stock = await stockOf(rep, VIP)

  store.clock.advance(hours(24))
  const before = await seen(request)
  await Promise.all([store.runTimers(), twin.runTimers()])

  expect(before).toMatchObject({ status: 'expired', reason: 'time' })
  const gone = { status: 'expired', reason: 'time', order: 'cancelled', live: 0, sold: 0 }
  expect(await stateOf(request)).toEqual(gone)
  expect(await stockOf(rep, VIP)).toBe(stock + 1)
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
  expect((await customer.confirm(payment)).status).toBe(400)
  expect(await openLink(customer, request)).toMatchObject({ status: 409, body: { code: 'payment_request_expired' } })
})

test('an expired link reveals nothing about customer, packages or money', async () => {
  const request = await link()
  store.clock.advance(hours(25))
  const shown = await seen(request)
  expect(shown).toMatchObject({ status: 'expired', token: request.token, cartData: [], specialOffers: '' })
  for (const secret of [request.customerName, request.customerEmail, request.reference, '299.00'])
    expect(JSON.stringify(shown)).not.toContain(secret)
})

test('an expired link is honored if its customer paid in the last second', async () => {
  const { request, customer, payment } = await opened()
  await customer.confirm(payment)
  store.clock.advance(hours(24))
  await Promise.all([store.runTimers(), reportLink(customer, request, payment.paymentId), twin.runTimers()])
  expect(await stateOf(request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
  expect((await seen(request)).status).toBe('paid')
  expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
})

test('a voided link no longer opens, and its units are on sale at once', async () => {
  const { request, customer } = await opened()
  const stock = await stockOf(rep, VIP)
  const reply = await voidIt(rep, request)
  const again = await voidIt(rep, request)

  expect(reply.body).toMatchObject({ status: 'expired', reason: 'voided' })
  expect(again.status).toBe(200)
  expect(await seen(request)).toMatchObject({ status: 'expired', reason: 'voided', total: null })
  expect(await stockOf(rep, VIP)).toBe(stock + 1)
  expect((await openLink(customer, request)).body.code).toBe('payment_request_expired')
  const { timeline } = await invoiceOf(request)
  expect(timeline.at(-1)).toMatchObject({ kind: 'voided', by: expect.stringMatching(/^Rep /) })
})

test('a voided link stays paid if it was paid first', async () => {
  const request = await link()
  await payLink(store, request)
  expect(await voidIt(rep, request)).toMatchObject({ status: 409, body: { code: 'payment_request_paid' } })
})

test('a voided link while its customer pays ends either paid or uncharged, never both', async () => {
  for (let round = 0; round < runsOf(8); round += 1) {
    const { request, customer, payment } = await opened()
    const [, confirmed] = await Promise.all([voidIt(rep, request), customer.confirm(payment)])
    await reportLink(customer, request, payment.paymentId)
    const charges = await cardProvider(store).charges(payment.paymentId)
    expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
    expect((await stateOf(request)).status).toBe(charges.length === 1 ? 'paid' : 'expired')
  }
})

const mark = (client: Client, { token }: { token: string }, body?: Record<string, unknown>) =>
  client.call('POST', `/api/admin/payment-request/${token}/mark-paid`, body)

test('marking a request paid records who did it and the reference, and cancels the card payment first', async () => {
  const { request, customer, payment } = await opened()
  const { status, body } = await mark(admin, request, { reference: ' check #4711 ' })
  await store.runJobs()

  expect([status, body.status, body.paymentMethod]).toEqual([200, 'paid', 'manual'])
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
  expect((await customer.confirm(payment)).status).toBe(400)
  expect(await stateOf(request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
  const invoice = (await admin.call('GET', `/api/invoices/${request.token}`)).body
  expect(invoice).toMatchObject({ markedPaidBy: 'Ada Admin', markReference: 'check #4711' })
  expect(invoice.timeline.at(-1)).toMatchObject({ kind: 'marked_paid', by: 'Ada Admin', detail: 'check #4711' })
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject)
  expect(mails.filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
})

test('marking a request paid needs no body, and is refused the second time', async () => {
  const request = await link()
  const first = await mark(admin, request)
  const second = await mark(admin, request)
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'payment_request_paid'])
})

test('marking a request paid is refused if the customer has paid, or for a link that was never sent', async () => {
  const request = await link()
  await payLink(store, request)
  expect((await mark(admin, request)).body.code).toBe('payment_request_paid')
  expect((await mark(admin, { token: 'no-such-token' })).body.code).toBe('payment_request_not_found')
})

test('marking a request paid by two administrators while the customer pays gives one paid record and at most one charge', async () => {
  for (let round = 0; round < runsOf(8); round += 1) {
    const { request, customer, payment } = await opened()

    const [one, two, confirmed] = await Promise.all([
      mark(admin, request),
      mark(admin, request),
      customer.confirm(payment),
    ])
    await reportLink(customer, request, payment.paymentId)
    const charges = await cardProvider(store).charges(payment.paymentId)
    expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
    expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(charges.length === 1 ? 0 : 1)
    expect(await stateOf(request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
  }
  await store.runJobs()
})

test('marking a request paid after it expired takes fresh units at the price it was sent with', async () => {
  const request = await expired()
  const stock = await stockOf(rep, VIP)
  const [one, two] = await Promise.all([mark(admin, request), mark(admin, request)])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  expect(await stateOf(request)).toEqual({ status: 'paid', reason: null, order: 'paid', live: 0, sold: 1 })
  expect(await stockOf(rep, VIP)).toBe(stock - 1)
})

test('marking a request paid after it expired and sold out is refused and changes nothing', async () => {
  const request = await expired()
  await store.setStock(VIP, 0)
  expect(await mark(admin, request)).toMatchObject({ status: 409, body: { code: 'payment_request_out_of_stock' } })
  expect(await stateOf(request)).toMatchObject({ status: 'expired', order: 'cancelled' })
})

test('marking a request paid after it was voided or replaced is refused with the reason', async () => {
  const withdrawn = await link()
  await rep.call('POST', `/api/sales/payment-requests/${withdrawn.id}/void`)
  const replaced = await link()
  await rep.call('POST', `/api/sales/payment-requests/${replaced.id}/resend`, {})
  const replies = [await mark(admin, withdrawn), await mark(admin, replaced)]
  expect(replies.map((reply) => reply.body.code)).toEqual(['payment_request_expired', 'payment_request_expired'])
  expect(replies[1]?.body.message).toContain('replaced')
})
