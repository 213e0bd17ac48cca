/** Webhooks under load, and faults that are rare. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { aBuyerWithWebhook, addWebhook, listWebhooks, replay, sendTest } from '#testing/webhooks.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'

const store = withStore({ env: { WEBHOOKS_TO_LOOPBACK: '1' } }, (opened) => opened.setStock(COUNTED, 900))
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const hook = (eventTypes?: string[]) =>
  aBuyerWithWebhook(store, { packageId: COUNTED, url: receiver.url, ...(eventTypes ? { eventTypes } : {}) })

test('replay is throttled', async () => {
  const hooked = await hook()
  for (let count = 0; count < 60; count += 1)
    expect((await replay(hooked, { eventId: `evt_${'0'.repeat(22)}` })).status).toBe(200)
  expect((await sendTest(hooked)).body.code).toBe('webhook_throttled')
}, 30_000)

test('the desk has five webhooks at most, also if thirty are added at once', async () => {
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
