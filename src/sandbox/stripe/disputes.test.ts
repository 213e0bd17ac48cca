import { describe, expect, test } from 'vitest'
import { errorOf, withCardSandbox } from '#testing/card-sandbox.ts'

const lab = withCardSandbox()

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

describe('a dispute', () => {
  test('needs a response, with a reason and a deadline', async () => {
    const { dispute } = await aDispute()

    expect(await lab.stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 29_900,
      evidence_details: { submission_count: 0, has_evidence: false, due_by: expect.any(Number) },
    })
  })

  test('stores evidence without submitting it, and accepts a submission once', async () => {
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
    expect(await eventsOf(dispute.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.updated',
    ])
  })

  test.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
  ])('answered with %s is %s', async (text, status) => {
    const { intent, dispute } = await aDispute()

    const closed = await lab.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text } })

    expect(closed.status).toBe(status)
    expect((await eventsOf(dispute.id)).at(-1)).toBe('charge.dispute.closed')
    const refund = lab.stripe.refunds.create({ payment_intent: intent.id })
    if (status === 'won') expect((await refund).status).toBe('succeeded')
    else expect((await errorOf(refund)).code).toBe('charge_disputed')
  })

  test('is lost when it is closed, and refuses files and unknown fields', async () => {
    const { dispute } = await aDispute()
    const wrong = await errorOf(lab.stripe.disputes.update(dispute.id, { evidence: { receipt: 'file_1' } }))

    expect(wrong.code).toBe('parameter_unknown')
    expect((await lab.stripe.disputes.close(dispute.id)).status).toBe('lost')
    expect((await errorOf(lab.stripe.disputes.close(dispute.id))).code).toBe('dispute_already_submitted')
    expect((await errorOf(lab.stripe.disputes.close('dp_none'))).code).toBe('resource_missing')
  })
})
