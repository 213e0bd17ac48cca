import { describe, expect, test } from 'vitest'
import { aCardSandbox, connect, errorOf } from '#testing/card-sandbox.ts'

const lab = await aCardSandbox()
const { anIntent } = lab

const control = (fields: Record<string, string | number | boolean>) =>
  lab.stripe.rawRequest('POST', '/v1/sandbox/control', fields)

const aPaidIntent = async (amount?: number) => {
  const intent = await anIntent(amount)
  return lab.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
}

describe('the states of an intent', () => {
  test('a succeeded intent cannot be confirmed, canceled or changed, and the error shows its state', async () => {
    const { id } = await aPaidIntent()

    const errors = await Promise.all([
      errorOf(lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
      errorOf(lab.stripe.paymentIntents.cancel(id)),
      errorOf(lab.stripe.paymentIntents.update(id, { amount: 100 })),
    ])

    for (const error of errors) {
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
      expect(error.payment_intent).toMatchObject({ id, status: 'succeeded' })
    }
    const noted = await lab.stripe.paymentIntents.update(id, { metadata: { note: 'kept' } })
    expect(noted.status).toBe('succeeded')
  })

  test('an update changes the amount and merges metadata', async () => {
    const metadata = { order: 'o-1', revision: '1', gone: 'x' }
    const { id } = await lab.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd', metadata })

    const change = { amount: 2_000, metadata: { revision: '2', gone: '' } }
    const updated = await lab.stripe.paymentIntents.update(id, change)

    expect(updated).toMatchObject({ amount: 2_000, metadata: { order: 'o-1', revision: '2' } })
    expect(updated.metadata).not.toHaveProperty('gone')
  })

  test('creating one with wrong fields is refused, and uses up no key', async () => {
    const wrong = [
      [{ amount: 49 }, 'amount_too_small', 'amount'],
      [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
      [{ amount: 12.5 }, 'parameter_invalid_integer', 'amount'],
      [{ amonut: 100 }, 'parameter_unknown', 'amonut'],
      [{}, 'parameter_missing', 'amount'],
    ] as const
    const key = { idempotencyKey: 'typo' }

    for (const [fields, code, param] of wrong) {
      const call = lab.stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'usd', ...fields }, key)
      expect(await errorOf(call)).toMatchObject({ statusCode: 400, code, param })
    }
    expect((await lab.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' }, key)).amount).toBe(1_000)
  })

  test('an unknown intent and a wrong key get different errors', async () => {
    const stranger = connect({ ...lab.sandbox, secretKey: 'sk_test_wrong' })

    const missing = await errorOf(lab.stripe.paymentIntents.retrieve('pi_none'))
    expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect((await errorOf(stranger.paymentIntents.retrieve('pi_none'))).statusCode).toBe(401)
  })

  test('a slow bank keeps the intent processing until it is released', async () => {
    await control({ card_outcome: 'processing' })
    const [good, bad] = await Promise.all([aPaidIntent(), aPaidIntent()])
    await control({ reset: true })

    const refusal = await errorOf(lab.stripe.paymentIntents.cancel(good.id))
    await lab.stripe.rawRequest('POST', `/v1/sandbox/payment_intents/${good.id}/release`, { outcome: 'succeeded' })
    await lab.stripe.rawRequest('POST', `/v1/sandbox/payment_intents/${bad.id}/release`, { outcome: 'failed' })

    expect([good.status, bad.status]).toEqual(['processing', 'processing'])
    expect(refusal.code).toBe('payment_intent_unexpected_state')
    expect(await lab.stripe.paymentIntents.retrieve(good.id)).toMatchObject({ status: 'succeeded' })
    expect(await lab.stripe.paymentIntents.retrieve(bad.id)).toMatchObject({ status: 'requires_payment_method' })
  })
})

test('an amount can be refunded in parts until nothing remains', async () => {
  const { id } = await aPaidIntent(10_000)

  const some = { amount: 4_000, reason: 'requested_by_customer', metadata: { a: 'b' } } as const
  await lab.stripe.refunds.create({ payment_intent: id, ...some })
  const tooMuch = await errorOf(lab.stripe.refunds.create({ payment_intent: id, amount: 6_001 }))
  const rest = await lab.stripe.refunds.create({ payment_intent: id, expand: ['charge'] })
  const again = await errorOf(lab.stripe.refunds.create({ payment_intent: id }))

  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
  const charge = { refunded: true, amount_refunded: 10_000 }
  expect(rest).toMatchObject({ amount: 6_000, status: 'succeeded', charge })
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  expect((await lab.stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
})

test('intents are listed newest first, in pages, and by creation time', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await anIntent()).id)

  const first = await lab.stripe.paymentIntents.list({ limit: 2, created: { gte: 1 } })
  const second = await lab.stripe.paymentIntents.list({ limit: 3, starting_after: ids[1] ?? '' })
  const future = await lab.stripe.paymentIntents.list({ created: { gte: 9_999_999_999 } })

  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
  expect(first.has_more).toBe(true)
  expect(future).toMatchObject({ data: [], has_more: false })
})

test('charges, events and disputes can be retrieved', async () => {
  const { id, latest_charge: charge } = await aPaidIntent()

  expect(await lab.stripe.charges.retrieve(String(charge))).toMatchObject({ payment_intent: id })
  expect((await lab.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  const events = (await lab.stripe.events.list({ limit: 3 })).data
  const types = ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']
  expect(events.map(({ type }) => type)).toEqual(types)
  expect(await lab.stripe.events.retrieve(events[0]?.id ?? '')).toMatchObject({ data: { object: { id } } })
  expect(await errorOf(lab.stripe.disputes.retrieve('dp_none'))).toMatchObject({ code: 'resource_missing' })
})

const countOf = async (table: string, id: string) => {
  const result = await lab.database.pool.query(`select 1 from sandbox_stripe.${table} where payment_intent = $1`, [id])
  return result.rowCount
}

describe('idempotency keys', () => {
  const create = (amount: number, idempotencyKey: string) =>
    lab.stripe.paymentIntents.create({ amount, currency: 'usd', metadata: { a: '1', b: '2' } }, { idempotencyKey })

  test('return the same answer for the same key, marked as a replay', async () => {
    const first = await create(1_000, 'replay')
    const second = await create(1_000, 'replay')

    expect(second).toEqual(first)
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
    expect(second.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  })

  test('refuse the same key with other parameters or for another call', async () => {
    const { id } = await create(1_000, 'other')

    const otherAmount = await errorOf(create(1_001, 'other'))
    const otherCall = await errorOf(lab.stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'other' }))

    expect(otherAmount).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
    expect(otherCall).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  })
})

test('of simultaneous calls either a confirm or a cancel wins, eight times', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const { id } = await anIntent()
      const confirm = () => lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      const cancel = () => lab.stripe.paymentIntents.cancel(id)
      const calls = index % 2 === 0 ? [confirm(), cancel()] : [cancel(), confirm()]
      const winners = (await Promise.allSettled(calls)).flatMap((one) =>
        one.status === 'fulfilled' ? one.value.status : [],
      )
      const { status } = await lab.stripe.paymentIntents.retrieve(id)
      return { winners, status, charges: await countOf('charges', id) }
    }),
  )

  for (const { winners, status, charges } of outcomes) {
    expect(winners).toEqual([status])
    expect(charges).toBe(status === 'succeeded' ? 1 : 0)
  }
})

test('a call that fails on demand before its work has no effect; one that fails after it has its full effect', async () => {
  const { id } = await anIntent()
  const refund = (idempotencyKey: string) => lab.stripe.refunds.create({ payment_intent: id }, { idempotencyKey })
  await lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })

  await control({ fail_next: 1, fail_status: 503, fail_match: 'POST /v1/refunds' })
  const before = await errorOf(refund('before'))
  const nothing = await countOf('refunds', id)
  await control({ fail_next: 1, fail_when: 'after', fail_match: 'POST /v1/refunds' })
  const after = await errorOf(refund('after'))

  expect([before.statusCode, after.statusCode]).toEqual([503, 500])
  expect(nothing).toBe(0)
  expect(await countOf('refunds', id)).toBe(1)
  expect(await refund('after')).toMatchObject({ amount: 29_900 })
})
