/** The page at `/api`, its script and the client: what each caller gets, and what browsers are told about it. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

/** The calls in the page's document. */
function shownIn(page: string): string[] {
  const [, settings = ''] = /createApiReference\('#app', (.*)\)<\/script>/.exec(page) ?? []
  const paths: Record<string, object> = JSON.parse(settings).content.paths
  return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
}

test('the page has an origin of its own, can load one script, and can send nothing', async () => {
  const { status, headers, body } = await new Client(store).call('GET', '/api')
  const nonce = /nonce-([\w+/=]+)/.exec(String(headers['content-security-policy']))?.[1] ?? ''

  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads`,
  )
  expect(nonce.length).toBeGreaterThan(20)
  expect(body.match(/<script/g)).toHaveLength(3)
  expect(body.split(`nonce="${nonce}"`)).toHaveLength(4)
  expect((await new Client(store).call('GET', '/api')).body).not.toContain(nonce)
})

test('no other page or call has a weaker policy for it', async () => {
  const policyOf = async (path: string) =>
    String((await new Client(store).call('GET', path)).headers['content-security-policy'])

  for (const path of ['/leads', '/desk', '/api/states', '/api/openapi.json', '/api/client.ts', '/api-reference.js']) {
    expect(await policyOf(path), path).not.toContain('unsafe-inline')
    expect(await policyOf(path), path).not.toContain('nonce-')
  }
})

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

test('strangers are shown what a buyer’s key can call, members and administrators what theirs can', async () => {
  const [stranger, rep, admin] = await Promise.all(
    [aBuyer(store), await aRep(store), await anAdmin(store)].map(async (client) =>
      shownIn((await client.call('GET', '/api')).body),
    ),
  )

  expect(stranger).toEqual(expect.arrayContaining(['get /api/desk/orders', 'post /api/deliveries/{token}/claims']))
  expect(stranger?.filter((call) => / \/api\/(admin|sales|cart|login|desk\/keys)/.test(call))).toEqual([])
  expect(rep).toEqual(expect.arrayContaining([...(stranger ?? []), 'get /api/cart', 'get /api/sales/earnings']))
  expect(rep?.filter((call) => call.includes('/api/admin/'))).toEqual([])
  expect(admin).toEqual(expect.arrayContaining([...(rep ?? []), 'get /api/admin/audit']))
})

test('the client that is offered has the same calls', async () => {
  const { headers, body } = await new Client(store).call('GET', '/api/client.ts')
  const admin = await (await anAdmin(store)).call('GET', '/api/client.ts')

  expect(headers['content-disposition']).toBe('attachment; filename="store-client.ts"')
  expect(body).toContain('listDeskOrders(input?: {')
  expect(body).not.toContain('/api/admin/')
  expect(admin.body).toContain('/api/admin/')
})

test('a name with markup in it stays text', async () => {
  const other = await createTestApp({ env: { BRAND_NAME: 'A </script><b>' } })
  try {
    const { body } = await new Client(other).call('GET', '/api')

    expect(body).toContain('<title>A &lt;/script&gt;&lt;b&gt; API</title>')
    expect(body.match(/<\/script>/g)).toHaveLength(3)
    expect(body).not.toContain('<b>')
  } finally {
    await other.close()
  }
})
