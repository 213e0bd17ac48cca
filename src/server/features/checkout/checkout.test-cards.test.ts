import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

interface Payment {
  paymentId: string
  clientSecret: string
}

/** Confirms with a card as typed into the provider's fields. */
async function confirmTyped(payment: Payment, number: string): Promise<Reply> {
  const reply = await store.app.server.inject({
    method: 'POST',
    url: `/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`,
    headers: {
      authorization: `Bearer ${store.stripe.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      client_secret: payment.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

async function openedPayment(): Promise<{ buyer: Buyer; payment: Payment & { reference: string } }> {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  const { status, body } = await buyer.openPayment()
  expect(status).toBe(200)
  return { buyer, payment: body }
}

async function expectNothingSold(buyer: Buyer, payment: Payment): Promise<void> {
  expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  expect(await cardProvider(store).charges(payment.paymentId)).toEqual([])
  await store.runJobs()
  expect(await store.mailsTo(buyer.contactInfo.email)).toEqual([])
}

async function expectSecondCardPays(buyer: Buyer, payment: Payment & { reference: string }): Promise<void> {
  expect((await buyer.openPayment()).body).toMatchObject({ paymentId: payment.paymentId, reference: payment.reference })
  expect((await buyer.confirm(payment)).status).toBe(200)
  const { status, body } = await buyer.recordOrder({ paymentId: payment.paymentId })
  expect(status).toBe(200)
  expect(body).toMatchObject({ reference: payment.reference, status: 'completed' })
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
  await expectStockIdentities(store.testDatabase)
}

const DECLINED: readonly [what: string, name: string, number: string, sentence: string][] = [
  ['a declined card', 'pm_card_visa_chargeDeclined', '4000000000000002', 'Your card was declined.'],
  [
    'a card without funds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    '4000000000009995',
    'Your card has insufficient funds.',
  ],
  ['an expired card', 'pm_card_chargeDeclinedExpiredCard', '4000000000000069', 'Your card has expired.'],
  [
    'a wrong security code',
    'pm_card_chargeDeclinedIncorrectCvc',
    '4000000000000127',
    'Your card’s security code is not right.',
  ],
  [
    'a processing error',
    'pm_card_chargeDeclinedProcessingError',
    '4000000000000119',
    'Your bank could not process the payment just now.',
  ],
]

describe('a card that the bank declines', () => {
  test.each(DECLINED)('%s sells nothing, says why, and a second card pays the same order', async (...row) => {
    const [, name, , sentence] = row
    const { buyer, payment } = await openedPayment()

    expect((await buyer.confirm(payment, name)).status).toBe(402)
    const refused = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ code: 'payment_failed', message: sentence })
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test.each(DECLINED)('%s entered by number is refused in the same words', async (...row) => {
    const [, , number, sentence] = row
    const { buyer, payment } = await openedPayment()

    expect((await confirmTyped(payment, number)).status).toBe(402)
    const refused = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(refused.body).toMatchObject({ code: 'payment_failed', message: sentence })
    await expectNothingSold(buyer, payment)
  })

  test('an invalid number sells nothing, and a second card pays the same order', async () => {
    const { buyer, payment } = await openedPayment()

    const confirmed = await confirmTyped(payment, '4242424242424241')

    expect(confirmed.status).toBe(402)
    expect(confirmed.body.error).toMatchObject({ code: 'incorrect_number' })
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).status).toBe(409)
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('a good card entered by number buys', async () => {
    const { buyer, payment } = await openedPayment()

    expect((await confirmTyped(payment, '4242424242424242')).status).toBe(200)

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })
})

describe('a card that asks for 3-D Secure', () => {
  test('sells nothing while the challenge is open, and buys once it is passed', async () => {
    const { buyer, payment } = await openedPayment()

    expect((await buyer.confirm(payment, 'pm_card_authenticationRequired')).body.status).toBe('requires_action')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.code).toBe('payment_pending')
    await expectNothingSold(buyer, payment)
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')

    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('sells nothing if the challenge fails, and a second card pays the same order', async () => {
    const { buyer, payment } = await openedPayment()

    expect((await confirmTyped(payment, '4000002760003184')).body.status).toBe('requires_action')
    await cardProvider(store).endChallenge(payment.paymentId, 'fail')
    const refused = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(refused.body.code).toBe('payment_failed')
    expect(refused.body.message).toBe('Your bank could not confirm that it is you.')
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('sells nothing if the bank declines after the challenge, and a second card pays the same order', async () => {
    const { buyer, payment } = await openedPayment()

    await confirmTyped(payment, '4000008400001629')
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    const refused = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(refused.body).toMatchObject({ code: 'payment_failed', message: 'Your card was declined.' })
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })
})

describe('a card whose owner disputes the payment', () => {
  test('buys, and the payment is marked as disputed once when the provider reports it', async () => {
    const { buyer, payment } = await openedPayment()
    await confirmTyped(payment, '4000000000000259')
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    const events = await cardProvider(store).events(payment.paymentId)
    const dispute = events.find((event) => event.type === 'charge.dispute.created')

    for (const _ of [1, 2]) expect((await deliverWebhook(store, dispute)).status).toBe(202)
    await store.runJobs()

    expect(order.status).toBe('completed')
    const { rows } = await store.testDatabase.pool.query('select disputed_at from payments where payment_id = $1', [
      payment.paymentId,
    ])
    expect(rows[0].disputed_at).toBeInstanceOf(Date)
    await expectStockIdentities(store.testDatabase)
  })
})
