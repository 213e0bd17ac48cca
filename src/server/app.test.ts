/** What every endpoint of the store does with callers it does not know and bodies it cannot use. */
import { describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { makeOwnKey } from '#contract/keys/keys.ts'
import { updateCustomerNotes } from '#contract/links/customers.ts'
import { saveView } from '#contract/members/saved-views.ts'
import { addToCart } from '#contract/orders/cart.ts'
import { aBuyer, aBuyerWith, anAdmin, Client, prove } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { makeOwnKey as aKey, Program } from '#testing/keys.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey } from '#testing/passkeys.ts'
import { anotherRep, sendLink } from '#testing/payment-links.ts'
import { named, SAMPLE_PACKAGE, sampleRequest } from '#testing/sample-requests.ts'
import { REP } from '#testing/test-app.ts'
import { everything, expectOurForm, FOREIGN, WRONG_BODIES, withCallers } from '#testing/wrong-calls.ts'

const { store, callers, callWith, send } = withCallers()

const CHANGING = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')

describe('access', () => {
  const answers = {
    anyone: { visitor: 'in', rep: 'in', admin: 'in' },
    provider: { visitor: 'in', rep: 'in', admin: 'in' },
    session: { visitor: 'unauthenticated', rep: 'in', admin: 'in' },
    admin: { visitor: 'unauthenticated', rep: 'forbidden', admin: 'in' },
  } as const

  test('is what the path of a call says: for administrators, for members, or for everyone', () => {
    const MEMBERS = /^\/api\/(sales|profile|invoices|send-invoice|customers|me|saved-views)(\/|$)/
    const expected = (method: string, path: string) => {
      if (path.startsWith('/api/admin/')) return 'admin'
      if (path.startsWith('/api/webhooks/')) return 'provider'
      // Whoever has the link from the mail may confirm an address.
      if (method === 'PUT' && path === '/api/profile/email-confirmation') return 'anyone'
      return MEMBERS.test(path) ? 'session' : 'anyone'
    }

    for (const { method, path, access } of ALL_ENDPOINTS)
      expect([method, path, access]).toEqual([method, path, expected(method, path)])
  })

  test.each(ALL_ENDPOINTS.map((one) => [one.name, one] as const))('%s knows its callers', async (_name, endpoint) => {
    for (const who of ['visitor', 'rep', 'admin'] as const) {
      const answer = answers[endpoint.access][who]
      // A stream that lets its caller in does not end; those who watch packages and requests have tests of their own.
      if (endpoint.stream !== undefined && answer === 'in') continue
      const caller = endpoint.name === 'logOut' ? new Client(store) : callers[who]

      // An empty body: a caller without access must not learn what the call wants.
      const reply = await caller.call(
        endpoint.method,
        sampleRequest(endpoint).url,
        endpoint.method === 'GET' ? undefined : {},
      )

      const refusal = ['unauthenticated', 'forbidden'].includes(reply.body.code) ? reply.body.code : 'in'
      expect([who, refusal]).toEqual([who, answer])
      if (answer !== 'in') expectOurForm(reply)
    }
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
    const before = await everything(store)

    const reply = await ask(foreign)

    expect(reply.status).toBe(404)
    expect({ ...reply.body, requestId: '' }).toEqual({ ...(await ask(unknown)).body, requestId: '' })
    expect(await everything(store)).toEqual(before)
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
  const cases = [
    ...ALL_ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint, WRONG_BODIES.slice(0, 3)] as const),
    [named(addToCart), WRONG_BODIES] as const,
  ]

  test.each(cases.map((one) => [one[0].name, one[1].length, ...one] as const))(
    '%s refuses all of %i and changes nothing',
    async (_name, _count, endpoint, bodies) => {
      const before = await everything(store)
      for (const wrong of bodies) {
        const reply = await send(endpoint, wrong)

        expect([wrong.what, reply.status]).toEqual([wrong.what, wrong.status])
        expectOurForm(reply)
      }
      expect(await everything(store)).toEqual(before)
    },
  )
})

describe('another site', () => {
  const cannot = async (endpoint: (typeof CHANGING)[number], headers: Record<string, string>) => {
    const reply = await callWith(endpoint, headers)

    expect([endpoint.name, headers, reply.status, reply.body.code]).toEqual([endpoint.name, headers, 403, 'cross_site'])
    expectOurForm(reply)
  }

  test('cannot make a call that changes something', async () => {
    for (const endpoint of CHANGING) await cannot(endpoint, { 'sec-fetch-site': 'cross-site' })
  })

  test.each(FOREIGN)('is known by %s', (_what, headers) => cannot(named(addToCart), headers))

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

describe('a field that a call does not know', () => {
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

  test('is refused by its name, wherever it is', async () => {
    // Mail programs make one of the calls in a form of their own.
    const writes = CHANGING.filter(
      ({ upload, access, name }) => !upload && access !== 'provider' && name !== 'endRestockByMail',
    )
    for (const endpoint of writes) {
      const { url, body } = sampleRequest(endpoint)
      const caller = endpoint.name === 'logOut' ? new Client(store) : callers.admin
      for (const path of objectsIn(body ?? {}).filter((one) => !LOOSE.test(one.join('.')))) {
        const reply = await caller.call(endpoint.method, url, withUnknown(body ?? {}, path))

        const message = `This call has no field “${[...path, 'amountt'].join('.')}”. Nothing was changed.`
        const { code, message: said } = reply.body
        expect([endpoint.name, reply.status, code, said]).toEqual([endpoint.name, 400, 'bad_request', message])
      }
    }
  })

  test('is named shortly if there are many with long names', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `${index}${'x'.repeat(500)}`)
    const unknown = Object.fromEntries(names.map((name) => [name, 1]))

    const { url } = sampleRequest(updateCustomerNotes)
    const { status, body } = await callers.admin.call('PATCH', url, { notes: '', ...unknown })

    expect(status).toBe(400)
    expect(body.message).toMatch(/, and 4 more\. Nothing was changed\.$/)
    expect(body.message.length).toBeLessThan(500)
  })

  test('such as a misspelled amount of a refund, gives nothing back, from a screen or with a key', async () => {
    const { body: order } = await aBuyer(store).buy(SAMPLE_PACKAGE)
    const program = new Program(store, (await aKey(callers.admin)).secret)
    const path = `/api/admin/orders/${order.id}/refunds`
    const asked = { attemptId: 'attempt-unknown-1', amount: '10.01', reason: 'Wrong county.' }

    const replies = [await callers.admin.call('POST', path, asked), await program.call('POST', path, asked)]

    for (const { status, body } of replies)
      expect([status, body.message]).toEqual([400, expect.stringContaining('“amount”')])
    await store.runJobs()
    expect(await cardProvider(store).refunds(order.paymentId)).toEqual([])
  })

  test('is fine in the lines of a cart, which a page may send as it keeps them', async () => {
    const buyer = await aBuyerWith(store, SAMPLE_PACKAGE)
    const { body: cart } = await buyer.call('GET', '/api/cart')
    const cartItems = cart.lines.map((line: object) => ({ ...line, id: 'local-1', packageInfo: { available: 49 } }))
    const { contactInfo } = buyer

    const reply = await buyer.call('POST', '/api/create-payment-intent', { amount: cart.total, contactInfo, cartItems })

    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  })

  test('is ruled out by the description of the API', async () => {
    const { body } = await callers.admin.call('GET', '/api/openapi.json')
    const bodyOf = (path: string) => body.paths[path].post.requestBody
    const named = ({ $ref }: { $ref: string }) => body.components.schemas[$ref.replace(/.*\//, '')]

    const refund = named(bodyOf('/api/admin/orders/{orderId}/refunds').content['application/json'].schema)
    expect(refund.additionalProperties).toBe(false)
    expect(named(refund.properties.lines.items).additionalProperties).toBe(false)
    expect(bodyOf('/api/cart/renew')).toBeUndefined()
  })
})
