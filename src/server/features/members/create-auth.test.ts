import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aRep, Client } from '#testing/builders.ts'
import { ADMIN, createTestApp, REP, type TestApp } from '#testing/test-app.ts'
import { createBetterAuth } from './better-auth.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
beforeEach(() => store.testDatabase.pool.query('delete from sessions'))
afterAll(() => store.close())

const me = (client: Client) => client.call('GET', '/api/me')
const disable = (at: Date | null) =>
  store.testDatabase.pool.query('update users set disabled_at = $1 where email = $2', [at, REP.email])

describe('a session', () => {
  it('is asked for: visitors get 401, and no SQL is spent on them or on a forged cookie', async () => {
    const before = store.database.statementCount()

    for (const cookie of ['', 'leadyard_session=abc', 'leadyard_session=abc.def', 'leadyard_session=%', 'x=1']) {
      const reply = await new Client(store).call('GET', '/api/me', undefined, cookie ? { cookie } : {})
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
    }

    expect(store.database.statementCount()).toBe(before)
  })

  it('costs one statement to recognize', async () => {
    const { cookie } = await aRep(store)
    const before = store.database.statementCount()

    const actor = await store.app.auth.authenticate({ cookie })

    expect(actor).toEqual({
      kind: 'member',
      userId: expect.stringMatching(/^usr_/),
      role: 'sales',
      commissionBps: 1000,
    })
    expect(store.database.statementCount()).toBe(before + 1)
  })

  it('dies at log-out, copies of its cookie included', async () => {
    const rep = await aRep(store)
    const copy = rep.at(store)

    const reply = await rep.call('POST', '/api/logout')

    expect(reply.body).toEqual({ message: 'Logged out successfully' })
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(rep.cookie).toBe('')
    expect((await me(copy)).status).toBe(401)
    expect((await rep.call('POST', '/api/logout')).status).toBe(200)
  })

  it('lives seven days after its last use, and no longer', async () => {
    const rep = await aRep(store)

    for (const _day of [1, 2, 3]) {
      store.clock.advance(days(6))
      expect((await me(rep)).status).toBe(200)
    }
    store.clock.advance(days(7) + 1)

    expect((await me(rep)).status).toBe(401)
  })

  it('ends thirty days after its log-in, however much it is used', async () => {
    const rep = await aRep(store)

    for (const _week of [1, 2, 3, 4, 5]) {
      store.clock.advance(days(5))
      expect((await me(rep)).status).toBe(200)
    }
    store.clock.advance(days(5) - minutes(1))
    expect((await me(rep)).status).toBe(200)
    store.clock.advance(minutes(1))

    expect((await me(rep)).status).toBe(401)
  })

  it('of an administrator ends after half a day unused; a page that reads again by itself does not use it', async () => {
    const admin = new Client(store)
    await admin.logIn(ADMIN)
    for (const _time of [1, 2, 3]) {
      store.clock.advance(hours(11))
      expect((await me(admin)).status).toBe(200)
    }

    store.clock.advance(hours(11))
    const watched = await admin.call('GET', '/api/me', undefined, { 'x-refresh': '1' })
    store.clock.advance(hours(1) + minutes(1))

    expect(watched.status).toBe(200)
    expect((await me(admin)).status).toBe(401)
  })

  it('of a disabled member opens nothing', async () => {
    const rep = await aRep(store)

    await disable(store.clock.now())

    expect((await me(rep)).status).toBe(401)
    await disable(null)
  })

  it('is one that better-auth reads as well', async () => {
    const { cookie } = await aRep(store)
    const library = createBetterAuth({
      database: store.database,
      clock: store.clock,
      secret: store.ctx.secrets.sessions,
      cookieName: 'leadyard_session',
      isSecure: false,
      baseUrl: 'http://localhost:3000',
    })
    await store.testDatabase.pool.query(`update sessions set expires_at = 'infinity'`)

    const session = await library.api.getSession({ headers: new Headers({ cookie }) })

    expect(session?.user.email).toBe(REP.email)
  })
})
