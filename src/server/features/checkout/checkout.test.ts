/** Buying by card, and what each answer of a bank means for the order. */
import { describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, openedPayment, type Reply } from '#testing/builders.ts'
import { cardProvider, deliverWebhook } from '#testing/card-provider.ts'
import { aBuyerWith } from '#testing/cash-app.ts'
import { disputeEvents } from '#testing/disputes.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { withStock } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const PREMIER = '48453-vacant-premier-20'

const store = withStock({ [VIP]: 500, [PREMIER]: 500 })

async function expectNothingSold(buyer: Buyer, payment: Reply['body']): Promise<void> {
  expect((await buyer.call('GET', '/api/cart')).body.lines).toHaveLength(1)
  expect(await cardProvider(store).charges(payment.paymentId)).toEqual([])
  await store.runJobs()
  expect(await store.mailsTo(buyer.contactInfo.email)).toEqual([])
}

async function expectSecondCardPays(buyer: Buyer, payment: Reply['body']): Promise<void> {
  expect((await buyer.openPayment()).body).toMatchObject({ paymentId: payment.paymentId, reference: payment.reference })
  expect((await buyer.confirm(payment)).status).toBe(200)
  const { status, body } = await buyer.recordOrder({ paymentId: payment.paymentId })
  expect(status).toBe(200)
  expect(body).toMatchObject({ reference: payment.reference, status: 'completed' })
  expect(await cardProvider(store).charges(payment.paymentId)).toHaveLength(1)
}

describe('buying by card', () => {
  test('sells the held packages, makes one order and one email with what was bought', async () => {
    const buyer = aBuyer(store)
    const { body: order } = await buyer.buy(VIP, PREMIER)
    await store.runJobs()

    expect(order).toMatchObject({ status: 'completed', total: '498.00', paymentMethod: 'stripe' })
    const cart = await buyer.call('GET', '/api/cart')
    expect(cart.body.lines).toEqual([])
    const mails = await store.mailsTo(buyer.contactInfo.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain(order.reference)
    expect(mails[0]?.text).toContain('$498.00')
    expect(mails[0]?.text).toContain(`http://store.test/order/${order.token}`)
  })

  test('never opens a second payment for lines that another tab is paying', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment)
    const lock = 'select from orders where order_id = $1 for update'
    const gate = await holdUp(store.testDatabase, lock, [payment.orderId])
    const settling = buyer.recordOrder({ paymentId: payment.paymentId })
    await untilNodeWaits(store.testDatabase)
    const otherTab = buyer.openPayment(299)
    await untilNodeWaits(store.testDatabase, 2)
    await gate.release()

    expect((await settling).status).toBe(200)
    expect((await otherTab).body.code).toBe('cart_empty')
  })

  test('does not ask the provider about a payment on a stranger’s word', async () => {
    const buyer = await aBuyerWith(store, VIP)
    await store.control({
      fail_next: '50',
      fail_status: '500',
      fail_when: 'before',
      fail_match: 'GET /v1/payment_intents',
    })
    const unknown = await buyer.recordOrder({ paymentId: 'pi_madeUpByAStranger' })

    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('payment_unknown')
    await store.control({ reset: 'true' })
  })
})

describe('a card', () => {
  test('that the bank declines sells nothing, the buyer reads why, and another card pays the same order', async () => {
    const declined = [
      ['pm_card_visa_chargeDeclined', 'Your card was declined.'],
      ['pm_card_visa_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
      ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
      ['pm_card_chargeDeclinedIncorrectCvc', 'Your card’s security code is not right.'],
      ['pm_card_chargeDeclinedProcessingError', 'Your bank could not process the payment just now.'],
    ] as const
    const { buyer, payment } = await openedPayment(store, VIP)
    for (const [card, message] of declined) {
      expect((await buyer.confirm(payment, card)).status).toBe(402)
      const refused = await buyer.recordOrder({ paymentId: payment.paymentId })
      expect(refused).toMatchObject({ status: 402, body: { code: 'payment_failed', message } })
    }

    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('entered by number is refused in the same words, or before any bank is asked, or buys', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    const record = () => buyer.recordOrder({ paymentId: payment.paymentId })
    const wrong = await buyer.confirm(payment, '4242424242424241')
    const unpaid = await record()
    expect((await buyer.confirm(payment, '4000000000009995')).status).toBe(402)
    const refused = await record()

    expect([wrong.status, wrong.body.error.code, unpaid.status]).toEqual([402, 'incorrect_number', 409])
    expect(refused.body).toMatchObject({ code: 'payment_failed', message: 'Your card has insufficient funds.' })
    await expectNothingSold(buyer, payment)
    expect((await buyer.confirm(payment, '4242424242424242')).status).toBe(200)
    expect((await record()).body.status).toBe('completed')
  })

  test('that asks for 3-D Secure sells nothing until the challenge is passed', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    expect((await buyer.confirm(payment, 'pm_card_authenticationRequired')).body.status).toBe('requires_action')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.code).toBe('payment_pending')
    await expectNothingSold(buyer, payment)
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    expect((await buyer.recordOrder({ paymentId: payment.paymentId })).body.status).toBe('completed')
  })

  test('sells nothing if the challenge fails or the bank declines after it, and another card pays', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment, '4000002760003184')
    await cardProvider(store).endChallenge(payment.paymentId, 'fail')
    const failed = await buyer.recordOrder({ paymentId: payment.paymentId })
    await buyer.confirm(payment, '4000008400001629')
    await cardProvider(store).endChallenge(payment.paymentId, 'complete')
    const declined = await buyer.recordOrder({ paymentId: payment.paymentId })

    expect(failed.body).toMatchObject({
      code: 'payment_failed',
      message: 'Your bank could not confirm that it is you.',
    })
    expect(declined.body).toMatchObject({ code: 'payment_failed', message: 'Your card was declined.' })
    await expectNothingSold(buyer, payment)
    await expectSecondCardPays(buyer, payment)
  })

  test('whose owner disputes the payment buys, and the payment is marked once the provider reports it', async () => {
    const { buyer, payment } = await openedPayment(store, VIP)
    await buyer.confirm(payment, '4000000000000259')
    const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
    const [dispute] = await disputeEvents(store, payment)
    for (const _ of [1, 2]) expect((await deliverWebhook(store, dispute)).status).toBe(202)
    await store.runJobs()

    expect(order.status).toBe('completed')
    expect(
      (await store.rows('select disputed_at from payments where payment_id = $1', [payment.paymentId]))[0].disputed_at,
    ).toBeInstanceOf(Date)
  })
})
