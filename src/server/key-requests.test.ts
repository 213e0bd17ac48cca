/** Limits on calls with keys, and what the log says of them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '#testing/builders.ts'
import { makeOwnKey, Program, tryKey } from '#testing/keys.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let rep: Client
let key: { id: string; secret: string }
let written = ''
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk)
    return true
  })
  store = await createTestApp({ env: { RATE_LIMITS: 'on', LOG_LEVEL: 'debug' } })
  store.clock.freeze()
  rep = new Client(store)
  expect((await rep.logIn(REP)).status).toBe(200)
  key = await makeOwnKey(rep, { password: REP.password })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store.close()
})

test('no line of the log has a key, in whatever part of a request it comes', async () => {
  written = ''
  const { secret } = key
  const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': secret, 'user-agent': secret }
  const wrong = `${secret.slice(0, -1)}-`

  await new Client(store).call('GET', '/api/key', undefined, headers)
  await new Client(store).call('GET', `/api/no-such-call/${secret}?key=${secret}`, undefined, headers)
  await new Client(store).call('DELETE', `/api/desk/webhooks/${secret}`, undefined, headers)
  await new Client(store).call('POST', '/api/sales/customers', { name: 5, notes: secret }, headers)
  await new Client(store).call('POST', `/mcp?key=${secret}`, { method: secret }, headers)
  await tryKey(store, wrong)
  store.ctx.log.warn(
    { authorization: secret, req: { headers: { authorization: secret, cookie: secret } } },
    'a library logs',
  )

  expect(written.split('\n').length).toBeGreaterThan(5)
  expect(written).toContain(key.id)
  expect(written).toContain('[redacted]')
  expect(written).not.toContain(secret.slice(-49, -6))
})

test('wrong keys are refused for a while after 50, and a valid key of the same network goes on working', async () => {
  const replies = []
  for (let count = 0; count < 52; count += 1) replies.push((await tryKey(store, 'ly_live_wrong')).body.code)

  expect(new Set(replies.slice(0, 45))).toEqual(new Set(['key_invalid']))
  expect(replies.at(-1)).toBe('key_throttled')
  const { status, headers } = await tryKey(store, key.secret)
  const tools = await new Program(store, key.secret).call('POST', '/mcp', {})
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-reset': expect.stringMatching(/^\d+$/) })
  expect(Number(headers['ratelimit-remaining'])).toBeLessThan(600)
  expect(Number(tools.headers['ratelimit-remaining'])).toBe(Number(headers['ratelimit-remaining']) - 1)
})
