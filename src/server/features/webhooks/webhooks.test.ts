/** What a buyer's webhook receives, and when. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { anAdmin } from '#testing/builders.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { isSignedBy, openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import {
  ALL_EVENT_TYPES,
  aBuyerWithWebhook,
  addWebhook,
  listWebhooks,
  readEvents,
  replay,
  sendTest,
  updateWebhook,
} from '#testing/webhooks.ts'

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

describe('a webhook', () => {
  test('is told of a delivery with ids and times only, and signed so that the reference library accepts it', async () => {
    const hooked = await hook(['delivery.ready'])
    const { body: order } = await hooked.buyer.buy(backed)

    await store.runJobs()

    const [call] = receiver.calls
    expect(receiver.calls).toHaveLength(1)
    expect(call?.data).toEqual({
      order_id: order.id,
      order_reference: order.reference,
      delivery_id: expect.stringMatching(/^dlh_/),
      available_until: expect.stringMatching(/Z$/),
    })
    expect(call && isSignedBy(hooked.secret, call)).toBe(true)
    expect(call && isSignedBy('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', call)).toBe(false)
    expect(call && isSignedBy(hooked.secret, { ...call, body: call.body.replace('LY-', 'LZ-') })).toBe(false)
  })

  test('gets each lead of its own flat and in snake_case, if its owner chose that; nothing of it is stored', async () => {
    const hooked = await hook(['lead.delivered'])
    await hooked.buyer.buy(backed)

    await store.runJobs()

    expect(types()).toEqual(Array(25).fill('lead.delivered'))
    expect(new Set(receiver.calls.map(({ data }) => data.lead_id)).size).toBe(25)
    const [{ data = {} } = {}] = receiver.calls
    expect(data).toMatchObject({
      state: 'TX',
      zip: expect.stringMatching(/^\d{5}$/),
      phone_1_do_not_call: expect.anything(),
    })
    expect(Object.keys(data).every((name) => /^[a-z][a-z0-9_]*$/.test(name))).toBe(true)
    expect(Object.values(data).every((value) => value === null || typeof value !== 'object')).toBe(true)
    const { rows } = await store.testDatabase.pool.query(
      `select row_to_json(e)::text || row_to_json(t)::text as text from buyer_events e join webhook_tries t using (event_id) where webhook_id = $1`,
      [hooked.id],
    )
    expect(rows).toHaveLength(25)
    for (const { text } of rows) expect(text).not.toContain(data.street)
  }, 30_000)

  test('is not sent a lead whose owner opted out before it was sent', async () => {
    const hooked = await hook(['lead.delivered'])
    receiver.answer(500)
    await hooked.buyer.buy(backed)
    await store.runJobs()
    const before = receiver.calls.length
    await store.testDatabase.pool.query(
      `insert into suppressions (property_key, cause, suppressed_at) select distinct l.property_key, 'owner', now() from leads l join buyer_events e using (lead_id)
       where e.webhook_id = $1`,
      [hooked.id],
    )

    receiver.answer(204)
    store.clock.advance(minutes(1))
    await store.runJobs()

    expect(receiver.calls).toHaveLength(before)
    expect(new Set((await readEvents(hooked)).map(({ state }: { state: string }) => state))).toEqual(
      new Set(['dropped']),
    )
  }, 30_000)

  test('is told of a refund once for each amount', async () => {
    const hooked = await hook(['order.refunded'])
    const { body: order } = await hooked.buyer.buy(COUNTED)
    const admin = await anAdmin(store)

    await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, {
      attemptId: 'attempt-refund-1',
      reason: 'The buyer changed their mind.',
    })
    await store.runJobs()

    expect(receiver.calls.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'order.refunded',
        data: {
          order_id: order.id,
          order_reference: order.reference,
          refunded_total_cents: Math.round(Number(order.total) * 100),
        },
      },
    ])
  })

  test('of another buyer hears nothing', async () => {
    await hook()
    const other = await aSale(store, backed)
    await store.runJobs()

    expect(other.order.id).toMatch(/^ord_/)
    expect(receiver.calls).toEqual([])
  })
})

describe('replay', () => {
  test('sends one event, or a range, again under the same ids', async () => {
    const hooked = await hook(['delivery.ready'])
    await sendTest(hooked)
    await hooked.buyer.buy(backed)
    await store.runJobs()
    const events = await readEvents(hooked)
    const [first] = events

    expect((await replay(hooked, { eventId: first.id })).body).toEqual({ events: 1 })
    await store.runJobs()
    expect(receiver.calls.filter(({ id }) => id === first.id)).toHaveLength(2)

    const to = store.clock.now().toISOString()
    const from = new Date(store.clock.now().getTime() - days(1)).toISOString()
    expect((await replay(hooked, { from, to })).body).toEqual({ events: 2 })
    await store.runJobs()
    expect(receiver.calls).toHaveLength(5)
    expect(new Set(receiver.calls.map(({ id }) => id))).toEqual(new Set(events.map(({ id }: { id: string }) => id)))
  })

  test('is throttled', async () => {
    const hooked = await hook()
    for (let count = 0; count < 60; count += 1)
      expect((await replay(hooked, { eventId: `evt_${'0'.repeat(22)}` })).status).toBe(200)

    expect((await sendTest(hooked)).body.code).toBe('webhook_throttled')
  }, 30_000)
})

describe('a secret', () => {
  test('is replaced with a day of overlap, in which both sign', async () => {
    const hooked = await hook()
    const { body } = await hooked.desk.call('POST', `/api/desk/webhooks/${hooked.id}/secret`)
    await sendTest(hooked)
    await store.runJobs()
    const [call] = receiver.calls

    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    for (const secret of [hooked.secret, body.secret]) expect(call && isSignedBy(secret, call)).toBe(true)

    await store.testDatabase.pool.query(`update webhooks set previous_until = $2 where webhook_id = $1`, [
      hooked.id,
      store.clock.now(),
    ])
    await sendTest(hooked)
    await store.runJobs()
    expect(receiver.calls[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  })

  test('is not in the database', async () => {
    const hooked = await hook()
    const { rows } = await store.testDatabase.pool.query('select row_to_json(w)::text as text from webhooks w')

    for (const { text } of rows) expect(text).not.toContain(hooked.secret.slice(6, 26))
    expect(JSON.stringify(await listWebhooks(hooked.desk))).not.toContain('whsec_')
  })
})

describe('the desk', () => {
  test('refuses what it must, and changes nothing', async () => {
    const hooked = await hook()

    expect((await addWebhook(hooked.desk, receiver.url)).body.code).toBe('webhook_address_known')
    for (const url of ['https://10.0.0.1/', 'http://example.com/', 'nonsense'])
      expect((await addWebhook(hooked.desk, url)).body.code, url).toBe('webhook_address_refused')
    expect((await addWebhook(hooked.desk, receiver.url, [])).status).toBe(400)
    expect((await addWebhook(hooked.desk, receiver.url, ['order.paid'])).status).toBe(400)
    for (let count = 2; count <= 5; count += 1)
      expect((await addWebhook(hooked.desk, `${receiver.url}/${count}`)).status).toBe(200)
    expect((await addWebhook(hooked.desk, `${receiver.url}/6`)).body.code).toBe('too_many_webhooks')
    expect(await listWebhooks(hooked.desk)).toHaveLength(5)
  })

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

  test('of another address does not know the webhook, whatever it asks', async () => {
    const mine = await hook()
    const theirs = await aDesk(store, (await aSale(store, COUNTED)).email)
    const path = `/api/desk/webhooks/${mine.id}`

    for (const reply of [
      await theirs.call('PATCH', path, { eventTypes: ALL_EVENT_TYPES, isOn: false }),
      await theirs.call('DELETE', path),
      await theirs.call('POST', `/api/desk/webhooks/${mine.id}/secret`),
      await theirs.call('POST', `/api/desk/webhooks/${mine.id}/test`),
      await theirs.call('GET', `/api/desk/webhooks/${mine.id}/events`),
      await theirs.call('POST', `/api/desk/webhooks/${mine.id}/replay`, { eventId: `evt_${'0'.repeat(22)}` }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: 'webhook_unknown' } })
    expect(await listWebhooks(theirs)).toEqual([])
    expect(await listWebhooks(mine.desk)).toMatchObject([{ id: mine.id, offReason: null }])
  })

  test('that is closed shows nothing', async () => {
    const { buyer } = await hook()

    expect((await buyer.call('GET', '/api/desk/webhooks')).status).toBe(401)
  })

  test('turns a webhook off and removes it with all its events', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    await store.runJobs()

    expect((await updateWebhook(hooked, { eventTypes: ['order.refunded'], isOn: false })).body).toMatchObject({
      offReason: 'owner',
      eventTypes: ['order.refunded'],
    })
    expect((await hooked.desk.call('DELETE', `/api/desk/webhooks/${hooked.id}`)).status).toBe(200)
    const { rows } = await store.testDatabase.pool.query('select from buyer_events where webhook_id = $1', [hooked.id])
    expect(rows).toEqual([])
  })
})
