/** What just happened to payment links, as the screens of those who sent them learn it: within a second, on every node. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { REQUEST_EVENTS_MINUTES } from '#contract/links/request-events.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aBuyer, anAdmin, type Client } from '#testing/builders.ts'
import { EventReader } from '#testing/event-reader.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let one: TestApp
let two: TestApp
const readers: EventReader[] = []
beforeAll(async () => {
  one = await createTestApp({ listen: true })
  two = await createTestApp({ listen: true, beside: one })
  await one.setStock(VIP, 500)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** A stream, and how many messages it had when it was watched: its first, and news of before that was still under way. */
interface Watcher {
  reader: EventReader
  had: number
}

/** Opens the stream of a member and waits for its first message. */
async function watch(node: TestApp, member: Client): Promise<Watcher> {
  const reader = await EventReader.open(`${node.url}/api/sales/live`, { cookie: member.cookie })
  readers.push(reader)
  await expect.poll(() => reader.events.length).toBeGreaterThan(0)
  return { reader, had: reader.events.length }
}

const told = (...watchers: Watcher[]) =>
  expect.poll(() => watchers.map(({ reader, had }) => reader.events.length > had), { timeout: 1_000 })

const kindsOf = async (member: Client): Promise<string[]> =>
  (await member.call('GET', '/api/sales/events')).body.events.map((event: { kind: string }) => event.kind)

describe('a rep whose links are watched', () => {
  test('learns that a customer chose Cash App, and that what was paid is delivered', async () => {
    const rep = await anotherRep(one)
    const request = await sendLink(rep, [VIP])
    const chosen = await watch(two, rep)
    await aBuyer(one).call('POST', `/api/payment-request/${request.token}/cash-app`)
    await told(chosen).toEqual([true])

    const { payment } = await payLink(one, request)
    const delivered = await watch(two, rep)
    const admin = await anAdmin(one)
    await admin.call('POST', `/api/admin/fulfilment/${payment.orderId}/1/delivered`, { note: 'Handed over' })
    await told(delivered).toEqual([true])

    expect((await kindsOf(rep)).sort()).toEqual(['cash_app', 'delivered', 'paid'])
  })

  test('learns that a link has expired, and that its customer asks for a new one', async () => {
    const rep = await anotherRep(one)
    const request = await sendLink(rep, [VIP])
    const expired = await watch(two, rep)

    one.clock.advance(hours(24))
    await one.runTimers()
    await told(expired).toEqual([true])
    const asked = await watch(two, rep)
    await aBuyer(one).call('POST', `/api/payment-request/${request.token}/new-link`)
    await told(asked).toEqual([true])

    expect((await kindsOf(rep)).sort()).toEqual(['expired', 'new_link_asked'])
    one.clock.advance(minutes(REQUEST_EVENTS_MINUTES))
    expect(await kindsOf(rep)).toEqual([])
  })
})
