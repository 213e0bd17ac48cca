import { describe, expect, test } from 'vitest'
import { aCardSandbox, errorOf } from '#testing/card-sandbox.ts'

const lab = await aCardSandbox()
const { anIntent } = lab

const CARD = { number: '4242424242424242', exp_month: '12', exp_year: '2060', cvc: '123' }

/** As a form sends it. The SDK's types have no card numbers, because servers should not see them. */
const confirmTyped = (id: string, card: Partial<typeof CARD>) => {
  const typed = { payment_method_data: { type: 'card', card: { ...CARD, ...card } } }
  return lab.stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, typed)
}

test('the good card succeeds, and the charge can be expanded', async () => {
  const intent = await anIntent()

  const card = { payment_method: 'pm_card_visa', expand: ['latest_charge'] }
  const confirmed = await lab.stripe.paymentIntents.confirm(intent.id, card)

  expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 29_900, next_action: null })
  expect(confirmed.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 29_900, refunded: false })
})

test('a card that the bank declines says why, and leaves the intent waiting for another', async () => {
  const declines = [
    ['pm_card_visa_chargeDeclined', '4000000000000002', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', '4000000000009995', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', '4000000000000069', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', '4000000000000119', 'processing_error', ''],
  ] as const
  const { id } = await anIntent()

  for (const [name, number, code, declineCode] of declines) {
    const error = await errorOf(lab.stripe.paymentIntents.confirm(id, { payment_method: name }))
    expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, decline_code: declineCode })
    expect(await errorOf(confirmTyped(id, { number }))).toMatchObject({ statusCode: 402, code })
    const after = await lab.stripe.paymentIntents.retrieve(id)
    expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, amount_received: 0 })
    expect(after.last_payment_error).toMatchObject({ code, message: error.message })
  }

  const paid = await lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('a card that was entered wrongly is refused before anything happens', async () => {
  const entries = [
    [{ number: '4242424242424241' }, 'incorrect_number', 'number'],
    [{ number: '1' }, 'incorrect_number', 'number'],
    [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: '2020' }, 'expired_card', 'exp_year'],
    [{ exp_year: '20' }, 'expired_card', 'exp_year'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
    [{ number: '378282246310005', cvc: '12345' }, 'invalid_cvc', 'cvc'],
  ] as const
  const { id } = await anIntent()

  for (const [card, code, param] of entries)
    expect(await errorOf(confirmTyped(id, card))).toMatchObject({ statusCode: 402, code, param })
  expect((await lab.stripe.paymentIntents.retrieve(id)).last_payment_error).toBeNull()
})

test('no table stores a card number or a security code', async () => {
  const intent = await anIntent()

  await confirmTyped(intent.id, { number: '5555555555554444', cvc: '987' })

  const methods = await lab.database.pool.query('select data::text from sandbox_stripe.payment_methods')
  expect(methods.rowCount).toBeGreaterThan(0)
  for (const table of ['payment_intents', 'payment_methods', 'charges', 'events', 'idempotency_keys']) {
    const { rows } = await lab.database.pool.query(`select t::text as text from sandbox_stripe.${table} t`)
    for (const { text } of rows) expect(text).not.toMatch(/5555555555554444|4242424242424242|"987"/)
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

describe('3-D Secure', () => {
  const challenge = (id: string, outcome: 'complete' | 'fail') =>
    lab.stripe.rawRequest('POST', `/v1/payment_intents/${id}/challenge`, { outcome })

  test('asks for a challenge; completing it pays, unless the bank then declines', async () => {
    const [good, bad] = [await anIntent(), await anIntent()]

    const asking = await confirmTyped(good.id, { number: '4000002760003184' })
    const paid = await challenge(good.id, 'complete')
    await confirmTyped(bad.id, { number: '4000008260003178' })
    const error = await errorOf(challenge(bad.id, 'complete'))

    expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 29_900 })
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' })
  })

  test('failing the challenge asks for another card', async () => {
    const intent = await anIntent()
    await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })

    await challenge(intent.id, 'fail')

    const after = await lab.stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  })

  test('a new amount ends the open challenge, so no one approves one amount and pays another', async () => {
    const intent = await anIntent()
    await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })

    const updated = await lab.stripe.paymentIntents.update(intent.id, { amount: 50_000 })

    expect(updated).toMatchObject({ status: 'requires_confirmation', next_action: null })
    expect(await errorOf(challenge(intent.id, 'complete'))).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })
})

/** A payment that its bank disputes. */
async function aDispute() {
  const intent = await lab.anIntent()
  await lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_createDispute' })
  const [dispute] = (await lab.stripe.disputes.list({ payment_intent: intent.id })).data
  if (!dispute) throw new Error('the card makes a dispute')
  return { intent, dispute }
}

const eventsOf = async (disputeId: string) =>
  (await lab.stripe.events.list({ limit: 100 })).data
    .filter((event) => 'id' in event.data.object && event.data.object.id === disputeId)
    .map((event) => event.type)
    .reverse()

test('a dispute needs a response, with a reason and a deadline', async () => {
  const { dispute } = await aDispute()

  expect(await lab.stripe.disputes.retrieve(dispute.id)).toMatchObject({
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 29_900,
    evidence_details: { submission_count: 0, has_evidence: false, due_by: expect.any(Number) },
  })
})

test('a dispute stores evidence without submitting it, and accepts a submission once', async () => {
  const { dispute } = await aDispute()

  const staged = await lab.stripe.disputes.update(dispute.id, { evidence: { customer_name: 'Ada' }, submit: false })
  const sent = await lab.stripe.disputes.update(dispute.id, { evidence: { service_date: '2026-11-21' } })
  const again = await errorOf(lab.stripe.disputes.update(dispute.id, { evidence: { customer_name: 'Eve' } }))

  expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true } })
  expect(sent).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Ada', service_date: '2026-11-21' },
    evidence_details: { submission_count: 1 },
  })
  expect(again.code).toBe('dispute_already_submitted')
  const events = ['created', 'updated', 'updated'].map((what) => `charge.dispute.${what}`)
  expect(await eventsOf(dispute.id)).toEqual(events)
})

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])('a dispute answered with %s is %s', async (text, status) => {
  const { intent, dispute } = await aDispute()

  const closed = await lab.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text } })

  expect(closed.status).toBe(status)
  expect((await eventsOf(dispute.id)).at(-1)).toBe('charge.dispute.closed')
  const refund = lab.stripe.refunds.create({ payment_intent: intent.id })
  if (status === 'won') expect((await refund).status).toBe('succeeded')
  else expect((await errorOf(refund)).code).toBe('charge_disputed')
})

test('a dispute refuses files and unknown fields', async () => {
  const { dispute } = await aDispute()
  const evidence = { receipt: 'file_1' }

  expect((await errorOf(lab.stripe.disputes.update(dispute.id, { evidence }))).code).toBe('parameter_unknown')
  expect((await errorOf(lab.stripe.disputes.update('dp_none', { evidence }))).code).toBe('resource_missing')
})
