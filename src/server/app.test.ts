/** What every endpoint of the store does with callers it does not know and bodies it cannot use. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { makeOwnKey } from '#contract/keys/keys.ts'
import { saveView } from '#contract/members/saved-views.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { anAdmin, aRep, Client, prove, type Reply } from '#testing/builders.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey } from '#testing/passkeys.ts'
import { anotherRep, sendLink } from '#testing/payment-links.ts'
import { SAMPLE_PACKAGE, sampleRequest } from '#testing/sample-requests.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let callers: Record<'visitor' | 'rep' | 'admin', Client>
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(SAMPLE_PACKAGE, 50)
  callers = { visitor: new Client(store), rep: await aRep(store), admin: await anAdmin(store) }
  for (const caller of Object.values(callers)) await caller.reserve(SAMPLE_PACKAGE)
})
afterAll(() => store.close())

const CHANGING = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')
const WITH_BODY = ALL_ENDPOINTS.filter(({ body }) => body)

/** Returns who passes the access check, without ending anyone's session. */
const callerOf = ({ name }: Endpoint) => (name === 'logOut' ? callers.visitor : callers.admin)

function expectOurForm({ body, status }: Reply): void {
  expect(body).toEqual({
    message: expect.stringMatching(/\w{3}/),
    code: expect.toSatisfy((code) => code in REFUSALS),
    requestId: expect.stringMatching(/^req_/),
    ...(body.details ? { details: expect.any(Object) } : {}),
  })
  expect(REFUSALS[body.code as keyof typeof REFUSALS].status).toBe(status)
}

/** A fingerprint of everything that a refused request must leave unchanged. */
async function everything(): Promise<unknown> {
  const { rows } = await store.testDatabase.pool.query(`
    select (select md5(string_agg(p::text, ',' order by package_id)) from packages p where fips = '48453') as packages,
      (select md5(string_agg(p::text, ',' order by lead_type, tier, size)) from prices p) as prices,
      (select md5(string_agg(hold_id || state, ',' order by hold_id)) from holds h) as holds,
      (select count(*) from stock_movements) as movements, (select count(*) from cart_lines) as cart_lines,
      (select count(*) from orders) as orders, (select count(*) from payments) as payments,
      (select md5(string_agg(r::text, ',' order by payment_request_id)) from payment_requests r) as payment_requests,
      (select md5(string_agg(c::text, ',' order by customer_id)) from customers c) as customers,
      (select count(*) from users) as users, (select count(*) from sessions) as sessions`)
  return rows[0]
}

describe('access', () => {
  const answers = {
    anyone: { visitor: 'in', rep: 'in', admin: 'in' },
    provider: { visitor: 'in', rep: 'in', admin: 'in' },
    session: { visitor: 'unauthenticated', rep: 'in', admin: 'in' },
    admin: { visitor: 'unauthenticated', rep: 'forbidden', admin: 'in' },
  } as const
  const cases = ALL_ENDPOINTS.flatMap((endpoint) =>
    (['visitor', 'rep', 'admin'] as const).map((who) => ({
      endpoint,
      who,
      name: `${endpoint.method} ${endpoint.path}`,
      answer: answers[endpoint.access][who],
    })),
  )

  // A stream that lets its caller in does not end; those who watch packages and requests have tests of their own.
  const answered = cases.filter(({ endpoint, answer }) => endpoint.stream === undefined || answer !== 'in')

  test.each(answered)('$name answers a $who: $answer', async ({ endpoint, who, answer }) => {
    const caller = endpoint.name === 'logOut' ? new Client(store) : callers[who]

    // An empty body: a caller without access must not learn what the call wants.
    const reply = await caller.call(
      endpoint.method,
      sampleRequest(endpoint).url,
      endpoint.method === 'GET' ? undefined : {},
    )

    const refusal = ['unauthenticated', 'forbidden'].includes(reply.body.code) ? reply.body.code : 'in'
    expect(refusal).toBe(answer)
    if (answer !== 'in') expectOurForm(reply)
  })

  test.each(
    ALL_ENDPOINTS.filter(({ access, params }) => access === 'session' && params).map((one) => [one.name, one] as const),
  )('%s reveals nothing of what belongs to another rep, not even that it exists', async (...row) => {
    const [, endpoint] = row
    const owner = await anotherRep(store)
    const { id, token, customerId, reference } = await sendLink(owner, [SAMPLE_PACKAGE])
    const [session] = (await owner.call('GET', '/api/profile/sessions')).body
    const { body: view } = await owner.call('PUT', '/api/saved-views', sampleRequest(saveView).body)
    // Other reps of the tests have the same password.
    await prove(owner, REP)
    const { body: passkey } = await addPasskey(owner, new PasskeyDevice())
    const { key } = (await owner.call('POST', '/api/profile/keys', sampleRequest(makeOwnKey).body)).body
    if (endpoint.refusals.includes('proof_needed')) await prove(callers.rep, REP)
    const ids = {
      paymentRequestId: id,
      token,
      customerId,
      reference,
      sessionId: session.id,
      viewId: view.id,
      passkeyId: passkey.id,
      keyId: key.id,
    }
    const foreign = sampleRequest(endpoint, ids)
    const unknown = sampleRequest(endpoint)
    const ask = ({ url, body }: typeof foreign) => callers.rep.call(endpoint.method, url, body)
    const before = await everything()

    const reply = await ask(foreign)

    expect(reply.status).toBe(404)
    expect({ ...reply.body, requestId: '' }).toEqual({ ...(await ask(unknown)).body, requestId: '' })
    expect(await everything()).toEqual(before)
  })

  test('an edited, foreign or ended session counts as a visitor', async () => {
    const admin = await anAdmin(store)
    const [, name = '', value = ''] = /(leadyard_session)=([^;]+)/.exec(admin.cookie) ?? []
    const asked = (cookie: string) => new Client(store).call('GET', '/api/me', undefined, { cookie })
    const flipped = value.startsWith('a') ? `b${value.slice(1)}` : `a${value.slice(1)}`

    const replies = [
      await asked(`${name}=${value}`),
      await asked(`${name}=${flipped}`),
      await asked(`${name}=${value.slice(0, -4)}`),
      await asked(`${name}=${value.split('.')[0]}`),
      await asked(`${name}=`),
      await asked(`${name}=%E0%A4%A`),
      await asked(`__Host-${name}=${value}`),
    ]
    await admin.call('POST', '/api/logout')
    const ended = await asked(`${name}=${value}`)

    expect(replies.map(({ status }) => status)).toEqual([200, 401, 401, 401, 401, 401, 401])
    expect(ended.status).toBe(401)
  })
})

describe('an invalid body', () => {
  /** The state after the last refusal, which the next one must find: read once after each, not before each again. */
  let before: unknown
  const json = { 'content-type': 'application/json' }
  const wrong: readonly [what: string, payload: string, headers: Record<string, string>, statuses: number[]][] = [
    ['of 10 MB', JSON.stringify({ quantity: 'x'.repeat(10_000_000) }), json, [413]],
    ['of malformed JSON', '{"quantity":', json, [400]],
    ['that is empty', '', json, [400]],
    ['of another type', 'quantity=1', { 'content-type': 'text/plain' }, [415]],
    ['from a form', 'quantity=1', { 'content-type': 'application/x-www-form-urlencoded' }, [415]],
    ['from a form with files', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, [415]],
    ['without a type', '{"quantity":1}', {}, [415]],
    ['of a strange type', '{}', { 'content-type': 'application/json2; charset=%%' }, [415]],
    ['with __proto__', '{"__proto__":{"isAdmin":true},"quantity":1}', json, [400]],
    ['with a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', json, [400]],
    ['nested 50,000 deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, json, [400]],
    ['that is an array', '[{"quantity":1}]', json, [400]],
    ['that is null', 'null', json, [400]],
    ['that is text', '"quantity"', json, [400]],
    ['with a zero character', '{"a":"\u0000"}', json, [400]],
  ]
  const cases = WITH_BODY.flatMap((endpoint) =>
    wrong.map((entry) => [endpoint.name, entry[0], endpoint, entry] as const),
  )

  test.each(cases)(
    '%s refuses one %s and changes nothing',
    async (_name, _what, endpoint, [, payload, headers, statuses]) => {
      before ??= await everything()

      const reply = await store.app.server.inject({
        method: endpoint.method,
        url: sampleRequest(endpoint).url,
        payload,
        headers: { ...headers, cookie: callerOf(endpoint).cookie },
      })

      // A body whose fields are all optional is empty if it names none that count.
      const mayBeLeftOut = endpoint.body?.safeParse(null).success && payload === 'null'
      const isAllOptional = (endpoint.name === 'recordOrder' || mayBeLeftOut) && reply.statusCode === 404
      expect(isAllOptional || statuses.includes(reply.statusCode), `${reply.statusCode} ${reply.body}`).toBe(true)
      expectOurForm({ status: reply.statusCode, body: reply.json(), headers: {} })
      expect(await everything()).toEqual(before)
    },
  )

  const values: readonly [what: string, value: unknown][] = [
    ['a zero character', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['SQL', "'; drop table holds; --"],
    ['a number', -1],
    ['a huge number', 1e308],
    ['an array', [['x']]],
    ['an object', { $gt: '' }],
    ['null', null],
    ['true', true],
  ]
  test.each(WITH_BODY.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s accepts or refuses any value in any field, and a refusal changes nothing',
    async (_name, endpoint) => {
      const { url, body } = sampleRequest(endpoint)
      for (const path of pathsOf(body)) {
        for (const [what, value] of values) {
          before ??= await everything()
          const reply = await callerOf(endpoint).call(endpoint.method, url, replaced(body, path, value))

          const where = `${path.join('.')} = ${what}: ${reply.status} ${JSON.stringify(reply.body)}`
          expect(reply.status, where).toBeLessThan(500)
          if (what === 'a zero character' && path[0] !== 'specialOffers')
            expect(reply.status, where).toBeGreaterThan(399)
          if (reply.status < 400) {
            before = undefined
            continue
          }
          expectOurForm(reply)
          expect(await everything(), where).toEqual(before)
        }
      }
    },
  )
})

/** Returns every place of a value in a body, as the keys that lead to it. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner)
      .filter((rest) => rest.length)
      .map((rest) => [key, ...rest]),
  ])
}

function replaced(body: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value
  const inner = rest.length ? replaced(Reflect.get(body, key), rest, value) : value
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...body, [key]: inner }
}

describe('another site', () => {
  const foreign: readonly [string, Record<string, string>][] = [
    ['its origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame’s origin', { origin: 'null' }],
    ['an origin that only begins like ours', { origin: 'http://store.test.evil.example' }],
    ['our host on another port', { origin: 'http://store.test:8080' }],
    ['the browser’s fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['that, though it claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://store.test' }],
  ]
  const cases = CHANGING.flatMap((endpoint) =>
    foreign.map(([what, headers]) => [endpoint.name, what, endpoint, headers] as const),
  )

  test.each(cases)('cannot call %s, known by %s', async (_name, _what, endpoint, headers) => {
    const { url, body } = sampleRequest(endpoint)

    const reply = await callerOf(endpoint).call(endpoint.method, url, body ?? {}, headers)

    expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    expectOurForm(reply)
  })

  test('cannot read anything either: no reply allows another origin', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await callers.admin.call(method, '/api/me', undefined, { origin: 'https://evil.example' })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('is not the store itself, whose pages can call', async () => {
    const own: Record<string, string>[] = [
      { origin: 'http://store.test' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:3000', host: 'localhost:3000' },
    ]
    for (const headers of own) {
      const { status } = await new Client(store).call('POST', '/api/logout', {}, headers)
      expect(status).toBe(200)
    }
  })
})
