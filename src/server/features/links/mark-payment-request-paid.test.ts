import { beforeEach, expect, test } from 'vitest'
import { anAdmin, type Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { runsOf } from '#testing/lane.ts'
import {
  anotherRep,
  expiredLink,
  openedLink,
  payLink,
  reportLink,
  requestState,
  sendLink,
  stockOf,
} from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const store = withStore()
let rep: Client
let admin: Client
beforeEach(async () => {
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
  admin = await anAdmin(store)
})

const link = () => sendLink(rep, [VIP])
const mark = (client: Client, { token }: { token: string }, body?: Record<string, unknown>) =>
  client.call('POST', `/api/admin/payment-request/${token}/mark-paid`, body)
const expired = () => expiredLink(store, rep, [VIP])

test('marking a request paid records who did it and the reference, and cancels the card payment first', async () => {
  const { request, customer, payment } = await openedLink(store, rep, [VIP])
  const { status, body } = await mark(admin, request, { reference: ' check #4711 ' })
  await store.runJobs()

  expect([status, body.status, body.paymentMethod]).toEqual([200, 'paid', 'manual'])
  expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
  expect((await customer.confirm(payment)).status).toBe(400)
  expect(await requestState(store, request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
  const invoice = (await admin.call('GET', `/api/invoices/${request.token}`)).body
  expect(invoice).toMatchObject({ markedPaidBy: 'Ada Admin', markReference: 'check #4711' })
  expect(invoice.timeline.at(-1)).toMatchObject({ kind: 'marked_paid', by: 'Ada Admin', detail: 'check #4711' })
  const mails = (await store.mailsTo(request.customerEmail)).map((mail) => mail.subject)
  expect(mails.filter((subject) => subject.includes('is confirmed'))).toHaveLength(1)
  await expectStockIdentities(store.testDatabase)
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
    const { request, customer, payment } = await openedLink(store, rep, [VIP])

    const [one, two, confirmed] = await Promise.all([
      mark(admin, request),
      mark(admin, request),
      customer.confirm(payment),
    ])
    await reportLink(customer, request, payment.paymentId)
    const charges = await cardProvider(store).charges(payment.paymentId)
    expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
    expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(charges.length === 1 ? 0 : 1)
    expect(await requestState(store, request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
  }
  await store.runJobs()
  await expectStockIdentities(store.testDatabase)
})

test('marking a request paid after it expired takes fresh units at the price it was sent with', async () => {
  const request = await expired()
  const stock = await stockOf(rep, VIP)
  const [one, two] = await Promise.all([mark(admin, request), mark(admin, request)])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  expect(await requestState(store, request)).toEqual({ status: 'paid', reason: null, order: 'paid', live: 0, sold: 1 })
  expect(await stockOf(rep, VIP)).toBe(stock - 1)
  await expectStockIdentities(store.testDatabase)
})

test('marking a request paid after it expired and sold out is refused and changes nothing', async () => {
  const request = await expired()
  await store.setStock(VIP, 0)
  const reply = await mark(admin, request)
  expect([reply.status, reply.body.code]).toEqual([409, 'payment_request_out_of_stock'])
  expect(await requestState(store, request)).toMatchObject({ status: 'expired', order: 'cancelled' })
  await expectStockIdentities(store.testDatabase)
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
