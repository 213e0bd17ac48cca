/** What every call does with fields that it does not know. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { aBuyer, anAdmin, Client } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { makeOwnKey, Program } from '#testing/keys.ts'
import { sampleRequest } from '#testing/sample-requests.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const PACKAGE = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(PACKAGE, 50)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

/** Objects that are loose on purpose; the contract says why. */
const LOOSE = /\bcartItems\b|^specialOffers$/

/** Returns each object of a body, as the keys that lead to it. */
function objectsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => objectsIn(part, [...path, key]))
  return Array.isArray(value) ? inner : [path, ...inner]
}

function withUnknown(body: object, path: readonly string[]): object {
  const copy = structuredClone(body)
  const target = path.reduce<object>((part, key) => Reflect.get(part, key), copy)
  Reflect.set(target, 'amountt', '10.01')
  return copy
}

/** Mail programs make this call in a form of their own. */
const isForMailPrograms = (name: string) => name === 'endRestockByMail'

const WRITES = ALL_ENDPOINTS.filter(
  ({ method, upload, access, name }) =>
    method !== 'GET' && !upload && access !== 'provider' && !isForMailPrograms(name),
).flatMap((endpoint) => {
  const { body } = sampleRequest(endpoint)
  const paths = objectsIn(body ?? {}).filter((path) => !LOOSE.test(path.join('.')))
  return paths.map((path) => [endpoint.name, [...path, 'amountt'].join('.'), endpoint, path] as const)
})

test.each(WRITES)('%s refuses the unknown field %s by its name', async (_name, field, endpoint, path) => {
  const { url, body } = sampleRequest(endpoint)
  const caller = endpoint.name === 'logOut' ? new Client(store) : admin

  const reply = await caller.call(endpoint.method, url, withUnknown(body ?? {}, path))

  expect(reply).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(reply.body.message).toBe(`This call has no field “${field}”. Nothing was changed.`)
})

test('a refund with a misspelled amount gives nothing back, from a screen or with a key', async () => {
  const { body: order } = await aBuyer(store).buy(PACKAGE)
  const program = new Program(store, (await makeOwnKey(admin)).secret)
  const path = `/api/admin/orders/${order.id}/refunds`
  const asked = { attemptId: 'attempt-unknown-1', amount: '10.01', reason: 'Wrong county.' }

  const replies = [await admin.call('POST', path, asked), await program.call('POST', path, asked)]

  for (const { status, body } of replies)
    expect([status, body.message]).toEqual([400, expect.stringContaining('“amount”')])
  await store.runJobs()
  expect(await cardProvider(store).refunds(order.paymentId)).toEqual([])
})

test('a page may send its lines as it keeps them, with fields that decide nothing', async () => {
  const buyer = aBuyer(store)
  await buyer.reserve(PACKAGE)
  const { body: cart } = await buyer.call('GET', '/api/cart')
  const cartItems = cart.lines.map((line: object) => ({ ...line, id: 'local-1', packageInfo: { available: 49 } }))

  const reply = await buyer.call('POST', '/api/create-payment-intent', {
    amount: cart.total,
    contactInfo: buyer.contactInfo,
    cartItems,
  })

  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
})

test('many unknown fields with long names are named shortly', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `${index}${'x'.repeat(500)}`)

  const { status, body } = await admin.call('PATCH', `/api/sales/customers/cus_${'0'.repeat(22)}/notes`, {
    notes: '',
    ...Object.fromEntries(names.map((name) => [name, 1])),
  })

  expect(status).toBe(400)
  expect(body.message).toMatch(/, and 4 more\. Nothing was changed\.$/)
  expect(body.message.length).toBeLessThan(500)
})

test('the description of the API says that bodies take no other fields', async () => {
  const { body } = await admin.call('GET', '/api/openapi.json')
  const bodyOf = (path: string) => body.paths[path].post.requestBody

  const { schema } = bodyOf('/api/admin/orders/{orderId}/refunds').content['application/json']
  expect(schema.additionalProperties).toBe(false)
  expect(schema.properties.lines.items.additionalProperties).toBe(false)
  expect(bodyOf('/api/cart/renew')).toBeUndefined()
})
