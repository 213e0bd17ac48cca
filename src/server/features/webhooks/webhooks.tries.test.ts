/** What happens when a buyer's webhook does not answer. These tests move the clock, and signatures carry the time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, seconds } from '#server/platform/clock.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { aBuyerWithWebhook, listWebhooks, readEvents, sendTest, updateWebhook } from '#testing/webhooks.ts'
import { queueWebhookEvents, sendWebhookEvents } from './send-events.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
let receiver: WebhookReceiver
let backed: string
beforeAll(async () => {
  store = await createTestApp({ env: { WEBHOOKS_TO_LOOPBACK: '1' } })
  await store.setStock(COUNTED, 900)
})
afterAll(() => store.close())
beforeEach(async () => {
  receiver = await openReceiver()
  backed = await aBackedPackage(store)
})
afterEach(() => receiver.close())

const hook = (eventTypes?: string[]) =>
  aBuyerWithWebhook(store, { packageId: COUNTED, url: receiver.url, ...(eventTypes ? { eventTypes } : {}) })
const types = () => receiver.calls.map(({ type }) => type)

describe('a failed try', () => {
  test('is logged and repeated ten times over 75 hours under the same id, then the event has failed', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    // Another event succeeds in between, so the webhook is not turned off.
    receiver.answer(500, `sorry ${'x'.repeat(2_000)}`)
    const started = store.clock.now().getTime()

    for (let count = 1; count <= 11; count += 1) {
      await store.runJobs()
      await store.testDatabase.pool.query('update webhooks set failing_since = null where webhook_id = $1', [hooked.id])
      const [event] = await readEvents(hooked)
      if (event.nextTryAt) store.clock.advance(new Date(event.nextTryAt).getTime() - store.clock.now().getTime() + 1)
    }

    const [event] = await readEvents(hooked)
    expect(event).toMatchObject({ type: 'webhook.test', state: 'failed', nextTryAt: null })
    expect(event.tries).toHaveLength(10)
    expect(event.tries[0]).toMatchObject({ status: 500, problem: null, answer: `sorry ${'x'.repeat(1_018)}` })
    expect(new Set(receiver.calls.map(({ id }) => id))).toEqual(new Set([event.id]))
    const took = store.clock.now().getTime() - started
    expect(took).toBeGreaterThanOrEqual(hours(75))
    expect(took).toBeLessThan(hours(84))
  }, 30_000)

  test('while the receiver is away is made good as soon as it answers; what it refused itself waits its time', async () => {
    const hooked = await hook()
    const sent = async (status: number) => {
      receiver.answer(status)
      await sendTest(hooked)
      await store.runJobs()
      return receiver.calls.splice(0)
    }
    const [unheard] = await sent(503)
    const [refused] = await sent(500)

    const [taken, ...more] = await sent(204)
    await store.runJobs()

    expect([...more, ...receiver.calls].map(({ id }) => id)).toEqual([unheard?.id])
    const states = (await readEvents(hooked)).map(({ id, state }: { id: string; state: string }) => [id, state])
    expect(Object.fromEntries(states)).toEqual({
      [unheard?.id ?? '']: 'sent',
      [refused?.id ?? '']: 'waiting',
      [taken?.id ?? '']: 'sent',
    })
  })

  test('with 410 turns the webhook off with one email; what follows waits and is sent once it is on', async () => {
    const hooked = await hook(['delivery.ready'])
    receiver.answer(410)
    await sendTest(hooked)
    await store.runJobs()

    expect(await listWebhooks(hooked.desk)).toMatchObject([{ offReason: 'gone' }])
    expect((await store.mailsTo(hooked.email)).filter(({ subject }) => subject.includes('is off'))).toHaveLength(1)
    expect((await sendTest(hooked)).body.code).toBe('webhook_off')

    receiver.answer(204)
    receiver.calls.length = 0
    await hooked.buyer.buy(backed)
    await store.runJobs()
    expect(receiver.calls).toEqual([])

    await updateWebhook(hooked, { eventTypes: ['delivery.ready'], isOn: true })
    await store.runJobs()
    expect(types().sort()).toEqual(['delivery.ready', 'webhook.test'])
  })

  test('after three dead days turns the webhook off; nothing that happened meanwhile is lost', async () => {
    const hooked = await hook(['delivery.ready'])
    receiver.answer(503)
    await hooked.buyer.buy(backed)
    await store.runJobs()
    for (let passed = 0; passed < days(3); passed += hours(6)) {
      store.clock.advance(hours(6))
      await store.runJobs()
    }
    store.clock.advance(days(1))
    await store.runJobs()
    expect(await listWebhooks(hooked.desk)).toMatchObject([{ offReason: 'failing' }])
    expect((await store.mailsTo(hooked.email)).filter(({ subject }) => subject.includes('is off'))).toHaveLength(1)
    const ids = new Set(receiver.calls.map(({ id }) => id))

    receiver.answer(204)
    receiver.calls.length = 0
    await updateWebhook(hooked, { eventTypes: ['delivery.ready'], isOn: true })
    await store.runJobs()

    expect(new Set(receiver.calls.map(({ id }) => id))).toEqual(ids)
    expect(await listWebhooks(hooked.desk)).toMatchObject([{ offReason: null, failingSince: null }])
  }, 30_000)

  test('with 429 and a wait longer than the store’s own leaves the webhook alone for that long', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    await sendTest(hooked)
    receiver.answer(429, '', { 'retry-after': '60' })
    await store.runJobs()
    const made = receiver.calls.length

    receiver.answer(204)
    store.clock.advance(seconds(50))
    await store.runJobs()
    expect(receiver.calls).toHaveLength(made)
    store.clock.advance(seconds(15))
    await store.runJobs()

    expect(receiver.calls).toHaveLength(made + 2)
    const states = (await readEvents(hooked)).map(({ state }: { state: string }) => state)
    expect(states).toEqual(['sent', 'sent'])
  })

  test('of a job that died is made again under the same id', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    await queueWebhookEvents(store.ctx)
    await store.testDatabase.pool.query('delete from graphile_worker._private_jobs')
    await store.testDatabase.pool.query(`update webhooks set claim = 'clm_dead' where webhook_id = $1`, [hooked.id])
    await sendWebhookEvents(store.ctx, hooked.id)
    expect(receiver.calls).toEqual([])

    store.clock.advance(seconds(31))
    await store.runJobs()

    expect(types()).toEqual(['webhook.test'])
  })
})

describe('the log', () => {
  test('forgets events after 30 days', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    await store.runJobs()

    store.clock.advance(days(31))
    await statementsOfForgetting(store)

    const { rows } = await store.testDatabase.pool.query(
      'select from buyer_events where webhook_id = $1 union all select from webhook_tries',
      [hooked.id],
    )
    expect(rows).toEqual([])
  })
})
