import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createStripeGateway } from './stripe.ts'

const SECRET = 'whsec_test'
const NOW = new Date('2026-11-21T10:00:00.000Z')
const NOW_SECONDS = NOW.getTime() / 1_000
const gateway = createStripeGateway({
  secretKey: 'sk_test_x',
  publishableKey: 'pk_test_x',
  webhookSecret: SECRET,
  sandboxUrl: () => null,
})

const anEvent = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: NOW_SECONDS - 2, data: { object } })
const sign = (body: string, options: { at?: number; secret?: string } = {}) => {
  const at = options.at ?? NOW_SECONDS
  return `t=${at},v1=${createHmac('sha256', options.secret ?? SECRET)
    .update(`${at}.${body}`)
    .digest('hex')}`
}
const read = (body: string, signature: string | undefined = sign(body)) =>
  gateway.readEvent(Buffer.from(body), signature, NOW)
const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return 'accepted'
}
const SUCCEEDED = anEvent('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' })

it.each([
  ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }],
  ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }],
  ['charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1', charge: 'ch_1' }],
  ['refund.created', { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' } }],
])('a signed event of %s names the payment it is about', (type, object) => {
  expect(read(anEvent(type, object))).toEqual({
    eventId: 'evt_1',
    type,
    paymentId: 'pi_1',
    createdAt: new Date('2026-11-21T09:59:58.000Z'),
    dispute: null,
    decline: null,
  })
})

it('a signed event about a declined card gives the reason and the failed charge', () => {
  const told = (failure: unknown) =>
    read(anEvent('payment_intent.payment_failed', { id: 'pi_1', last_payment_error: failure })).decline

  const failure = { code: 'card_declined', decline_code: 'insufficient_funds' }
  expect(told({ ...failure, charge: 'ch_1' })).toEqual({
    text: 'Your card has insufficient funds.',
    declineId: 'ch_1',
  })
  expect(told(failure)).toEqual({ text: 'Your card has insufficient funds.', declineId: null })
  expect(told('none')).toEqual({ text: 'Your card was declined.', declineId: null })
})

it('a signed event about a dispute gives its state at that time, whatever other servers leave out', () => {
  const object = { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1', amount: '29900', created: NOW_SECONDS }
  const told = (more: object) => read(anEvent('charge.dispute.created', { ...object, ...more })).dispute

  const details = { due_by: NOW_SECONDS + 60, submission_count: 1 }
  expect(told({ status: 'under_review', reason: 'fraudulent', evidence_details: details })).toEqual({
    disputeId: 'dp_1',
    amountCents: 29_900,
    reason: 'fraudulent',
    status: 'under_review',
    openedAt: NOW,
    dueBy: new Date(NOW.getTime() + 60_000),
    isSubmitted: true,
  })
  expect(told({ status: 'lost' })).toMatchObject({
    status: 'lost',
    reason: 'general',
    dueBy: null,
    isSubmitted: false,
  })
  expect(told({ status: 'a_word_of_next_year' })).toMatchObject({ status: 'under_review' })
  expect(told({})).toBeNull()
})

it('a signed event about something else names no payment', () => {
  expect(read(anEvent('payout.paid', { id: 'po_1', object: 'payout' })).paymentId).toBeNull()
})

it.each([
  [-301, 'signature_invalid'],
  [-300, 'accepted'],
  [0, 'accepted'],
  [300, 'accepted'],
  [301, 'signature_invalid'],
  [86_400, 'signature_invalid'],
])('a signed event whose time is %i s off is answered with %s', (offSeconds, expected) => {
  expect(codeOf(() => read(SUCCEEDED, sign(SUCCEEDED, { at: NOW_SECONDS + offSeconds })))).toBe(expected)
})

it('a signed event is valid only with the right secret, unchanged, and with one timestamp', () => {
  const signature = sign(SUCCEEDED)
  const refused: [string, string | undefined][] = [
    [SUCCEEDED, undefined],
    [SUCCEEDED, ''],
    [SUCCEEDED, 't=,v1='],
    [SUCCEEDED, sign(SUCCEEDED, { secret: 'whsec_other' })],
    [SUCCEEDED.replace('pi_1', 'pi_2'), signature],
    [SUCCEEDED, signature.replace('v1=', 'v0=')],
    [SUCCEEDED, `t=${NOW_SECONDS + 900},${signature}`],
    ['', sign('')],
    ['{', sign('{')],
  ]

  for (const [body, header] of refused)
    expect(codeOf(() => gateway.readEvent(Buffer.from(body), header, NOW))).toBe('signature_invalid')
})

it('a signed event that is JSON but not an event is a bad request', () => {
  for (const body of ['null', '[]', '{}', '{"id":"evt_1"}', '7']) expect(codeOf(() => read(body))).toBe('bad_request')
})
