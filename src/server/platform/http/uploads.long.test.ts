/** What a client can keep in a node's memory by sending slowly. */
import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_FILE_BYTES_MAX } from '#contract/claims/claim-reasons.ts'
import { aDownload, attach, PNG } from '#testing/claims.ts'
import { headOf, openSlowClient } from '#testing/slow-clients.ts'
import { withStore } from '#testing/with-store.ts'

const FILE_TYPE = 'application/octet-stream'
const BODY_BYTES = 100_000

const store = withStore({ listen: true, env: { RATE_LIMITS: 'on' } })
let path: string
beforeAll(async () => {
  const { token } = await aDownload(store)
  path = `/api/deliveries/${token}/1/claim-files?name=a.png`
})

const stalled = (url: string, length: number) => openSlowClient(store.url, headOf('PUT', url, FILE_TYPE, length, 'x'))

describe('a file', () => {
  test.each([
    [
      'for a link that opens nothing',
      '/api/deliveries/no-such-token-000000000000/1/claim-files?name=a.png',
      1_000_000,
      404,
    ],
    ['for a package that the link does not open', 'line 9', 1_000_000, 404],
    ['that says it is too large', 'line 1', CLAIM_FILE_BYTES_MAX + 1, 413],
    ['for a desk that is not open', '/api/desk/imports/own_1m8kk0vjgb3mv7fhgskrhd/parts/0', 1_000_000, 401],
  ])('%s is refused before it has come, and its connection ends', async (_what, where, length, status) => {
    const url = where.startsWith('line') ? path.replace('/1/', `/${where.slice(5)}/`) : where

    const client = await stalled(url, length)

    expect(await client.status()).toBe(status)
    expect(client.text).toMatch(/^connection: close\r$/im)
    if (!client.socket.readableEnded) await once(client.socket, 'end')
  })

  test('that is refused unread can be sent to its end, so a browser reads the reply', async () => {
    const url = new URL('/api/deliveries/no-such-token-000000000000/1/claim-files?name=a.png', store.url)
    const bytes = Buffer.alloc(8 * 1024 * 1024)
    const call = request(url, {
      method: 'PUT',
      headers: { 'content-type': FILE_TYPE, 'content-length': bytes.length, host: 'store.test' },
    })
    const failure = once(call, 'error').then(([error]) => error)
    const replied = once(call, 'response').then(([reply]) => reply.statusCode)
    // What is larger than the buffers between the two can be written only while the node takes it.
    const written = new Promise<void>((resolve) => call.write(bytes, () => resolve()))

    expect(await Promise.race([replied, failure])).toBe(404)
    expect(await Promise.race([written.then(() => 'written'), failure])).toBe('written')
    call.destroy()
  })

  test('is taken from one network only while few others are on their way, and again when one is over', async () => {
    const open = []
    for (let count = 0; count < 10; count += 1) open.push(await stalled(path, 1_000_000))
    // Each of them has passed the check of its link before the next is asked.
    await expect.poll(() => store.app.server.fileFlights.count).toBe(10)

    const refused = await stalled(path, 1_000_000)
    const elsewhere = await attach(store, path.split('/')[3] ?? '', PNG)

    expect(await refused.status()).toBe(429)
    expect(refused.text).toContain('Too many files are being sent from your network right now.')
    expect(elsewhere.status).toBe(429)
    for (const { socket } of open) socket.destroy()
    await expect.poll(() => store.app.server.fileFlights.count).toBe(0)
    expect((await attach(store, path.split('/')[3] ?? '', PNG)).status).toBe(200)
  })
})

describe('another body', () => {
  const stalledBody = (length: number) =>
    openSlowClient(store.url, headOf('POST', '/api/login', 'application/json', length))

  test('for an address that does not exist is refused before it has come', async () => {
    const client = await openSlowClient(store.url, headOf('POST', '/api/nowhere', 'application/json', BODY_BYTES))

    expect(await client.status()).toBe(404)
    if (!client.socket.readableEnded) await once(client.socket, 'end')
    client.socket.destroy()
  })

  test('above 16 KB is taken from one network only while few others are on their way', async () => {
    const open = []
    for (let count = 0; count < 20; count += 1) open.push(await stalledBody(BODY_BYTES))
    await expect.poll(() => store.app.server.bodyFlights.count).toBe(20)

    const refused = await stalledBody(BODY_BYTES)
    const small = await openSlowClient(
      store.url,
      `POST /api/login HTTP/1.1\r\nHost: store.test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    )

    expect(await refused.status()).toBe(429)
    expect(await small.status()).toBe(400)
    for (const { socket } of [...open, small]) socket.destroy()
    await expect.poll(() => store.app.server.bodyFlights.count).toBe(0)
  })
})
