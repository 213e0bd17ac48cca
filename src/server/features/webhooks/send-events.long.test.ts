/** Leads that are sent to Follow Up Boss, which a server in its own process stands in for. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, minutes, seconds } from '#server/platform/clock.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { followUpBossEnv, openFollowUpBoss } from '#testing/follow-up-boss/follow-up-boss.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { readEvents } from '#testing/webhooks.ts'

const COUNTED = '48453-vacant-vip-20'
const API_KEY = 'fka_0a1b2c3d4e5f'

let boss: Awaited<ReturnType<typeof openFollowUpBoss>>
let store: TestApp
beforeAll(async () => {
  boss = await openFollowUpBoss()
  store = await createTestApp({ env: followUpBossEnv(boss.url) })
  await store.setStock(COUNTED, 900)
})
afterAll(async () => {
  await store.close()
  await boss.close()
})
beforeEach(async () => {
  await boss.set({ apiKey: API_KEY, next: [] })
  boss.calls.length = 0
})

/** A buyer whose leads go to Follow Up Boss. */
async function aConnectedBuyer(apiKey = API_KEY) {
  const { buyer, email } = await aSale(store, COUNTED)
  const desk = await aDesk(store, email)
  const { status, body } = await desk.call('PUT', '/api/desk/follow-up-boss', { apiKey })
  expect(status).toBe(200)
  return { buyer, email, desk, id: body.id as string, secret: '' }
}

const posted = () => boss.calls.filter(({ method }) => method === 'POST')
const states = async (connected: Awaited<ReturnType<typeof aConnectedBuyer>>) =>
  (await readEvents(connected)).map(({ state }: { state: string }) => state)

describe('a connected buyer', () => {
  test('who runs into its limit is left alone for as long as it asks; that is not one of ten tries', async () => {
    const connected = await aConnectedBuyer()
    await boss.set({ next: [{ status: 429, retryAfter: 120 }] })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    const made = posted().length

    store.clock.advance(seconds(110))
    await store.runJobs()
    expect(posted()).toHaveLength(made)
    const { rows } = await store.testDatabase.pool.query(
      `select max(attempts)::int as attempts, count(*) filter (where state = 'waiting')::int as waiting from buyer_events where webhook_id = $1`,
      [connected.id],
    )
    expect(rows).toEqual([{ attempts: made > 1 ? 1 : 0, waiting: 25 - (made - 1) }])

    store.clock.advance(seconds(20))
    await store.runJobs()
    // Only ten at a time while the last answer was a failure; the rest comes with the next jobs.
    expect(await states(connected)).toEqual(Array(25).fill('sent'))
    expect(posted()).toHaveLength(26)
  }, 30_000)

  test('is sent a lead again that got no good answer, and sees in the log what was wrong', async () => {
    const connected = await aConnectedBuyer()
    await boss.set({ next: Array.from({ length: 25 }, () => ({ status: 503 })) })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    for (let passed = 0; passed < 12; passed += 1) {
      store.clock.advance(minutes(1))
      await store.runJobs()
    }

    expect(await states(connected)).toEqual(Array(25).fill('sent'))
    const [event] = await readEvents(connected)
    expect(event.tries.map(({ status }: { status: number }) => status)).toContain(503)
  }, 60_000)

  test('reads in the log that an archived lead flow drops their leads', async () => {
    const connected = await aConnectedBuyer()
    await connected.desk.call('POST', `/api/desk/webhooks/${connected.id}/test`)
    await store.runJobs()
    await boss.set({ next: Array.from({ length: 25 }, () => ({ status: 204 })) })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()

    const [event] = await readEvents(connected)
    expect(event).toMatchObject({
      state: 'sent',
      tries: [{ status: 204, problem: expect.stringContaining('archived') }],
    })
  }, 30_000)

  test('who turns it off gets nothing, and nothing that was delivered meanwhile', async () => {
    const connected = await aConnectedBuyer()
    const path = `/api/desk/webhooks/${connected.id}`
    await connected.desk.call('PATCH', path, { eventTypes: ['order.refunded'], isOn: false })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    const { body } = await connected.desk.call('PATCH', path, { eventTypes: ['order.refunded'], isOn: true })
    store.clock.advance(days(1))
    await store.runJobs()

    expect(body.eventTypes).toEqual(['lead.delivered'])
    expect(posted()).toEqual([])
  })
})
