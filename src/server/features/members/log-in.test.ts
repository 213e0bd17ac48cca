import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebContext } from '#server/gateways/context.ts'
import { makeNodeState } from '#server/node-state.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { registerEndpoints } from '#server/platform/http/endpoint.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { HTTPS_STAGING } from '#testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { ensureMember } from './ensure-member.ts'
import { isOutdated } from './passwords.ts'
import { authRoutes } from './routes.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const REP = { email: 'rep@example.com', username: 'Rita Rep', password: 'correct horse', role: 'sales' as const }

let testDatabase: TestDatabase
let database: Database
const now = new Date('2026-11-21T10:00:00.000Z')
const clock = { now: () => now }

const NO_ANSWER = { status: null, problem: null, body: '', milliseconds: 0, retryAfterMs: null }

async function startStore(environment: Record<string, string> = {}) {
  const config = readConfig({ RATE_LIMITS: 'on', ...environment })
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const publicUrl = () => config.publicUrl ?? ''
  const auth = createAuth({ database, config, secrets: FIXED_SECRETS, clock })
  const app = await createHttpServer({
    config: { ...config, hasRateLimits: false },
    log: Fastify().log,
    publicUrl,
    sessionCookies: [],
  })
  const node = makeNodeState()
  const contexts = new WeakMap<object, WebContext>()
  app.addHook('onRequest', async (request, reply) => {
    contexts.set(request, {
      clock,
      log: silent,
      config,
      database,
      node,
      requestId: request.id,
      secrets: FIXED_SECRETS,
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
      clearBrowserCache: () => {},
      gateways: {
        issuer: null,
        witnesses: { addCheckpoint: async () => null },
        payments: null,
        email: { send: async () => {}, forgetMails: async () => 0, close: async () => {} },
        sms: {
          send: async () => ({ providerId: 'none' }),
          lookUp: async () => null,
          isSigned: () => false,
          forgetTexts: async () => 0,
        },
        webhooks: {
          readAddress: () => null,
          post: async () => NO_ANSWER,
          get: async () => NO_ANSWER,
          close: async () => {},
        },
      },
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
const ensure = (auth: Auth, member = REP) => ensureMember({ database, clock, config: readConfig({}) }, auth, member)

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

describe('logging in', () => {
  it('returns the member and a session that /api/me accepts, for either role', async () => {
    await ensure(store.auth, { ...REP, email: 'Admin@Example.com', username: 'Ann Admin', role: 'admin' as never })

    const rep = await logIn({ email: '  Rep@Example.com ' })
    const admin = await logIn({ email: 'admin@example.com' })

    expect(rep.statusCode).toBe(200)
    expect(rep.json()).toMatchObject({ id: repId, username: 'Rita Rep', email: 'rep@example.com', role: 'sales' })
    expect(admin.json()).toMatchObject({ email: 'admin@example.com', role: 'admin', phone: null, isVerified: true })
    expect((await me(cookieOf(rep))).json()).toEqual(rep.json())
    expect((await me(cookieOf(admin))).json().role).toBe('admin')
  })

  it('sets an HTTP-only session cookie and a readable hint', async () => {
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

  it('binds the session cookie to the host and to HTTPS if the store uses HTTPS', async () => {
    const secure = await startStore({ ...HTTPS_STAGING, PUBLIC_URL: 'https://shop.example.com' })

    const [session] = (await logIn({ store: secure })).cookies

    expect(session).toMatchObject({ name: '__Host-leadyard_session', secure: true, httpOnly: true, path: '/' })
    expect(session).not.toHaveProperty('domain')
    await secure.app.close()
  })

  it('gives the same answer for a wrong password, an unknown or invalid address and a disabled member', async () => {
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

  it('checks one password and runs two statements whether or not the account exists', async () => {
    await ensure(store.auth, { ...REP, email: 'gone@example.com' })
    await testDatabase.pool.query(`update users set disabled_at = $1 where email = 'gone@example.com'`, [now])
    const compare = vi.spyOn(store.auth, 'verifyPassword')
    const work = async (email: string) => {
      compare.mockClear()
      const before = database.statementCount()
      await logIn({ email, password: 'wrong horse' })
      const looks = compare.mock.calls.filter(([, hash]) => !isOutdated(hash)).length
      return { looks, statements: database.statementCount() - before }
    }

    const works = [
      await work(REP.email),
      await work('nobody@example.com'),
      await work('x'),
      await work('gone@example.com'),
    ]

    expect(works).toEqual(works.map(() => ({ looks: 1, statements: 2 })))
    compare.mockRestore()
  })

  it('ends the browser’s earlier session', async () => {
    const first = cookieOf(await logIn())

    const second = cookieOf(await logIn({ cookie: first }))

    expect((await me(first)).statusCode).toBe(401)
    expect((await me(second)).statusCode).toBe(200)
  })

  it('refuses a 10 kB password before hashing it', async () => {
    const reply = await logIn({ password: 'x'.repeat(10_240) })

    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('bad_request')
    expect((await testDatabase.pool.query('select from login_attempts')).rowCount).toBe(0)
  })

  it('cannot be bypassed, because there is no sign-up over HTTP', async () => {
    for (const url of ['/api/auth/sign-up/email', '/api/sign-up', '/sign-up/email']) {
      const reply = await store.app.inject({
        method: 'POST',
        url,
        payload: { email: 'e@example.com', password: 'xxxxxx' },
      })
      expect(reply.statusCode).toBe(404)
    }
  })

  it('fails if the password is changed at the same moment', async () => {
    const change = await testDatabase.pool.connect()
    await change.query('begin')
    await change.query('update accounts set password_hash = password_hash || $1 where user_id = $2', ['x', repId])
    const open = store.auth.openSession
    let isOpened = () => {}
    const opened = new Promise<void>((resolve) => {
      isOpened = resolve
    })
    vi.spyOn(store.auth, 'openSession').mockImplementationOnce(async (...input) => {
      const session = await open(...input)
      isOpened()
      return session
    })

    const attempt = logIn()
    await opened
    await change.query('commit')
    change.release()
    const reply = await attempt

    expect(reply.statusCode).toBe(401)
    expect(reply.cookies).toEqual([])
    expect((await testDatabase.pool.query('select from sessions')).rowCount).toBe(0)
    await testDatabase.pool.query(`update accounts set password_hash = rtrim(password_hash, 'x') where user_id = $1`, [
      repId,
    ])
    expect((await logIn()).statusCode).toBe(200)
  })
})
