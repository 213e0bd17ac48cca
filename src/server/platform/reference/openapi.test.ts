/** Who sees which part of the API description. */
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { CALL_EXAMPLES } from '#contract/keys/call-examples.ts'
import { BUYER_SCOPES } from '#contract/keys/key-scopes.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

async function listed(client: Client): Promise<string[]> {
  const { status, body, headers } = await client.call('GET', '/api/openapi.json')
  expect([status, body.openapi, headers['cache-control']]).toEqual([200, '3.1.0', 'no-store'])
  return Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => `${name} ${path}`),
  )
}

test('calls that return one page say how to get the next', async () => {
  const { body } = await (await anAdmin(store)).call('GET', '/api/openapi.json')
  const pages = ['/api/sales/payment-requests', '/api/sales/customers', '/api/admin/audit'].map(
    (path) => body.paths[path].get,
  )

  for (const { responses, parameters } of pages) {
    expect(responses[200].headers['x-next-cursor'].schema.type).toBe('string')
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['cursor', 'limit']))
  }
  expect(body.paths['/api/states'].get.responses[200].headers).toBeUndefined()
})

test('strangers see only what a buyer’s key can call, members and administrators what theirs can', async () => {
  const [stranger, member, admin] = await Promise.all([
    listed(aBuyer(store)),
    listed(await aRep(store)),
    listed(await anAdmin(store)),
  ])

  expect(stranger).toContain('get /api/packages/{state}/{county}')
  expect(stranger).toContain('post /api/checkout-sessions')
  expect(stranger.filter((call) => / \/api\/(admin|sales|cart|me\b|login|desk\/keys)/.test(call))).toEqual([])
  expect(member).toEqual(expect.arrayContaining([...stranger, 'get /api/cart', 'get /api/sales/earnings']))
  expect(member.filter((call) => call.includes('/api/admin/'))).toEqual([])
  expect(admin).toEqual(expect.arrayContaining([...member, 'get /api/admin/audit']))
  expect(stranger.length).toBeLessThan(member.length)
  expect(member.length).toBeLessThan(admin.length)
})

test('every call that a buyer’s key can make has an example in each language', async () => {
  const open = ALL_ENDPOINTS.filter((one) => ['any', ...BUYER_SCOPES].some((scope) => scope === one.key))
  const { body } = await new Client(store).call('GET', '/api/openapi.json')
  const shown = Object.values<Record<string, Record<string, unknown>>>(body.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-codeSamples'])
    .map(({ operationId }) => operationId)

  expect(Object.keys(CALL_EXAMPLES).toSorted()).toEqual(open.map(({ name }) => name).toSorted())
  expect(shown.toSorted()).toEqual(open.map(({ name }) => name).toSorted())
})
