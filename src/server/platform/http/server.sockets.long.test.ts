/** Connections end when their time is over, whatever their clients do. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { headOf, openSlowClient } from '#testing/slow-clients.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({ listen: true })
let server: Server
beforeAll(() => {
  server = store.app.server.server
})

/** Resolves when the node's side of the next connection is gone, not only ended. */
async function nextGone(connect: () => Promise<{ socket: Socket }>): Promise<void> {
  const accepted = once(server, 'connection')
  const { socket } = await connect()
  const [side] = (await accepted) as [Socket]
  if (!side.destroyed) await once(side, 'close')
  socket.destroy()
}

test.each([
  ['sent what is not HTTP', 'NONSENSE\r\n\r\n'],
  ['does not finish its headers', 'GET /healthz HTTP/1.1\r\nHost: store.test\r\n'],
  ['does not finish its body', headOf('POST', '/api/login', 'application/json', 100)],
  ['asks, and then neither asks again nor closes', 'GET /healthz HTTP/1.1\r\nHost: store.test\r\n\r\n'],
  ['says nothing', ''],
])('a client that %s and never closes its side loses its connection', async (_what, bytes) => {
  // Short, because the test waits for them; the real ones are a matter of the next test.
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100, keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 })

  await nextGone(() => openSlowClient(store.url, bytes))

  expect(store.app.server.server.listening).toBe(true)
})

test('a client that has asked nothing is told nothing: a browser would take it for the reply to its next request', async () => {
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  const spare = await openSlowClient(store.url, '')
  const unfinished = await openSlowClient(store.url, 'GET /healthz HTTP/1.1\r\nHost: store.test\r\n')

  await Promise.all([spare, unfinished].map(({ socket }) => socket.readableEnded || once(socket, 'end')))

  expect(spare.text).toBe('')
  expect(await unfinished.status()).toBe(400)
  for (const { socket } of [spare, unfinished]) socket.destroy()
})

test('a client that does not read its reply loses its connection', async () => {
  server.setTimeout(100)
  // Many replies, more than the buffers between the two can hold.
  const asked = 'GET /api/counties/Texas HTTP/1.1\r\nHost: store.test\r\n\r\n'.repeat(2_000)

  await nextGone(async () => {
    const client = await openSlowClient(store.url, asked)
    client.socket.pause()
    return client
  })
})

test('connections above the limit are dropped, and are taken again when others have gone', async () => {
  const most = server.maxConnections
  server.maxConnections = 1
  const first = await openSlowClient(store.url, 'GET /healthz HTTP/1.1\r\nHost: store.test\r\n')

  const dropped = once(server, 'drop')
  const second = await openSlowClient(store.url, '')
  await dropped
  if (!second.socket.closed) {
    second.socket.end()
    // Not `once`, which rejects if the connection was reset.
    await new Promise((resolve) => second.socket.once('close', resolve))
  }
  first.socket.destroy()
  server.maxConnections = most

  const third = await openSlowClient(
    store.url,
    'GET /healthz HTTP/1.1\r\nHost: store.test\r\nConnection: close\r\n\r\n',
  )
  expect(await third.status()).toBe(200)
  third.socket.destroy()
})
