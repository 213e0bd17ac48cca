import { describe, expect, test } from 'vitest'
import { errorOf, withCardSandbox } from '#testing/card-sandbox.ts'

const lab = withCardSandbox()
const { anIntent } = lab

/** A card as a form sends it. The SDK's types have no card numbers, because servers should not see them. */
const typed = (card: Record<string, string>) => ({
  payment_method_data: {
    type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2060', cvc: '123', ...card },
  },
})

const confirmTyped = (id: string, card: Record<string, string>) =>
  lab.stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, typed(card))

describe('cards', () => {
  test('the good card succeeds, and the charge can be expanded', async () => {
    const intent = await anIntent()

    const confirmed = await lab.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })

    expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 29_900, next_action: null })
    expect(confirmed.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 29_900, refunded: false })
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', ''],
  ])('%s is declined with %s / %s and leaves the intent waiting for another card', async (name, code, declineCode) => {
    const intent = await anIntent()

    const error = await errorOf(lab.stripe.paymentIntents.confirm(intent.id, { payment_method: name }))

    expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, decline_code: declineCode })
    const after = await lab.stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, amount_received: 0 })
    expect(after.last_payment_error).toMatchObject({ code, message: error.message })
    expect(await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  test.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'card_declined'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['4111111111111111', 'card_declined'],
  ])('the number %s is declined with %s', async (number, code) => {
    const intent = await anIntent()

    expect(await errorOf(confirmTyped(intent.id, { number }))).toMatchObject({ statusCode: 402, code })
  })

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '1' }, 'incorrect_number', 'number'],
    [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: '2020' }, 'expired_card', 'exp_year'],
    [{ exp_year: '20' }, 'expired_card', 'exp_year'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
    [{ number: '378282246310005', cvc: '12345' }, 'invalid_cvc', 'cvc'],
  ])('a card entered as %o is refused with %s before anything happens', async (card, code, param) => {
    const intent = await anIntent()

    expect(await errorOf(confirmTyped(intent.id, card))).toMatchObject({ statusCode: 402, code, param })
    expect((await lab.stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull()
  })

  test('no table stores a card number or a security code', async () => {
    const intent = await anIntent()

    await confirmTyped(intent.id, { number: '5555555555554444', cvc: '987' })

    const methods = await lab.database.pool.query('select data::text from sandbox_stripe.payment_methods')
    expect(methods.rowCount).toBeGreaterThan(0)
    for (const table of ['payment_intents', 'payment_methods', 'charges', 'events', 'idempotency_keys']) {
      const rows = await lab.database.pool.query<{ text: string }>(
        `select t::text as text from sandbox_stripe.${table} t`,
      )
      for (const { text } of rows.rows) expect(text).not.toMatch(/5555555555554444|4242424242424242|"987"/)
    }
  })

  test('the dispute card succeeds and is then disputed', async () => {
    const intent = await anIntent()

    await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_createDispute' })

    const [event] = (await lab.stripe.events.list({ type: 'charge.dispute.created' })).data
    expect(event?.data.object).toMatchObject({ object: 'dispute', payment_intent: intent.id, amount: 29_900 })
    const error = await errorOf(lab.stripe.refunds.create({ payment_intent: intent.id }))
    expect(error.code).toBe('charge_disputed')
  })
})

describe('3-D Secure', () => {
  const challenge = (id: string, outcome: 'complete' | 'fail') =>
    lab.stripe.rawRequest('POST', `/v1/payment_intents/${id}/challenge`, { outcome })

  test.each(['4000002760003184', '4000002500003155', '4000000000003220'])(
    '%s asks for a challenge, and completing it pays',
    async (number) => {
      const intent = await anIntent()

      const asking = await confirmTyped(intent.id, { number })
      const paid = await challenge(intent.id, 'complete')

      expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 29_900 })
    },
  )

  test('failing the challenge asks for another card', async () => {
    const intent = await anIntent()
    await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })

    await challenge(intent.id, 'fail')

    const after = await lab.stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  })

  test.each([
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ])('%s passes the challenge and is then declined', async (number, declineCode) => {
    const intent = await anIntent()
    await confirmTyped(intent.id, { number })

    const error = await errorOf(challenge(intent.id, 'complete'))

    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: declineCode })
  })

  test('a new amount ends the open challenge, so no one approves one amount and pays another', async () => {
    const intent = await anIntent()
    await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })

    const updated = await lab.stripe.paymentIntents.update(intent.id, { amount: 50_000 })

    expect(updated).toMatchObject({ status: 'requires_confirmation', next_action: null })
    expect(await errorOf(challenge(intent.id, 'complete'))).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })
})
