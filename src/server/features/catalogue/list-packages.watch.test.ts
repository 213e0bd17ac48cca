import { afterEach, describe, expect, test } from 'vitest'
import { aBuyerWith, anAdmin } from '#testing/builders.ts'
import { EventReader } from '#testing/event-reader.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { VIP, withStore } from '#testing/with-store.ts'

const one = withStore({ listen: true }, (opened) => opened.setStock(VIP, 50))
const two = withStore({ listen: true, beside: one })
const readers: EventReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close()
  for (const { app } of [one, two]) await expect.poll(() => app.server.eventStreams.count).toBe(0)
})

async function watch(node: TestApp, place = 'Texas/Travis'): Promise<EventReader> {
  const reader = await EventReader.open(`${node.url}/api/live/${place}`)
  readers.push(reader)
  return reader
}

/** Watches until the first message has arrived. */
async function watching(node: TestApp, place?: string): Promise<EventReader> {
  const reader = await watch(node, place)
  await expect.poll(() => reader.events.length).toBe(1)
  return reader
}

/** What a message says about the package. */
function shown(reader: EventReader): { available: number; price: number } {
  const packages: { id: string; available: number; price: number }[] = JSON.parse(reader.last?.data ?? '[]')
  const { available, price } = packages.find(({ id }) => id.endsWith('vacant-vip-20')) ?? { available: -1, price: -1 }
  return { available, price }
}

describe('watching a county', () => {
  test('sends the same text as the list of its packages', async () => {
    const reader = await watching(one)
    const list = await one.app.server.inject('/api/packages/Texas/Travis')
    expect(reader.events).toEqual([{ event: 'packages', data: list.body }])
    expect(reader.reply.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('sends changes on every node within a second when a buyer holds or releases a unit', async () => {
    const watchers = [await watching(one), await watching(two)]
    const before = watchers.map((reader) => shown(reader).available)
    const buyer = await aBuyerWith(one, VIP)
    const held = () => watchers.map((reader) => shown(reader).available)
    await expect.poll(held, { timeout: 1_000 }).toEqual(before.map((count) => count - 1))
    await buyer.release(VIP)
    await expect.poll(held, { timeout: 1_000 }).toEqual(before)
  })

  test('sends price changes and stock edits', async () => {
    const watchers = [await watching(one), await watching(two), await watching(two, 'Texas/Harris')]
    const admin = await anAdmin(one)
    await admin.call('PUT', '/api/admin/pricing', { leadType: 'vacant', tier: 'vip', size: 20, basePrice: 311 })
    await expect.poll(() => watchers.map((reader) => shown(reader).price), { timeout: 1_000 }).toEqual([311, 311, 311])
    await one.setStock(VIP, 40)
    const counts = () => watchers.slice(0, 2).map((reader) => shown(reader).available)
    await expect.poll(counts, { timeout: 1_000 }).toEqual([40, 40])
  })

  test('sends nothing about other counties, and nothing that looks the same', async () => {
    const reader = await watching(one, 'Texas/Harris')
    const other = await watching(one)
    await one.setStock(VIP, 39)
    await one.setStock('48201-vacant-vip-20', 0)
    await expect.poll(() => shown(other).available).toBe(39)
    await one.setStock('48201-vacant-vip-20', 7)
    await expect.poll(() => reader.events.length).toBe(2)
    expect(shown(reader).available).toBe(7)
  })

  test('costs no more reads with more watchers', async () => {
    const watchers = await Promise.all(Array.from({ length: 40 }, () => watching(two)))
    const before = two.database.statementCount()
    await one.setStock(VIP, 38)
    await expect.poll(() => watchers.every((reader) => shown(reader).available === 38), { timeout: 3_000 }).toBe(true)
    // One for the change. A heartbeat may fall into this moment, and it reads too.
    expect(two.database.statementCount() - before).toBeLessThanOrEqual(2)
  })
})

test('a node lets one network watch twenty counties at a time, unless limits are off', async () => {
  const limited = await createTestApp({ listen: true, beside: one, env: { RATE_LIMITS: 'on' } })
  for (let count = 0; count < 20; count += 1) expect((await watch(limited)).reply.statusCode).toBe(200)
  const refused = await watch(limited)
  await refused.ended
  expect([refused.reply.statusCode, JSON.parse(refused.text).code]).toEqual([429, 'too_many_streams'])
  await limited.close()
})

test('a node ends its streams when it stops, so browsers open them elsewhere', async () => {
  const stopping = await createTestApp({ listen: true, beside: one })
  const reader = await watching(stopping)
  await stopping.close()
  await reader.ended
  expect(reader.reply.complete).toBe(true)
})
