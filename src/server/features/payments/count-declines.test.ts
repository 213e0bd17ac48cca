/** Declined cards are counted once, however they are reported; a payment is closed after ten, however anyone gets around it. */
import { describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '#server/platform/clock.ts'
import { aBuyer, aBuyerAt, aNetwork, aRep, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { chooseCashApp, leaveCashApp } from '#testing/cash-app.ts'
import { openLink, sendLink } from '#testing/payment-links.ts'
import { VIP, withStock } from '#testing/with-store.ts'
import { countDeclines } from './count-declines.ts'

const DECLINED = 'pm_card_visa_chargeDeclined'

// Nothing is delivered here: this store loses every webhook that a test does not deliver.
const store = withStock({ [VIP]: 900 }, { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })

type Payment = { paymentId: string; clientSecret: string; orderId: string }

async function aBuyerFrom(network: string): Promise<Buyer> {
  const buyer = aBuyerAt(store, network)
  await buyer.reserve(VIP)
  return buyer
}

/** Counts declines of cards that were tried some time ago. */
const countEarlier = ({ paymentId }: Payment, count: number) =>
  countDeclines(
    store.ctx,
    paymentId,
    Array.from({ length: count }, (_, index) => ({
      declineId: `ch_${paymentId}_${index}`,
      text: 'Your card was declined.',
      declinedAt: store.clock.now(),
    })),
  )

/** A payment with declined cards: some that the store has counted, and some that it has not heard of. */
async function aPayment(declines: { counted?: number; unheard?: number }, network = aNetwork()) {
  const buyer = await aBuyerFrom(network)
  const { body: payment } = await buyer.openPayment()
  await countEarlier(payment, declines.counted ?? 0)
  for (let n = 0; n < (declines.unheard ?? 0); n += 1) await buyer.confirm(payment, DECLINED)
  return { buyer, payment: payment as Payment }
}

/** Delivers the webhooks of a payment, and lets the jobs run. */
async function hearOf({ paymentId }: Payment): Promise<void> {
  for (const event of await cardProvider(store).events(paymentId)) await deliverWebhook(store, event)
  await store.runJobs()
}

async function standingOf({ paymentId, orderId }: Payment) {
  const row =
    await store.row`select state, (select count(*)::int from payment_declines where payment_id = ${paymentId}) as declines
    from orders where order_id = ${orderId}`
  return { ...row, provider: (await cardProvider(store).intent(paymentId)).status }
}

const CLOSED = { state: 'cancelled', provider: 'canceled', declines: 10 }
const OPEN = { state: 'awaiting_payment', provider: 'requires_payment_method' }

describe('a payment', () => {
  test('is closed at the provider by its tenth decline, says so, and its cart can open another in an hour', async () => {
    const { buyer, payment } = await aPayment({ counted: 8, unheard: 2 })
    await hearOf(payment)
    const refused = await buyer.openPayment()
    const byCashApp = await chooseCashApp(buyer, 299)
    await leaveCashApp(buyer)
    store.clock.advance(minutes(61))
    await buyer.reserve(VIP)

    expect(await standingOf(payment)).toEqual(CLOSED)
    expect((await buyer.confirm(payment)).status).toBe(400)
    expect([refused.status, refused.body.code]).toEqual([429, 'payment_throttled'])
    expect(refused.body.message).toContain('closed after 10 declined cards. Nothing was charged. Cash App still works.')
    expect(byCashApp.status).toBe(200)
    expect((await buyer.openPayment()).status).toBe(200)
  })

  test('is paid by the tenth card after nine declines', async () => {
    const { buyer, payment } = await aPayment({ counted: 8, unheard: 1 })
    await hearOf(payment)
    expect((await buyer.pay(payment)).body.status).toBe('completed')
  })

  test('is closed even while it waits for 3-D Secure, which would otherwise keep it for 15 minutes', async () => {
    const { buyer, payment } = await aPayment({ counted: 9, unheard: 1 })
    await buyer.confirm(payment, 'pm_card_authenticationRequired')
    await hearOf(payment)
    expect(await standingOf(payment)).toEqual(CLOSED)
  })

  test('is canceled before anything else is asked, if the decline is the tenth', async () => {
    const { payment } = await aPayment({ counted: 9, unheard: 1 })
    const events = await cardProvider(store).events(payment.paymentId)
    await store.control({ reset: 'true', fail_next: '99', fail_match: 'GET /v1/' })
    for (const event of events) await deliverWebhook(store, event)
    await store.runJobs()
    await store.control({ reset: 'true' })

    expect((await standingOf(payment)).provider).toBe('canceled')
  })

  test('is closed although its webhooks are lost, when its browser reports back or the store asks about it', async () => {
    const reported = await aPayment({ unheard: 10 })
    const asked = await aPayment({ unheard: 10 })
    const { body } = await reported.buyer.report(reported.payment)
    await store.pass(seconds(21))

    expect(body).toMatchObject({ code: 'payment_failed', message: 'Your card was declined.' })
    expect(await standingOf(reported.payment)).toEqual(CLOSED)
    expect(await standingOf(asked.payment)).toEqual(CLOSED)
  })

  test('is checked again 20 seconds after an unreported decline, however old it is', async () => {
    const { buyer, payment } = await aPayment({ counted: 8 })
    await store.pass(hours(9))
    await buyer.confirm(payment, DECLINED)
    await buyer.report(payment)
    await buyer.confirm(payment, DECLINED)
    await store.pass(seconds(21))

    expect(await standingOf(payment)).toEqual(CLOSED)
  })

  test('also counts for its cart when it is closed for Cash App', async () => {
    const { buyer, payment } = await aPayment({ counted: 8, unheard: 1 })
    await chooseCashApp(buyer, 299)
    const { declines, provider } = await standingOf(payment)
    await leaveCashApp(buyer)
    const { body: next } = await buyer.openPayment()
    await buyer.confirm(next, DECLINED)
    await buyer.report(next)

    expect([declines, provider]).toEqual([9, 'canceled'])
    expect((await buyer.openPayment()).body.code).toBe('payment_throttled')
  })
})

test('a decline reported by several queries and its webhook, at once and in either order, counts once', async () => {
  const { buyer, payment } = await aPayment({ unheard: 2 })
  const report = () => buyer.report(payment)
  await Promise.all([hearOf(payment), ...Array.from({ length: 8 }, report)])
  const webhookFirst = await standingOf(payment)
  await buyer.confirm(payment, DECLINED)
  await report()
  await hearOf(payment)

  expect(webhookFirst).toEqual({ ...OPEN, declines: 2 })
  expect(await standingOf(payment)).toEqual({ ...OPEN, declines: 3 })
  expect((await buyer.openPayment()).status).toBe(200)
})

test('a decline in 3-D Secure is counted by its event', async () => {
  const { buyer, payment } = await aPayment({ counted: 9 })
  await buyer.confirm(payment, 'pm_card_authenticationRequired')
  await cardProvider(store).endChallenge(payment.paymentId, 'fail')
  await hearOf(payment)
  expect(await standingOf(payment)).toEqual(CLOSED)
})

test('a network can open no more payments after thirty declines in a day, with any number of carts', async () => {
  const network = aNetwork()
  const waiting = await aPayment({}, network)
  for (let n = 0; n < 3; n += 1) await aPayment({ counted: 10 }, network)
  const refused = await (await aBuyerFrom(network)).openPayment()
  const elsewhere = await (await aBuyerFrom(aNetwork())).openPayment()
  await waiting.buyer.confirm(waiting.payment, DECLINED)
  await hearOf(waiting.payment)

  expect([refused.status, refused.body.code, elsewhere.status]).toEqual([429, 'payment_throttled', 200])
  expect(refused.body.message).toContain('declined from your network')
  // One that was opened in advance is closed by its next decline.
  expect(await standingOf(waiting.payment)).toEqual({ ...CLOSED, declines: 1 })
  store.clock.advance(days(1))
  expect((await (await aBuyerFrom(network)).openPayment()).status).toBe(200)
})

test('a network can open at most 60 payments an hour', async () => {
  const network = aNetwork()
  const buyers = await Promise.all(Array.from({ length: 64 }, () => aBuyerFrom(network)))
  const replies = await Promise.all(buyers.map((buyer) => buyer.openPayment(299)))
  store.clock.advance(hours(1))

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('payment_throttled'))
  expect((await (await aBuyerFrom(network)).openPayment()).status).toBe(200)
})

test('a network can make at most 300 calls about paying an hour, also with another cart or by Cash App', async () => {
  const network = aNetwork()
  const [buyer, other] = [await aBuyerFrom(network), await aBuyerFrom(network)]
  await buyer.openPayment()
  await store.sql`update login_attempts set attempts = 299 where key like 'paying-of-network:%'`
  const replies = [await buyer.openPayment(), await other.openPayment(), await chooseCashApp(other, 299)]
  store.clock.advance(hours(1))

  expect(replies.map(({ status }) => status)).toEqual([200, 429, 429])
  expect((await (await aBuyerFrom(network)).openPayment()).status).toBe(200)
})

test('a payment link is closed by ten declines: customer and rep are told, and its units are free again', async () => {
  const rep = await aRep(store)
  const request = await sendLink(rep, [VIP])
  const customer = aBuyer(store)
  const { body: payment } = await openLink(customer, request)
  await countEarlier(payment, 9)
  await customer.confirm(payment, DECLINED)
  await hearOf(payment)

  const refused = await openLink(customer, request)
  expect(refused.body).toMatchObject({ code: 'payment_request_expired' })
  expect(refused.body.message).toContain('closed after 10 declined cards')
  const page: Reply = await customer.call('GET', `/api/payment-request/${request.token}`)
  expect(page.body).toMatchObject({ status: 'expired', reason: 'declined', total: null })
  await store.pass(minutes(2))
  expect(
    await store.sql`select status, close_reason, (select count(*)::int from holds where owner_id = 'request:' || payment_request_id and state = 'live') as held
     from payment_requests where token = ${request.token}`,
  ).toEqual([{ status: 'expired', close_reason: 'declined', held: 0 }])
  const { body: invoice } = await rep.call('GET', `/api/invoices/${request.token}`)
  const kinds = invoice.timeline.map(({ kind }: { kind: string }) => kind)
  expect([kinds.filter((kind: string) => kind === 'declined').length, kinds.at(-1)]).toEqual([10, 'closed'])
})
