/** What every reply carries, and how malformed requests are answered. */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { aBuyer, aBuyerWith, Client } from '#testing/builders.ts'
import { createTestApp, HTTPS_STAGING, type TestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { networkOf } from './rate-limits.ts'

const PACKAGE = '48453-vacant-vip-20'

const http = withStore({}, (store) => store.setStock(PACKAGE, 900))
const https = withStore({ beside: http, listen: true, env: HTTPS_STAGING })

/** What browsers read in every reply. */
const PROTECTION = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]
const protectionIn = (headers: Record<string, unknown>) =>
  Object.fromEntries(PROTECTION.map((name) => [name, headers[name]]))

const OUR_FORM = { message: expect.any(String), code: expect.any(String), requestId: expect.stringMatching(/^req_/) }

describe('every reply', () => {
  test.each(['/', '/api/states', '/api/nowhere', '/nowhere'])(
    'of %s carries the headers that protect the page, and says nothing about our software',
    async (path) => {
      const { headers } = await new Client(http).call('GET', path)

      const policy = String(headers['content-security-policy'])
      // The API sends no documents, so they may load nothing at all.
      expect(policy).toContain(path.startsWith('/api/') ? "default-src 'none'" : "default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|http:/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-request-id': expect.stringMatching(/^req_/),
      })
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  test('asks for https from then on only if the store uses https', async () => {
    const overHttp = await new Client(http).call('GET', '/')
    const overHttps = await new Client(https).call('GET', '/')

    expect(overHttp.headers).not.toHaveProperty('strict-transport-security')
    expect(overHttps.headers['strict-transport-security']).toMatch(/max-age=31536000/)
  })

  test('has its own request id, whatever the client calls itself, and errors repeat it', async () => {
    const call = () =>
      new Client(http).call('GET', '/api/nowhere', undefined, { 'x-request-id': 'mine', 'request-id': 'mine' })
    const [one, two] = [await call(), await call()]

    expect(one.body.requestId).toBe(one.headers['x-request-id'])
    expect(one.body.requestId).not.toBe(two.body.requestId)
    expect(one.body.requestId).not.toBe('mine')
  })
})

test('the cart’s cookie is for this host and the server only, and bound to https if the store uses https', async () => {
  const cookieOf = async (node: TestApp) => String((await aBuyer(node).reserve(PACKAGE)).headers['set-cookie'])

  expect(await cookieOf(http)).toMatch(/^leadyard_cart=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await cookieOf(https)).toMatch(
    /^__Host-leadyard_cart=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('the cart’s cookie cannot be planted over https under its plain name', async () => {
  const buyer = await aBuyerWith(http, PACKAGE)

  const { body } = await new Client(https).call('GET', '/api/cart', undefined, { cookie: buyer.cookie })

  expect(body.lines).toEqual([])
})

test.each([
  ['/api/login', { email: 5, password: 'x' }, 'Check the email: it is missing or of the wrong kind.'],
  ['/api/login', { password: 'x' }, 'Check the email: it is missing or of the wrong kind.'],
  [
    '/api/create-payment-intent',
    { amount: 1, cartItems: [], contactInfo: { fullName: 'A', email: 'a@example.com', cellPhone: '5'.repeat(5000) } },
    'Check the cell phone: it is too long or too large.',
  ],
  ['/api/login', 'text', 'We could not read the request. Check the values and try again.'],
])('%s says which field of %j is wrong, in words for people', async (path, body, message) => {
  const reply = await new Client(http).call('POST', path, body)

  expect(reply).toMatchObject({ status: 400, body: { message, code: 'bad_request' } })
})

describe('a URL that cannot be read', () => {
  test.each([
    '/api/counties/%E0%A4%A',
    '/api/counties/%',
    '/api/packages/Texas/%ff',
    `/api/counties/${'x'.repeat(300)}`,
    `/api/packages/Texas/${'x'.repeat(5_000)}`,
    `/api/orders/${'x'.repeat(300)}`,
  ])('is a bad request in our form: %s', async (path) => {
    const { status, body, headers } = await new Client(http).call('GET', path)

    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(body).toEqual(OUR_FORM)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': body.requestId })
  })

  test.each(['/%', '/api/counties/%ff', `/api/orders/${'x'.repeat(300)}`])(
    'carries the same headers as any other reply of the API: %s',
    async (path) => {
      const usual = await new Client(https).call('GET', '/api/states')
      const { status, headers } = await new Client(https).call('GET', path)

      expect(status).toBe(400)
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/)
      expect(protectionIn(headers)).toEqual(protectionIn(usual.headers))
    },
  )
})

describe('bytes that are not a valid request', () => {
  const ending = 'Connection: close\r\n\r\n'

  test.each([
    ['that are not HTTP', 'NONSENSE\r\n\r\n'],
    ['with too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['with two Host headers', `GET /healthz HTTP/1.1\r\nHost: store.test\r\nHost: evil.test\r\n${ending}`],
    ['with the same Host twice', `GET / HTTP/1.1\r\nhost: store.test\r\nHOST: store.test\r\n${ending}`],
    ['with another host in the address', `GET http://evil.test/healthz HTTP/1.1\r\nHost: store.test\r\n${ending}`],
    ['without a Host', `GET /healthz HTTP/1.1\r\n${ending}`],
  ])('%s are a bad request in our form, protected like all replies, and the connection ends', async (_, bytes) => {
    const usual = await new Client(https).call('GET', '/healthz')

    const answer = await sendRaw(bytes)

    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body)).toEqual({ ...OUR_FORM, code: 'bad_request' })
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ', 2)),
    )
    expect(protectionIn(headers)).toMatchObject({
      ...protectionIn(usual.headers),
      'content-security-policy': expect.any(String),
    })
  })

  test('HTTP/1.0 needs no Host', async () => {
    expect(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  function sendRaw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(https.url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
    })
  }
})

describe('too many requests', () => {
  test('from one browser are refused in our form, with when to retry; another browser is not affected', async () => {
    const limited = await createTestApp({ beside: http, env: { RATE_LIMITS: 'on' } })
    const [busy, calm] = [aBuyer(limited), aBuyer(limited)]
    for (const buyer of [busy, calm]) await buyer.reserve(PACKAGE)

    // In groups, because a busy machine answers 600 at once partly with 503.
    const first = []
    for (let group = 0; group < 12; group++)
      first.push(...(await Promise.all(Array.from({ length: 50 }, () => busy.call('GET', '/api/cart')))))
    const replies = [await busy.call('GET', '/api/cart'), await busy.call('GET', '/api/cart')]

    expect(first.filter(({ status }) => status !== 200)).toEqual([])
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.body).toEqual({ ...OUR_FORM, code: 'rate_limited' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await calm.call('GET', '/api/cart')).status).toBe(200)
    await limited.close()
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ])('of %s count for the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

test('a node has a limit of connections and of each time', () => {
  const { maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout } = http.app.server.server

  expect({ maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    maxConnections: 5_000,
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    timeout: 360_000,
  })
})
