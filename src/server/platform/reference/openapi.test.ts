/** Who sees which part of the API description. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import fieldWords from '#contract/field-words.json' with { type: 'json' }
import { EVENT_DATA } from '#contract/webhooks/webhook-events.ts'
import { SENT_EVENT_TYPES } from '#contract/webhooks/webhooks.ts'
import { aBuyer, anAdmin, aRep, Client } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

interface Fields {
  $ref?: string
  type?: string
  items?: Fields
  anyOf?: Fields[]
  enum?: unknown[]
  properties?: Record<string, Fields>
  description?: string
  examples?: unknown[]
}
interface Parameter {
  name: string
  description: string
  schema: Fields
}

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

test('every field that strangers see has a description and an example, and every word is used', async () => {
  const { body } = await new Client(store).call('GET', '/api/openapi.json')
  const operations = [body.paths, body.webhooks].flatMap((part) => Object.values<object>(part)).flatMap(Object.values)
  const fields = [
    ...Object.entries<Fields>(body.components.schemas).flatMap(([owner, { properties = {} }]) =>
      Object.entries(properties).map(([name, field]) => ({ owner, name, field })),
    ),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters.map(({ name, description, schema }: Parameter) => {
        return { owner: operationId, name, field: { ...schema, description } }
      }),
    ),
  ]
  const used = fields.map(({ owner, name }) => (`${owner}.${name}` in fieldWords ? `${owner}.${name}` : name))

  expect(fields.length).toBeGreaterThan(500)
  expect(fields.filter(({ field }) => !field.description || field.examples?.[0] === undefined)).toEqual([])
  expect(Object.keys(fieldWords).filter((name) => !used.includes(name))).toEqual(
    [...SENT_EVENT_TYPES, 'x-next-cursor'].toSorted(),
  )
  expect(Object.keys(fieldWords)).toEqual(Object.keys(fieldWords).toSorted())
})

test('the examples are what the calls and events take and give', async () => {
  const { body } = await new Client(store).call('GET', '/api/openapi.json')
  const exampleOf = ({ $ref, anyOf = [], items, type, properties = {}, ...json }: Fields): unknown => {
    if ($ref) return exampleOf(body.components.schemas[$ref.replace(/.*\//, '')])
    if (items) return [exampleOf(items)]
    if (anyOf[0]) return exampleOf(anyOf[0])
    const fields = Object.entries(properties).map(([name, { examples }]) => [name, examples?.[0]])
    return type === 'object' ? Object.fromEntries(fields) : (json.enum?.[0] ?? 'Texas')
  }
  const contentOf = (part: { content: Record<string, { schema: Fields }> }) =>
    exampleOf(part.content['application/json']?.schema ?? {})

  for (const { name, method, path, reply, body: taken } of ALL_ENDPOINTS) {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!operation) continue
    if (taken) expect(z.safeParse(taken, contentOf(operation.requestBody)).error, name).toBeUndefined()
    if (reply) expect(z.safeParse(reply, contentOf(operation.responses[200])).error, name).toBeUndefined()
  }
  for (const type of SENT_EVENT_TYPES) {
    const { data } = contentOf(body.webhooks[type].post.requestBody) as { data: unknown }
    expect(z.safeParse(EVENT_DATA[type], data).error, type).toBeUndefined()
  }
})
