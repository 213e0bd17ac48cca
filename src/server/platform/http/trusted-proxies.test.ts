/** Which address a request counts for, over real connections. */
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createHttpServer } from './server.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

const SPOOFED = '198.51.100.66'
const CLIENT = '203.0.113.9'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Sends one request from this machine to a server that is configured so, and returns who it thinks is calling. */
async function callerSeenWith(trustProxy: string, forwardedFor: string): Promise<unknown> {
  const app = await createHttpServer({
    config: readConfig({ TRUST_PROXY: trustProxy }),
    log: Fastify().log,
    publicUrl: () => 'http://127.0.0.1',
    sessionCookies: [],
  })
  closings.push(() => app.close())
  app.get('/caller', async (request) => ({ ip: request.ip, protocol: request.protocol }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'https' }
  return (await fetch(`${url}/caller`, { headers })).json()
}

describe('an X-Forwarded-For', () => {
  test.each([
    ['0', 'no proxy is trusted'],
    ['10.0.0.0/8', 'this machine is not in the range'],
  ])('from a sender that TRUST_PROXY=%s does not name changes nothing: %s', async (trustProxy) => {
    expect(await callerSeenWith(trustProxy, SPOOFED)).toEqual({ ip: '127.0.0.1', protocol: 'http' })
  })

  test.each(['1', 'uniquelocal, 127.0.0.0/8'])(
    'from the proxy that TRUST_PROXY=%s names gives the client, whatever the client wrote before it',
    async (trustProxy) => {
      expect(await callerSeenWith(trustProxy, `${SPOOFED}, ${CLIENT}`)).toEqual({ ip: CLIENT, protocol: 'https' })
    },
  )

  test('is followed through a second proxy only if that one is named too', async () => {
    const chain = `${SPOOFED}, ${CLIENT}, 10.1.2.3`

    expect(await callerSeenWith('127.0.0.1', chain)).toMatchObject({ ip: '10.1.2.3' })
    expect(await callerSeenWith('127.0.0.1,10.1.2.0/24', chain)).toMatchObject({ ip: CLIENT })
    expect(await callerSeenWith('2', chain)).toMatchObject({ ip: CLIENT })
  })
})

test.each([
  ['10', 10],
  [' 2 ', 2],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/255.0.0.0', ['10.0.0.0/255.0.0.0']],
  ['FD00::/8,loopback', ['fd00::/8', 'loopback']],
])('TRUST_PROXY=%j means %j', (text, proxies) => {
  expect(readTrustedProxies(text)).toEqual({ ok: true, proxies })
})

test.each([
  ['11', 'from 0 to 10'],
  ['-1', 'from 0 to 10'],
  ['Infinity', 'whole number'],
  ['true', '"true" is none of these'],
  ['proxy.example.com', '"proxy.example.com" is none of these'],
  ['10.1', 'whole number'],
  ['10.1.2', '"10.1.2" is none of these'],
  ['1,2', '"1" is none of these'],
  ['10.0.0.5,', '"" is none of these'],
  ['10.0.0.5 10.0.0.6', '"10.0.0.5 10.0.0.6" is none of these'],
  ['10.0.0.0/33', '"10.0.0.0/33" is none of these'],
  ['0.0.0.0/0', '"0.0.0.0/0" is none of these'],
  ['::/0', '"::/0" is none of these'],
  ['10.0.0.0/8/8', 'is none of these'],
])('TRUST_PROXY=%j is refused: %s', (text, reason) => {
  expect(readTrustedProxies(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})
