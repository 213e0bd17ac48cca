import { expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

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

  for (const path of ['/leads', '/desk', '/api/states', '/api/openapi.json']) {
    expect(await policyOf(path), path).not.toContain('unsafe-inline')
    expect(await policyOf(path), path).not.toContain('nonce-')
  }
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
