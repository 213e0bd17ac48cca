/** What a buyer's webhook receives, and when. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '#server/platform/clock.ts'
import { adminOf } from '#testing/builders.ts'
import { answerClaims, claimLeads, claimsAt } from '#testing/claims.ts'
import { aBackedPackage, aSale, deliveryMailsTo, deliveryTokenIn, download } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { isSignedBy, openReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import {
  ALL_EVENT_TYPES,
  aBuyerWithWebhook,
  addWebhook,
  type Hooked,
  listWebhooks,
  readEvents,
  replay,
  sendTest,
  updateWebhook,
} from '#testing/webhooks.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { queueWebhookEvents, sendWebhookEvents } from './send-events.ts'

const store = withStore({ env: { WEBHOOKS_TO_LOOPBACK: '1' } }, (opened) => opened.setStock(COUNTED, 900))
let receiver: WebhookReceiver
let backed: string
beforeEach(async () => {
  receiver = await openReceiver()
  backed = await aBackedPackage(store)
})
afterEach(() => receiver.close())

const hook = (eventTypes?: string[]) =>
  aBuyerWithWebhook(store, { packageId: COUNTED, url: receiver.url, ...(eventTypes ? { eventTypes } : {}) })
const statesOf = async (hooked: Hooked): Promise<string[]> =>
  (await readEvents(hooked)).map(({ state }: { state: string }) => state)
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
    const rows =
      await store.sql`select row_to_json(e)::text || row_to_json(t)::text as text from buyer_events e join webhook_tries t using (event_id) where webhook_id = ${hooked.id}`
    expect(rows).toHaveLength(25)
    for (const { text } of rows) expect(text).not.toContain(data.street)
  }, 30_000)

  test('is not sent a lead whose owner opted out before it was sent', async () => {
    const hooked = await hook(['lead.delivered'])
    receiver.answer(500)
    await hooked.buyer.buy(backed)
    await store.runJobs()
    const before = receiver.calls.length
    await store.sql`insert into suppressions (property_key, cause, suppressed_at) select distinct l.property_key, 'owner', now() from leads l join buyer_events e using (lead_id)
       where e.webhook_id = ${hooked.id}`

    receiver.answer(204)
    store.clock.advance(minutes(1))
    await store.runJobs()

    expect(receiver.calls).toHaveLength(before)
    expect([...new Set(await statesOf(hooked))]).toEqual(['dropped'])
  }, 30_000)

  test('is told of a refund once for each amount', async () => {
    const { body: order } = await (await hook(['order.refunded'])).buyer.buy(COUNTED)
    await adminOf(store).refund(order.id)
    await store.runJobs()

    const refunded_total_cents = Math.round(Number(order.total) * 100)
    const data = { order_id: order.id, order_reference: order.reference, refunded_total_cents }
    expect(receiver.calls.map(({ type, data }) => ({ type, data }))).toEqual([{ type: 'order.refunded', data }])
  })

  test('of another buyer hears nothing', async () => {
    await hook()
    const other = await aSale(store, backed)
    await store.runJobs()
    expect(other.order.id).toMatch(/^ord_/)
    expect(receiver.calls).toEqual([])
  })
})

test('replay sends one event, or a range, again under the same ids', async () => {
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

test('a secret is replaced with a day of overlap, in which both sign', async () => {
  const hooked = await hook()
  const { body } = await hooked.desk.call('POST', `/api/desk/webhooks/${hooked.id}/secret`)
  await sendTest(hooked)
  await store.runJobs()
  const [call] = receiver.calls

  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  for (const secret of [hooked.secret, body.secret]) expect(call && isSignedBy(secret, call)).toBe(true)

  await store.sql`update webhooks set previous_until = ${store.clock.now()} where webhook_id = ${hooked.id}`
  await sendTest(hooked)
  await store.runJobs()
  expect(receiver.calls[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
})

test('a secret is not in the database', async () => {
  const hooked = await hook()
  for (const { text } of await store.sql`select row_to_json(w)::text as text from webhooks w`)
    expect(text).not.toContain(hooked.secret.slice(6, 26))
  expect(JSON.stringify(await listWebhooks(hooked.desk))).not.toContain('whsec_')
})

test('the desk refuses what it must, and changes nothing', async () => {
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

test('the desk of another address does not know the webhook, whatever it asks', async () => {
  const mine = await hook()
  const theirs = await aDesk(store, (await aSale(store, COUNTED)).email)
  const path = `/api/desk/webhooks/${mine.id}`

  for (const reply of [
    await theirs.call('PATCH', path, { eventTypes: ALL_EVENT_TYPES, isOn: false }),
    await theirs.call('DELETE', path),
    await theirs.call('POST', `${path}/secret`),
    await theirs.call('POST', `${path}/test`),
    await theirs.call('GET', `${path}/events`),
    await theirs.call('POST', `${path}/replay`, { eventId: `evt_${'0'.repeat(22)}` }),
  ])
    expect(reply).toMatchObject({ status: 404, body: { code: 'webhook_unknown' } })
  expect(await listWebhooks(theirs)).toEqual([])
  expect(await listWebhooks(mine.desk)).toMatchObject([{ id: mine.id, offReason: null }])
})

test('the desk turns a webhook off and removes it with all its events', async () => {
  const hooked = await hook()
  await sendTest(hooked)
  await store.runJobs()
  expect((await updateWebhook(hooked, { eventTypes: ['order.refunded'], isOn: false })).body).toMatchObject({
    offReason: 'owner',
    eventTypes: ['order.refunded'],
  })
  expect((await hooked.desk.call('DELETE', `/api/desk/webhooks/${hooked.id}`)).status).toBe(200)
  expect(await store.sql`select from buyer_events where webhook_id = ${hooked.id}`).toEqual([])
})

test('each answered claim is told once, and a replacement comes as a lead of its own', async () => {
  const { buyer } = await hook(['claim.answered', 'lead.delivered'])
  // One lead more than the package needs: the second claim gets store credit.
  const { body: order } = await buyer.buy(await aBackedPackage(store, { leads: 26 }))
  await store.runJobs()
  const token = deliveryTokenIn((await deliveryMailsTo(store, buyer.contactInfo.email))[0])
  await download(store, `/api/deliveries/${token}/1/csv`)
  const { packages } = await claimsAt(store, token)
  const [one, two, three] = packages[0].leads.map(({ leadId }: { leadId: string }) => leadId)
  await claimLeads(store, token, [one, two, three])
  receiver.calls.length = 0

  await answerClaims(adminOf(store), order.id, [one, two])
  await answerClaims(adminOf(store), order.id, [three], { isGranted: false, answer: 'We reached them.' })
  await answerClaims(adminOf(store), order.id, [one, two, three])
  await store.runJobs()

  const answers = receiver.calls.filter(({ type }) => type === 'claim.answered').map(({ data }) => data)
  const sent = receiver.calls.filter(({ type }) => type === 'lead.delivered').map(({ data }) => data.lead_id)
  expect(answers).toHaveLength(3)
  expect(sent).toHaveLength(1)
  const replaced = answers.filter(({ replacement_lead_id }) => replacement_lead_id !== null)
  expect(replaced).toEqual([
    expect.objectContaining({ state: 'granted', credit_cents: 0, replacement_lead_id: sent[0] }),
  ])
  expect(answers).toContainEqual(
    expect.objectContaining({ lead_id: three, state: 'denied', reason: 'wrong_number', answer: 'We reached them.' }),
  )
  expect(answers.filter(({ credit_cents }) => Number(credit_cents) > 0)).toHaveLength(1)
})

/** These move the clock, and signatures carry the time: after all that check signatures. */
describe('a failed try', () => {
  test('is logged and repeated ten times over 75 hours under the same id, then the event has failed', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    // Another event succeeds in between, so the webhook is not turned off.
    receiver.answer(500, `sorry ${'x'.repeat(2_000)}`)
    const started = store.clock.now().getTime()

    for (let count = 1; count <= 11; count += 1) {
      await store.runJobs()
      await store.sql`update webhooks set failing_since = null where webhook_id = ${hooked.id}`
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

  test('of a job that died is made again under the same id', async () => {
    const hooked = await hook()
    await sendTest(hooked)
    await queueWebhookEvents(store.ctx)
    await store.sql`delete from graphile_worker._private_jobs`
    await store.sql`update webhooks set claim = 'clm_dead' where webhook_id = ${hooked.id}`
    await sendWebhookEvents(store.ctx, hooked.id)
    expect(receiver.calls).toEqual([])
    store.clock.advance(seconds(31))
    await store.runJobs()
    expect(types()).toEqual(['webhook.test'])
  })

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
    expect(await statesOf(hooked)).toEqual(['sent', 'sent'])
  })
})

test('the log forgets events after 30 days', async () => {
  const hooked = await hook()
  await sendTest(hooked)
  await store.runJobs()
  store.clock.advance(days(31))
  await statementsOfForgetting(store)
  const left = 'select from buyer_events where webhook_id = $1 union all select from webhook_tries'
  expect(await store.rows(left, [hooked.id])).toEqual([])
})
