/** The page at `/api` and its script: what each caller gets, and what browsers are told about it. */
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { createTestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

test('the script is sent compressed, and as it is to those who read neither form', async () => {
  const get = (encoding: string) =>
    store.app.server.inject({ url: '/api-reference.js', headers: { 'accept-encoding': encoding } })
  const [br, gzip, plain] = [await get('br, gzip'), await get('gzip'), await get('identity')]

  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(br.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(plain.body).toContain('createApiReference')
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
})

test('a name with a sign of markup stays text', async () => {
  const other = await createTestApp({ settings: { brandName: 'A & B' } })
  try {
    const { body } = await new Client(other).call('GET', '/api')

    expect(body).toContain('<title>A &amp; B API</title>')
  } finally {
    await other.close()
  }
})
