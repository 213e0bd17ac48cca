import { describe, expect, test } from 'vitest'
import { connect, errorOf, QUIET, withCardSandbox } from '#testing/card-sandbox.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createStripeSandbox } from './server.ts'

const lab = withCardSandbox()
const { anIntent } = lab

const control = (fields: Record<string, string | number | boolean>) =>
  lab.stripe.rawRequest('POST', '/v1/sandbox/control', fields)

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

  test('answer with a conflict while the first call with the key runs', async () => {
    await control({ latency_ms: 300 })

    const results = await Promise.allSettled([create(1_000, 'busy'), create(1_000, 'busy')])

    await control({ reset: true })
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ statusCode: 409 })
  })

  test('replay a decline too, without asking the bank again', async () => {
    const { id } = await anIntent()
    const confirm = () =>
      errorOf(
        lab.stripe.paymentIntents.confirm(
          id,
          { payment_method: 'pm_card_visa_chargeDeclined' },
          { idempotencyKey: 'no' },
        ),
      )

    const [first, second] = [await confirm(), await confirm()]

    expect(second).toMatchObject({ code: 'card_declined', charge: first.charge })
    expect(await countOf('charges', id)).toBe(1)
  })

  test('are not used up by a malformed call', async () => {
    await errorOf(create(1, 'typo'))

    expect(await create(1_000, 'typo')).toMatchObject({ amount: 1_000 })
  })
})

describe('simultaneous calls', () => {
  test('many confirms of one intent make one charge', async () => {
    const { id } = await anIntent()

    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countOf('charges', id)).toBe(1)
  })

  test('either a confirm or a cancel wins, 50 times', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
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

  test('refunds never return more than was paid', async () => {
    const { id } = await anIntent(10_000)
    await lab.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })

    await Promise.allSettled(
      Array.from({ length: 12 }, () => lab.stripe.refunds.create({ payment_intent: id, amount: 1_500 })),
    )

    const refunds = (await lab.stripe.refunds.list({ payment_intent: id, limit: 100 })).data
    expect(refunds).toHaveLength(6)
  })

  test('two nodes starting at once share their keys and their data', async () => {
    const fresh = await createTestDatabase()
    const start = () => createStripeSandbox({ pool: fresh.pool, webhookUrl: () => null, log: QUIET })
    const nodes = await Promise.all([start(), start()])
    const clients = nodes.map((node) => connect(node))

    const intent = await clients[0]?.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { idempotencyKey: 'shared' },
    )
    const replayed = await clients[1]?.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { idempotencyKey: 'shared' },
    )
    await Promise.all(nodes.map((node) => node.close()))
    const restarted = await start()

    expect(nodes[0]?.secretKey).toBe(nodes[1]?.secretKey)
    expect(replayed?.id).toBe(intent?.id)
    expect(await connect(restarted).paymentIntents.retrieve(intent?.id ?? '')).toMatchObject({ amount: 500 })
    await restarted.close()
    await fresh.drop()
  })
})

describe('failures on demand', () => {
  test('a call that fails before its work has no effect; one that fails after it has its full effect', async () => {
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

  test('the SDK’s retry finds an answer that was lost on the way', async () => {
    const patient = connect(lab.sandbox, 2)
    await control({ fail_next: 1, fail_when: 'after', fail_status: 0, fail_match: 'POST /v1/payment_intents' })

    const intent = await patient.paymentIntents.create({ amount: 700, currency: 'usd' })

    expect(intent.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  })
})
