import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebContext } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { registerEndpoints } from '#server/platform/http/endpoint.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createBetterAuth } from './better-auth.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { ensureMember } from './ensure-member.ts'
import { authRoutes } from './routes.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const SECRETS = { tokens: 'tokens-of-the-test-store-000000000000', sessions: 'sessions-of-the-test-store-0000000000' }
const REP = { email: 'rep@example.com', username: 'Rita Rep', password: 'correct horse', role: 'sales' as const }

let testDatabase: TestDatabase
let database: Database
let now = new Date('2026-11-21T10:00:00.000Z')
const clock = { now: () => now }
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

async function startStore(environment: Record<string, string> = {}) {
  const config = readConfig({ RATE_LIMITS: 'on', ...environment })
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const publicUrl = () => config.publicUrl ?? ''
  const auth = createAuth({ database, config, secrets: SECRETS, clock, publicUrl })
  const app = await createHttpServer({
    config: { ...config, hasRateLimits: false },
    log: Fastify().log,
    publicUrl,
    sessionCookies: [],
  })
  const contexts = new WeakMap<object, WebContext>()
  app.addHook('onRequest', async (request, reply) => {
    contexts.set(request, {
      clock,
      log: silent,
      config,
      database,
      requestId: request.id,
      secrets: SECRETS,
      actor: await auth.authenticate(request.headers),
      address: request.ip,
      ownerId: null,
      openOwner: () => 'cart:test',
      headers: request.headers,
      setCookie: (name, value, { isHttpOnly, maxAgeSeconds }) =>
        reply.setCookie(name, value, {
          path: '/',
          sameSite: 'lax',
          secure: isSecure,
          httpOnly: isHttpOnly,
          maxAge: maxAgeSeconds,
        }),
      clearCookie: (name) => reply.clearCookie(name, { path: '/', sameSite: 'lax', secure: isSecure }),
      gateways: { payments: null, email: { send: async () => {}, forgetMails: async () => 0, close: async () => {} } },
      publicUrl: publicUrl(),
    })
  })
  registerEndpoints(app, authRoutes(auth), (request) => {
    const ctx = contexts.get(request)
    if (!ctx) throw new Error('a request without its context')
    return ctx
  })
  return { app, auth }
}

type Store = Awaited<ReturnType<typeof startStore>>
let store: Store
let repId: string

const logIn = (options: { email?: string; password?: string; from?: string; cookie?: string; store?: Store } = {}) =>
  (options.store ?? store).app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: options.from ?? '10.0.0.1',
    headers: options.cookie ? { cookie: options.cookie } : {},
    payload: { email: options.email ?? REP.email, password: options.password ?? REP.password },
  })
const me = (cookie?: string) => store.app.inject({ method: 'GET', url: '/api/me', headers: cookie ? { cookie } : {} })
const cookieOf = (reply: { cookies: { name: string; value: string }[] }, name = 'leadyard_session') => {
  const cookie = reply.cookies.find((one) => one.name === name)
  return `${name}=${encodeURIComponent(cookie?.value ?? '')}`
}
const openLibrary = () =>
  createBetterAuth({
    database,
    clock,
    secret: SECRETS.sessions,
    cookieName: 'leadyard_session',
    isSecure: false,
    baseUrl: 'http://localhost:3000',
  })
const ensure = (auth: Auth, member = REP) => ensureMember({ database, clock }, auth, member)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolSize: 10, log: silent })
  store = await startStore()
  repId = (await ensure(store.auth)).userId
})
beforeEach(async () => {
  await testDatabase.pool.query('delete from login_attempts')
  await testDatabase.pool.query('delete from sessions')
  await testDatabase.pool.query('update users set disabled_at = null')
})
afterAll(async () => {
  await store.app.close()
  await database.close()
  await testDatabase.drop()
})

describe('log-in', () => {
  it('gives the member and a session that /api/me knows, for either role', async () => {
    await ensure(store.auth, { ...REP, email: 'Admin@Example.com', username: 'Ann Admin', role: 'admin' as never })

    const rep = await logIn({ email: '  Rep@Example.com ' })
    const admin = await logIn({ email: 'admin@example.com' })

    expect(rep.statusCode).toBe(200)
    expect(rep.json()).toMatchObject({ id: repId, username: 'Rita Rep', email: 'rep@example.com', role: 'sales' })
    expect(admin.json()).toMatchObject({ email: 'admin@example.com', role: 'admin', phone: null, isVerified: true })
    expect((await me(cookieOf(rep))).json()).toEqual(rep.json())
    expect((await me(cookieOf(admin))).json().role).toBe('admin')
  })

  it('sets a hidden session cookie and a readable hint', async () => {
    const reply = await logIn()

    expect(reply.cookies).toEqual([
      expect.objectContaining({
        name: 'leadyard_session',
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: 604_800,
      }),
      expect.objectContaining({ name: 'leadyard_signed_in', value: '1', sameSite: 'Lax', path: '/', maxAge: 604_800 }),
    ])
    expect(reply.cookies[1]).not.toHaveProperty('httpOnly')
    expect(reply.cookies[0]).not.toHaveProperty('secure')
  })

  it('binds the session cookie to the host and to https where the store has it', async () => {
    const secure = await startStore({ PUBLIC_URL: 'https://shop.example.com' })

    const [session] = (await logIn({ store: secure })).cookies

    expect(session).toMatchObject({ name: '__Host-leadyard_session', secure: true, httpOnly: true, path: '/' })
    expect(session).not.toHaveProperty('domain')
    await secure.app.close()
  })

  it('answers a wrong password, an unknown address, a disabled member and a non-address alike', async () => {
    await ensure(store.auth, { ...REP, email: 'gone@example.com' })
    await testDatabase.pool.query(`update users set disabled_at = $1 where email = 'gone@example.com'`, [now])

    const replies = await Promise.all([
      logIn({ password: 'wrong horse' }),
      logIn({ email: 'nobody@example.com' }),
      logIn({ email: 'gone@example.com' }),
      logIn({ email: 'not an address' }),
    ])

    for (const reply of replies) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ code: 'login_failed', message: 'Invalid email or password.' })
      expect(reply.cookies).toEqual([])
    }
    expect((await testDatabase.pool.query('select from sessions')).rowCount).toBe(0)
  })

  it('hashes once whether the address is known, unknown or wrong', async () => {
    const library = openLibrary()
    const { password } = await library.$context
    const hash = vi.spyOn(password, 'hash')
    const verify = vi.spyOn(password, 'verify')
    const attempt = (email: string) =>
      library.api.signInEmail({ body: { email, password: 'wrong horse' } }).catch(() => undefined)

    await attempt(REP.email)
    const known = hash.mock.calls.length + verify.mock.calls.length
    await attempt('nobody@example.com')
    const both = hash.mock.calls.length + verify.mock.calls.length

    expect([known, both]).toEqual([1, 2])
  })

  it('ends the session that the browser had before', async () => {
    const first = cookieOf(await logIn())

    const second = cookieOf(await logIn({ cookie: first }))

    expect((await me(first)).statusCode).toBe(401)
    expect((await me(second)).statusCode).toBe(200)
  })

  it('refuses a password of 10 kB before anything is hashed', async () => {
    const reply = await logIn({ password: 'x'.repeat(10_240) })

    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('bad_request')
    expect((await testDatabase.pool.query('select from login_attempts')).rowCount).toBe(0)
  })

  it('cannot be reached around: nobody signs up over HTTP', async () => {
    for (const url of ['/api/auth/sign-up/email', '/api/sign-up', '/sign-up/email']) {
      const reply = await store.app.inject({
        method: 'POST',
        url,
        payload: { email: 'e@example.com', password: 'xxxxxx' },
      })
      expect(reply.statusCode).toBe(404)
    }
  })
})

describe('a session', () => {
  it('is asked for: visitors get 401, and no SQL is spent on them or on a forged cookie', async () => {
    const before = database.statementCount()

    for (const cookie of [undefined, 'leadyard_session=abc', 'leadyard_session=abc.def', 'leadyard_session=%', 'x=1']) {
      const reply = await me(cookie)
      expect(reply.statusCode).toBe(401)
      expect(reply.json().code).toBe('unauthenticated')
    }

    expect(database.statementCount()).toBe(before)
  })

  it('costs one statement to recognise', async () => {
    const cookie = cookieOf(await logIn())
    const before = database.statementCount()

    expect(await store.auth.authenticate({ cookie })).toEqual({ kind: 'member', userId: repId, role: 'sales' })

    expect(database.statementCount()).toBe(before + 1)
  })

  it('dies at log-out, copies of its cookie included', async () => {
    const cookie = cookieOf(await logIn())

    const reply = await store.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } })

    expect(reply.json()).toEqual({ message: 'Logged out successfully' })
    expect(reply.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['leadyard_session', ''],
      ['leadyard_signed_in', ''],
    ])
    expect((await me(cookie)).statusCode).toBe(401)
    expect((await store.app.inject({ method: 'POST', url: '/api/logout' })).statusCode).toBe(200)
  })

  it('lives seven days after its last use, and no longer', async () => {
    const cookie = cookieOf(await logIn())

    for (const _day of [1, 2, 3]) {
      pass(days(6))
      expect((await me(cookie)).statusCode).toBe(200)
    }
    pass(days(7) + 1)

    expect((await me(cookie)).statusCode).toBe(401)
  })

  it('of a disabled member opens nothing', async () => {
    const cookie = cookieOf(await logIn())

    await testDatabase.pool.query('update users set disabled_at = $1', [now])

    expect((await me(cookie)).statusCode).toBe(401)
  })

  it('is one that better-auth reads as well', async () => {
    const { cookies } = await logIn()
    const library = openLibrary()
    await testDatabase.pool.query(`update sessions set expires_at = 'infinity'`)

    const session = await library.api.getSession({ headers: new Headers({ cookie: cookieOf({ cookies }) }) })

    expect(session?.user.id).toBe(repId)
  })
})
