/** Leads that are sent to Follow Up Boss, which a server in its own process stands in for. */
import { describe, expect, test } from 'vitest'
import { days, minutes, seconds } from '#server/platform/clock.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { aConnectedBuyer, withFollowUpBoss } from '#testing/follow-up-boss/with-follow-up-boss.ts'
import { readEvents } from '#testing/webhooks.ts'

const { boss, store } = await withFollowUpBoss()
const posted = () => boss.calls.filter(({ method }) => method === 'POST')

describe('a connected buyer', () => {
  test('who runs into its limit is left alone for as long as it asks; that is not one of ten tries', async () => {
    const connected = await aConnectedBuyer(store)
    await boss.set({ next: [{ status: 429, retryAfter: 120 }] })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    const made = posted().length

    store.clock.advance(seconds(110))
    await store.runJobs()
    expect(posted()).toHaveLength(made)
    const rows =
      await store.sql`select max(attempts)::int as attempts, count(*) filter (where state = 'waiting')::int as waiting from buyer_events where webhook_id = ${connected.id}`
    expect(rows).toEqual([{ attempts: made > 1 ? 1 : 0, waiting: 25 - (made - 1) }])

    store.clock.advance(seconds(20))
    await store.runJobs()
    // Only ten at a time while the last answer was a failure; the rest comes with the next jobs.
    expect(await connected.states()).toEqual(Array(25).fill('sent'))
    expect(posted()).toHaveLength(26)
  }, 30_000)

  test('is sent a lead again that got no good answer, and sees in the log what was wrong', async () => {
    const connected = await aConnectedBuyer(store)
    await boss.set({ next: Array.from({ length: 25 }, () => ({ status: 503 })) })
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    for (let passed = 0; passed < 12; passed += 1) {
      store.clock.advance(minutes(1))
      await store.runJobs()
    }
    expect(await connected.states()).toEqual(Array(25).fill('sent'))
    const [event] = await readEvents(connected)
    expect(event.tries.map(({ status }: { status: number }) => status)).toContain(503)
  }, 60_000)

  test('reads in the log that an archived lead flow drops their leads', async () => {
    const connected = await aConnectedBuyer(store)
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
    const connected = await aConnectedBuyer(store)
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
