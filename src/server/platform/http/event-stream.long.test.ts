import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { EventReader } from '#testing/event-reader.ts'
import { handleErrors } from './error-handler.ts'
import { type LiveSource, serveEventStreams } from './event-stream.ts'
import type { PlaceLimits } from './trusted-proxies.ts'

/** Something to watch, which the test changes. */
class Thing implements LiveSource {
  readonly key: string
  reads = 0
  readonly listeners = new Set<() => void>()
  value = '0'
  isBroken = false

  constructor(key = 'thing') {
    this.key = key
  }

  async read(): Promise<Buffer> {
    this.reads += 1
    if (this.isBroken) throw new Error('the database is away')
    return Buffer.from(this.value)
  }

  onChanged(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  set(value: string): void {
    this.value = value
    for (const listener of this.listeners) listener()
  }
}

interface Node {
  app: FastifyInstance
  thing: Thing
  /** Fifty others, at `/crowd/0` and so on. */
  crowd: Thing[]
  open(path?: string): Promise<EventReader>
}

const nodes: FastifyInstance[] = []
afterEach(async () => {
  for (const app of nodes.splice(0)) await app.close()
})

async function aNode(options: { limits?: PlaceLimits; heartbeatEveryMs?: number } = {}): Promise<Node> {
  const app = Fastify({ forceCloseConnections: 'idle' })
  nodes.push(app)
  const thing = new Thing()
  handleErrors(app)
  serveEventStreams(app, { headers: { 'x-guard': 'yes' }, hasAddressMax: true, ...options })
  const crowd = new Map(Array.from({ length: 50 }, (_, index) => [String(index), new Thing(`crowd ${index}`)]))
  app.get<{ Params: { index: string } }>('/crowd/:index', async (request, reply) =>
    app.eventStreams.open(request, reply, 'things', crowd.get(request.params.index) ?? thing),
  )
  app.get('/live', async (request, reply) => app.eventStreams.open(request, reply, 'things', thing))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { app, thing, crowd: [...crowd.values()], open: (path = '/live') => EventReader.open(`${url}${path}`) }
}

const valuesOf = (reader: EventReader) => reader.events.map(({ data }) => data)

test('a stream sends the current state at once, in a form that no proxy buffers', async () => {
  const { open } = await aNode()

  const reader = await open()

  await expect.poll(() => reader.text).toBe('retry: 2000\n\nevent: things\ndata: 0\n\n')
  expect(reader.reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-guard': 'yes',
    'x-request-id': expect.any(String),
  })
  expect(reader.reply.headers).not.toHaveProperty('content-encoding')
})

test('a stream sends each change once, and nothing if the new state is the same', async () => {
  const { open, thing } = await aNode()
  const reader = await open()
  await expect.poll(() => reader.events.length).toBe(1)

  thing.set('1')
  await expect.poll(() => valuesOf(reader)).toEqual(['0', '1'])
  const readsBefore = thing.reads
  thing.set('1')
  await expect.poll(() => thing.reads).toBe(readsBefore + 1)
  thing.set('2')

  await expect.poll(() => valuesOf(reader)).toEqual(['0', '1', '2'])
})

test('a stream gathers changes: at most four messages a second, always including the last', async () => {
  const { open, thing } = await aNode()
  const reader = await open()
  await expect.poll(() => reader.events.length).toBe(1)

  for (let change = 1; change <= 100; change += 1) {
    thing.set(String(change))
    await wait(10)
  }

  await expect.poll(() => reader.last?.data).toBe('100')
  // A hundred changes took a second or more, plus the first message and the last.
  expect(thing.reads).toBeLessThan(12)
})

test('a stream shares one read per change among all clients that watch the same thing', async () => {
  const { open, thing } = await aNode({ limits: { perNetworkMax: 300, perNodeMax: 300 } })
  const readers = await Promise.all(Array.from({ length: 300 }, () => open()))
  await expect.poll(() => readers.every(({ events }) => events.length === 1)).toBe(true)
  expect(thing.reads).toBe(1)
  expect(thing.listeners.size).toBe(1)

  thing.set('1')

  await expect.poll(() => readers.every(({ last }) => last?.data === '1')).toBe(true)
  expect(thing.reads).toBe(2)
})

test('a stream limits simultaneous reads, however many things change, and finishes all of them', async () => {
  const { open, crowd } = await aNode({ limits: { perNetworkMax: 50, perNodeMax: 50 } })
  const readers = await Promise.all(crowd.map((_, index) => open(`/crowd/${index}`)))
  await expect.poll(() => readers.every(({ events }) => events.length === 1)).toBe(true)
  let reading = 0
  let most = 0
  for (const thing of crowd) {
    thing.read = async () => {
      most = Math.max(most, ++reading)
      await wait(2)
      reading -= 1
      return Buffer.from(thing.value)
    }
  }

  for (const thing of crowd) thing.set('new')

  await expect.poll(() => readers.every(({ last }) => last?.data === 'new')).toBe(true)
  expect(most).toBe(4)
})

test('a stream stays silent while reads fail, and continues when they succeed', async () => {
  const { open, thing } = await aNode()
  thing.isBroken = true
  const reader = await open()
  await expect.poll(() => thing.reads).toBe(1)

  thing.isBroken = false

  await expect.poll(() => valuesOf(reader)).toEqual(['0'])
})

test('a stream sends heartbeats while nothing changes', async () => {
  const { open } = await aNode({ heartbeatEveryMs: 20 })

  const reader = await open()

  await expect.poll(() => reader.text).toMatch(/:\n\n:\n\n/)
  expect(reader.events).toHaveLength(1)
})

test('a change without a notice is found at the next heartbeat', async () => {
  const { open, thing } = await aNode({ heartbeatEveryMs: 50 })
  const reader = await open()
  await expect.poll(() => valuesOf(reader)).toEqual(['0'])

  thing.value = '1'

  await expect.poll(() => valuesOf(reader)).toEqual(['0', '1'])
})

describe('the stream limits of a node', () => {
  const refusalOf = async (reader: EventReader) => {
    await reader.ended
    return [reader.reply.statusCode, JSON.parse(reader.text).code]
  }

  test('free a place when a client leaves, and the last one ends the watch', async () => {
    const { app, open, thing } = await aNode()
    const readers = [await open(), await open()]
    expect(app.eventStreams.count).toBe(2)

    readers[0]?.close()
    await expect.poll(() => app.eventStreams.count).toBe(1)
    expect(thing.listeners.size).toBe(1)
    readers[1]?.close()

    await expect.poll(() => app.eventStreams.count).toBe(0)
    expect(thing.listeners.size).toBe(0)
  })

  test('apply per network, and a freed place can be used again', async () => {
    const { open } = await aNode({ limits: { perNetworkMax: 2, perNodeMax: 10 } })
    const readers = [await open(), await open()]

    expect(await refusalOf(await open())).toEqual([429, 'too_many_streams'])
    readers[0]?.close()
    await expect.poll(async () => (await open()).reply.statusCode).toBe(200)
  })

  test('apply to all clients together', async () => {
    const { open } = await aNode({ limits: { perNetworkMax: 10, perNodeMax: 1 } })
    await open()

    expect(await refusalOf(await open())).toEqual([503, 'unavailable'])
  })

  test('leave no place to a client that does not read', async () => {
    const { app, open, thing } = await aNode()
    const [slow, quick] = [await open(), await open()]
    await expect.poll(() => quick.events.length).toBe(1)
    slow.stall()

    // More than the system's own buffers take.
    for (const letter of ['a', 'b', 'c']) {
      thing.set(letter.repeat(16_000_000))
      await expect.poll(() => quick.last?.data.slice(0, 1)).toBe(letter)
    }

    expect(app.eventStreams.count).toBe(1)
    slow.reply.resume()
    await slow.ended
  })
})

test('a node that stops ends its streams and does not wait for a client that does not read', async () => {
  const { app, open, thing } = await aNode()
  const [slow, quick] = [await open(), await open()]
  await expect.poll(() => quick.events.length).toBe(1)
  slow.stall()
  thing.set('a'.repeat(16_000_000))
  await expect.poll(() => quick.events.length).toBe(2)

  await app.close()

  await quick.ended
  await expect.poll(() => app.eventStreams.count).toBe(0)
  expect(thing.listeners.size).toBe(0)
  slow.close()
})

test('a node that stops opens no new streams', async () => {
  const { app, thing } = await aNode()
  app.eventStreams.close()

  const { statusCode } = await app.inject('/live')

  expect([statusCode, thing.reads]).toEqual([503, 0])
})

test('a guarded stream ends at a beat once its session has run out, and not while that cannot be known', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  nodes.push(app)
  serveEventStreams(app, { headers: {}, hasAddressMax: true, heartbeatEveryMs: 20 })
  const answers: (boolean | Error)[] = [true, new Error('the database is away'), true, false]
  const asked: unknown[] = []
  const isOpen = async () => {
    const answer = answers.shift() ?? false
    asked.push(answer)
    if (answer instanceof Error) throw answer
    return answer
  }
  app.get('/live', async (request, reply) =>
    app.eventStreams.open(request, reply, 'thing', new Thing(), { userId: 'usr_1', isOpen }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const reader = await EventReader.open(`http://127.0.0.1:${port}/live`)
  await reader.ended

  expect(reader.text).toMatch(/\nretry: 60000\n\n$/)
  expect(asked.slice(0, 4)).toEqual([true, expect.any(Error), true, false])
  expect(app.eventStreams.count).toBe(0)
})
