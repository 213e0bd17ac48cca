import { expect, test } from 'vitest'
import { withStore } from '#testing/with-store.ts'

const TOKEN = 'figures-for-prometheus'
const STRANGER = '203.0.113.9'

const store = withStore({ env: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' } })

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  store.app.server.inject({ url: '/metrics', remoteAddress, headers })

test('metrics are shown to this machine, and count its requests by route', async () => {
  await store.app.server.inject('/api/counties/Texas')

  const { statusCode, body } = await ask('127.0.0.1')

  expect(statusCode).toBe(200)
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/counties\/:state",status="200"\} 1/,
  )
  expect(body).toMatch(/database_connections\{state="open"\} \d/)
})

test('metrics are shown to another machine only with the token', async () => {
  const answers = [
    await ask(STRANGER, { authorization: `Bearer ${TOKEN}` }),
    await ask(STRANGER),
    await ask(STRANGER, { authorization: `Bearer ${TOKEN}x` }),
    await ask(STRANGER, { authorization: 'Bearer undefined' }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404])
})

test.each([
  { 'x-forwarded-for': STRANGER },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { via: '1.1 proxy' },
])('metrics are not shown through a proxy on this machine that says %j', async (headers) => {
  expect((await ask('127.0.0.1', headers)).statusCode).toBe(404)
})

test('metrics are not shown to a stranger’s page whose name leads to this machine', async () => {
  expect((await ask('127.0.0.1', { host: 'evil.test' })).statusCode).toBe(404)
})

test('metrics are not shown to a stranger who claims to be this machine', async () => {
  expect((await ask(STRANGER, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
})
