/** Text that the database cannot store is refused for every route, before any statement. */
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { adminOf } from '#testing/builders.ts'
import { sampleRequest } from '#testing/sample-requests.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const admin = adminOf(store)

const ROUTES = [
  ...ALL_ENDPOINTS.filter(({ path }) => path.includes(':')).map(({ method, path }) => [method, path] as const),
  ...[
    '/log/:number/checkpoint',
    '/log/:number/tile/0/000',
    '/log/tile/:number',
    '/payment/:token',
    '/leads/:state',
    '/sandbox/mailbox/:id',
  ].map((path) => ['GET', path] as const),
]

test.each(ROUTES)('%s %s has no zero character in its path', async (method, path) => {
  const { status } = await admin.call(method, path.replace(/:\w+/g, 'a%00b'), method === 'GET' ? undefined : {})

  expect(status).toBe(404)
})

test.each([
  ...ALL_ENDPOINTS.filter(({ method, stream }) => method === 'GET' && !stream).map((one) => sampleRequest(one).url),
  '/leads',
  '/sandbox/mailbox.json',
])('%s has none in its query', async (url) => {
  const { status } = await admin.call('GET', `${url}?search=a%00b&cursor=%00&token=%00&state=%00&to=%00`)

  expect(status).toBe(400)
})

test('a body has none anywhere, in names and in what no schema looks at', async () => {
  const order = (specialOffers: unknown) => admin.call('POST', '/api/orders', { specialOffers })

  for (const bad of ['a\0b', { deep: [{ text: '\0' }] }, { 'a\0b': 1 }, 'half \ud800 of a pair'])
    expect(await order(bad)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  // Two backslashes write the six characters themselves, which are text like any other.
  expect((await order(String.raw`\u0000`)).status).not.toBe(400)
})

test.each(['leadyard_session', 'leadyard_cart', 'leadyard_desk', 'sandbox_token'])(
  'the cookie %s with a zero character is one that the store does not know',
  async (name) => {
    const reply = await store.app.server.inject({ url: '/api/cart', headers: { cookie: `${name}=a%00b` } })

    expect(reply.statusCode).toBe(200)
  },
)
