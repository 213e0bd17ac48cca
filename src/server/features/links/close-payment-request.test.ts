import { beforeEach, describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, type Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { runsOf } from '#testing/lane.ts'
import {
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
const store = withStore()
const twin = withStore({ beside: store })
let rep: Client
beforeEach(async () => {
  await store.control({ reset: 'true' })
  await store.setStock(VIP, 900)
  rep = await anotherRep(store)
})

const link = () => sendLink(rep, [VIP])
const seen = (request: { token: string }) => seenLink(aBuyer(store), request)
const voidIt = (client: Client, { id }: { id: string }) => client.call('POST', `/api/sales/payment-requests/${id}/void`)
const opened = () => openedLink(store, rep, [VIP])

describe('an expired link', () => {
  test('shows so at once, and any node puts its units back on sale', async () => {
    const { request, customer, payment } = await opened()
    const stock = await stockOf(rep, VIP)

    store.clock.advance(hours(24))
    const before = await seen(request)
    await Promise.all([store.runTimers(), twin.runTimers()])

    expect(before).toMatchObject({ status: 'expired', reason: 'time' })
    expect(await requestState(store, request)).toEqual({
      status: 'expired',
      reason: 'time',
      order: 'cancelled',
      live: 0,
      sold: 0,
    })
    expect(await stockOf(rep, VIP)).toBe(stock + 1)
    expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
    expect((await customer.confirm(payment)).status).toBe(400)
    const refused = await openLink(customer, request)
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_request_expired'])
    await expectStockIdentities(store.testDatabase)
  })

  test('reveals nothing about customer, packages or money', async () => {
    const request = await link()
    store.clock.advance(hours(25))
    const shown = await seen(request)
    expect(shown).toMatchObject({ status: 'expired', token: request.token, cartData: [], specialOffers: '' })
    for (const secret of [request.customerName, request.customerEmail, request.reference, '299.00'])
      expect(JSON.stringify(shown)).not.toContain(secret)
  })

  test('is honored if its customer paid in the last second', async () => {
    const { request, customer, payment } = await opened()
    await customer.confirm(payment)
    store.clock.advance(hours(24))
    await Promise.all([store.runTimers(), reportLink(customer, request, payment.paymentId), twin.runTimers()])
    expect(await requestState(store, request)).toMatchObject({ status: 'paid', order: 'paid', sold: 1 })
    expect((await seen(request)).status).toBe('paid')
    expect(await cardProvider(store).refunds(payment.paymentId)).toEqual([])
    await expectStockIdentities(store.testDatabase)
  })
})

describe('a voided link', () => {
  test('no longer opens, and its units are on sale at once', async () => {
    const { request, customer } = await opened()
    const stock = await stockOf(rep, VIP)
    const reply = await voidIt(rep, request)
    const again = await voidIt(rep, request)

    expect(reply.body).toMatchObject({ status: 'expired', reason: 'voided' })
    expect(again.status).toBe(200)
    expect(await seen(request)).toMatchObject({ status: 'expired', reason: 'voided', total: null })
    expect(await stockOf(rep, VIP)).toBe(stock + 1)
    expect((await openLink(customer, request)).body.code).toBe('payment_request_expired')
    const { timeline } = (await rep.call('GET', `/api/invoices/${request.token}`)).body
    expect(timeline.at(-1)).toMatchObject({ kind: 'voided', by: expect.stringMatching(/^Rep /) })
  })

  test('stays paid if it was paid first', async () => {
    const request = await link()
    await payLink(store, request)
    const reply = await voidIt(rep, request)
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_request_paid'])
  })

  test('while its customer pays ends either paid or uncharged, never both', async () => {
    for (let round = 0; round < runsOf(8); round += 1) {
      const { request, customer, payment } = await opened()
      const [, confirmed] = await Promise.all([voidIt(rep, request), customer.confirm(payment)])
      await reportLink(customer, request, payment.paymentId)
      const charges = await cardProvider(store).charges(payment.paymentId)
      expect(charges).toHaveLength(confirmed.status === 200 ? 1 : 0)
      expect((await requestState(store, request)).status).toBe(charges.length === 1 ? 'paid' : 'expired')
    }
    await expectStockIdentities(store.testDatabase)
  })
})
