/** Webhooks under load, and faults that are rare. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { days, minutes, seconds } from '#server/platform/clock.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { aBuyerWithWebhook, addWebhook, listWebhooks, replay, sendTest, updateWebhook } from '#testing/webhooks.ts'
import { withStore } from '#testing/with-store.ts'
import { queueWebhookEvents, sendWebhookEvents } from './send-events.ts'

const COUNTED = '48453-vacant-vip-20'

const store = withStore({ env: { WEBHOOKS_TO_LOOPBACK: '1' } }, (opened) => opened.setStock(COUNTED, 900))
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const hook = (eventTypes?: string[]) =>
  aBuyerWithWebhook(store, { packageId: COUNTED, url: receiver.url, ...(eventTypes ? { eventTypes } : {}) })

describe('replay', () => {
  test('is throttled', async () => {
    const hooked = await hook()
    for (let count = 0; count < 60; count += 1)
      expect((await replay(hooked, { eventId: `evt_${'0'.repeat(22)}` })).status).toBe(200)

    expect((await sendTest(hooked)).body.code).toBe('webhook_throttled')
  }, 30_000)
})

describe('the desk', () => {
  test('has five webhooks at most, also if thirty are added at once', async () => {
    const { desk, email } = await hook()
    const lock = `select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`
    const held = await holdUp(store.testDatabase, lock, [email])

    const adding = Array.from({ length: 30 }, (_, count) => addWebhook(desk, `${receiver.url}/${count}`))
    // As many as the node has connections for have begun before any of them is added.
    await untilNodeWaits(store.testDatabase, 8)
    await held.release()
    const replies = await Promise.all(adding)

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(replies.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(26)
    expect(await listWebhooks(desk)).toHaveLength(5)
  })
})

describe('a failed try', () => {
  test('after three dead days turns the webhook off; nothing that happened meanwhile is lost', async () => {
    const hooked = await hook(['delivery.ready'])
    receiver.answer(503)
    await hooked.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    await store.testDatabase.pool.query('update webhooks set failing_since = $2 where webhook_id = $1', [
      hooked.id,
      new Date(store.clock.now().getTime() - days(4)),
    ])
    store.clock.advance(minutes(1))
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

    expect(receiver.calls.map(({ type }) => type)).toEqual(['webhook.test'])
  })
})
