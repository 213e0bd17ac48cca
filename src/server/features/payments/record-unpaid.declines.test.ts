/** Trying one card after another: a payment is closed after ten declines, however anyone tries to get around it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'
const DECLINED = 'pm_card_visa_chargeDeclined'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  await store.setStock(VIP, 900)
})
afterAll(async () => {
  await expectStockIdentities(store.testDatabase)
  await store.close()
})

type Payment = { paymentId: string; clientSecret: string; orderId: string }

let networks = 0
const aNetwork = (): string => {
  networks += 1
  return `198.51.100.${networks}`
}

async function aBuyerAt(network: string): Promise<Buyer> {
  const buyer = aBuyer(store)
  const { call } = buyer
  buyer.call = (method, url, body) => call.bind(buyer)(method, url, body, { 'x-forwarded-for': network })
  await buyer.reserve(VIP)
  return buyer
}

/** Delivers the webhooks that the provider has for a payment, and lets the jobs run. */
async function hearOf(payment: Payment): Promise<void> {
  for (const event of await cardProvider(store).events(payment.paymentId)) {
    if (event.type === 'payment_intent.payment_failed') await deliverWebhook(store, event)
  }
  await store.runJobs()
}

/** Tries a declined card this many times. @returns how often the bank was really asked */
async function decline(buyer: Buyer, payment: Payment, times: number): Promise<number> {
  let asked = 0
  for (let n = 0; n < times; n += 1) {
    if ((await buyer.confirm(payment, DECLINED)).status === 402) asked += 1
    await hearOf(payment)
  }
  return asked
}

const stateOf = async ({ orderId }: Payment): Promise<string> =>
  (await store.testDatabase.pool.query('select state from orders where order_id = $1', [orderId])).rows[0].state

describe('a payment', () => {
  test('is closed at the provider after ten declines; 40 tries reach the bank ten times', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()

    expect(await decline(buyer, payment, 40)).toBe(10)

    expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
    expect(await stateOf(payment)).toBe('cancelled')
    expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
    expect((await buyer.confirm(payment)).status).toBe(400)
  })

  test('says so once it is closed, and its cart can open another in an hour', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()
    await decline(buyer, payment, 10)

    const refused = await buyer.openPayment()
    const byCashApp = await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    store.clock.advance(minutes(61))
    await buyer.reserve(VIP)
    const again = await buyer.openPayment()

    expect([refused.status, refused.body.code]).toEqual([429, 'payment_throttled'])
    expect(refused.body.message).toContain('closed after 10 declined cards. Nothing was charged. Cash App still works.')
    expect(byCashApp.status).toBe(200)
    expect(again.status).toBe(200)
  })

  test('is paid by the tenth card after nine declines', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()
    await decline(buyer, payment, 9)
    await buyer.confirm(payment)

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('counts an event once even if it is sent again', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()
    await decline(buyer, payment, 3)
    for (let n = 0; n < 20; n += 1) await hearOf(payment)

    expect(await stateOf(payment)).toBe('awaiting_payment')
    expect((await buyer.openPayment()).status).toBe(200)
  })

  test('is closed even while it waits for 3-D Secure, which would otherwise keep it for 15 minutes', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()
    await decline(buyer, payment, 9)
    await buyer.confirm(payment, DECLINED)
    await buyer.confirm(payment, 'pm_card_authenticationRequired')

    await hearOf(payment)

    expect((await cardProvider(store).intent(payment.paymentId)).status).toBe('canceled')
  })

  test('is closed by the job’s next try if the provider did not answer', async () => {
    const buyer = await aBuyerAt(aNetwork())
    const { body: payment } = await buyer.openPayment()
    await decline(buyer, payment, 9)
    await buyer.confirm(payment, DECLINED)
    await store.control({ reset: 'true', fail_next: '9', fail_match: '/cancel' })
    await hearOf(payment)
    expect(await stateOf(payment)).toBe('awaiting_payment')
    await store.control({ reset: 'true' })

    await store.testDatabase.pool.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())',
    )
    await store.runJobs()

    expect(await stateOf(payment)).toBe('cancelled')
  })
})

describe('a network', () => {
  test('can open no more payments after thirty declines in a day, with any number of carts', async () => {
    const network = aNetwork()
    const waiting = await aBuyerAt(network)
    const { body: open } = await waiting.openPayment()
    for (let n = 0; n < 3; n += 1) {
      const buyer = await aBuyerAt(network)
      await decline(buyer, (await buyer.openPayment()).body, 10)
    }

    const refused = await (await aBuyerAt(network)).openPayment()
    const elsewhere = await (await aBuyerAt(aNetwork())).openPayment()

    expect([refused.status, refused.body.code, elsewhere.status]).toEqual([429, 'payment_throttled', 200])
    expect(refused.body.message).toContain('declined from your network')
    // One that was opened in advance is closed by its next decline.
    expect(await decline(waiting, open, 5)).toBe(1)
    store.clock.advance(days(1))
    expect((await (await aBuyerAt(network)).openPayment()).status).toBe(200)
  })

  test('can open at most 60 payments an hour, and a refused one leaves no order behind', async () => {
    const network = aNetwork()
    const countOrders = async () =>
      (await store.testDatabase.pool.query('select count(*)::int as count from orders')).rows[0].count
    const before = await countOrders()
    const open = async (): Promise<string> => {
      const { status, body } = await (await aBuyerAt(network)).openPayment(299)
      return status === 200 ? 'opened' : body.code
    }

    const codes: string[] = []
    for (let round = 0; round < 8; round += 1) codes.push(...(await Promise.all(Array.from({ length: 40 }, open))))

    expect(codes.filter((code) => code === 'opened')).toHaveLength(60)
    expect(new Set(codes)).toEqual(new Set(['opened', 'payment_throttled']))
    expect((await countOrders()) - before).toBe(300)
    store.clock.advance(hours(1))
    expect((await (await aBuyerAt(network)).openPayment()).status).toBe(200)
  })
})

describe('a payment link', () => {
  test('is closed by ten declines: customer and rep are told, and its units are free again', async () => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [VIP])
    const customer = aBuyer(store)
    const { body: payment } = await openLink(customer, request)

    expect(await decline(customer, payment, 15)).toBe(10)

    const refused = await openLink(customer, request)
    expect(refused.body).toMatchObject({ code: 'payment_request_expired' })
    expect(refused.body.message).toContain('closed after 10 declined cards')
    const page: Reply = await customer.call('GET', `/api/payment-request/${request.token}`)
    expect(page.body).toMatchObject({ status: 'expired', reason: 'declined', total: null })
    store.clock.advance(minutes(2))
    await store.runTimers()
    const { rows } = await store.testDatabase.pool.query(
      `select status, close_reason, (select count(*)::int from holds where owner_id = 'request:' || payment_request_id and state = 'live') as held
       from payment_requests where token = $1`,
      [request.token],
    )
    expect(rows).toEqual([{ status: 'expired', close_reason: 'declined', held: 0 }])
    const { body: invoice } = await rep.call('GET', `/api/invoices/${request.token}`)
    const kinds = invoice.timeline.map(({ kind }: { kind: string }) => kind)
    expect([kinds.filter((kind: string) => kind === 'declined').length, kinds.at(-1)]).toEqual([10, 'closed'])
  })
})
