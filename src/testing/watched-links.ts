/** Streams about payment links, as two nodes send them. */
import { afterEach, expect } from 'vitest'
import type { Client } from './builders.ts'
import { EventReader } from './event-reader.ts'
import type { TestApp } from './test-app.ts'
import { withStore } from './with-store.ts'

/** A stream, and how many messages it had when it was watched: its first, and news of before that was still under way. */
interface Watcher {
  reader: EventReader
  had: number
}

/** Gives all tests of a file two listening nodes of one store. The streams that they open end with each test. */
export function withWatchedLinks(prepare: (store: TestApp) => Promise<unknown>) {
  const one = withStore({ listen: true }, prepare)
  const two = withStore({ listen: true, beside: one })
  const readers: EventReader[] = []
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  return {
    one,
    two,
    /** Opens the stream of a member and waits for its first message. */
    async watch(node: TestApp, member: Client): Promise<Watcher> {
      const reader = await EventReader.open(`${node.url}/api/sales/live`, { cookie: member.cookie })
      readers.push(reader)
      await expect.poll(() => reader.events.length).toBeGreaterThan(0)
      return { reader, had: reader.events.length }
    },
  }
}

/** Whether each was told something within a second. */
export const told = (...watchers: Watcher[]) =>
  expect.poll(() => watchers.map(({ reader, had }) => reader.events.length > had), { timeout: 1_000 })

/** The kinds of what a member's screen shows. */
export const kindsOf = async (member: Client): Promise<string[]> =>
  (await member.call('GET', '/api/sales/events')).body.events.map((event: { kind: string }) => event.kind)
