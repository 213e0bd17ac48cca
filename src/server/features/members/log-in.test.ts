import { beforeEach, expect, it, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { Client } from '#testing/builders.ts'
import { holdUp } from '#testing/faults/hold-up.ts'
import { ADMIN, createTestApp, HTTPS_STAGING, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ensureMember } from './administrators.ts'
import { logIn as logInFrom } from './log-in.ts'
import { beginAttempt } from './throttle.ts'

const store = withStore()
beforeEach(() => store.sql`truncate login_attempts, sessions`)
const logIn = (change: object = {}, client = new Client(store)) =>
  client.call('POST', '/api/login', { email: REP.email, password: REP.password, ...change })
const me = (client: Client) => client.call('GET', '/api/me')
const sessions = async () => (await store.sql`select from sessions`).length

/** A member who was removed. */
async function aGoneMember(email: string): Promise<void> {
  await ensureMember(store.ctx, store.app.auth, { ...REP, email })
  await store.sql`update users set disabled_at = ${store.clock.now()} where email = ${email}`
}

it('logging in returns the member and a session that /api/me accepts, for either role', async () => {
  const [rep, admin] = [new Client(store), new Client(store)]
  const { status, body } = await logIn({ email: '  Rep@Example.com ' }, rep)
  const { body: administrator } = await logIn({ email: ADMIN.email, password: ADMIN.password }, admin)
  expect(status).toBe(200)
  expect(body).toMatchObject({ username: REP.username, email: REP.email, role: 'sales' })
  expect(administrator).toMatchObject({ email: ADMIN.email, role: 'admin', phone: null, isVerified: true })
  expect((await me(rep)).body).toEqual(body)
  expect((await me(admin)).body.role).toBe('admin')
})

it('logging in sets an HTTP-only session cookie and a readable hint', async () => {
  const [session = '', hint = ''] = (await logIn()).headers['set-cookie'] as string[]
  expect(session).toMatch(/^leadyard_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(hint).toBe('leadyard_signed_in=1; Max-Age=604800; Path=/; SameSite=Lax')
})

it('logging in binds the session cookie to the host and to HTTPS if the store uses HTTPS', async () => {
  const secure = await createTestApp({ beside: store, env: HTTPS_STAGING })
  const [session] = (await logIn({}, new Client(secure))).headers['set-cookie'] as string[]
  expect(session).toMatch(/^__Host-leadyard_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  await secure.close()
})

it('logging in gives the same answer for a wrong password, an unknown or invalid address and a disabled member', async () => {
  await aGoneMember('gone@example.com')
  const changes = [
    { password: 'wrong horse' },
    { email: 'nobody@example.com' },
    { email: 'gone@example.com' },
    { email: 'not an address' },
  ]

  for (const change of changes) {
    const { status, body, headers } = await logIn(change)
    expect([status, headers['set-cookie']]).toEqual([401, undefined])
    expect(body).toMatchObject({ code: 'login_failed', message: 'Invalid email or password.' })
  }
  expect(await sessions()).toBe(0)
})

it('logging in checks one password and runs two statements whether or not the account exists', async () => {
  await aGoneMember('gone-too@example.com')
  const compare = vi.spyOn(store.app.auth, 'verifyPassword')
  const work = async (email: string) => {
    compare.mockClear()
    const before = store.database.statementCount()
    await logIn({ email, password: 'wrong horse' })
    const looks = compare.mock.calls.filter(([, hash]) => hash.startsWith('$argon2id$')).length
    return { looks, statements: store.database.statementCount() - before }
  }

  for (const email of [REP.email, 'nobody@example.com', 'x', 'gone-too@example.com'])
    expect(await work(email), email).toEqual({ looks: 1, statements: 2 })
  compare.mockRestore()
})

it('logging in ends the browser’s earlier session', async () => {
  const browser = new Client(store)
  await logIn({}, browser)
  const before = browser.at(store)
  await logIn({}, browser)
  expect((await me(before)).status).toBe(401)
  expect((await me(browser)).status).toBe(200)
})

it('logging in refuses a 10 kB password before hashing it', async () => {
  expect(await logIn({ password: 'x'.repeat(10_240) })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect((await store.sql`select from login_attempts`).length).toBe(0)
})

it('logging in fails if the password is changed at the same moment', async () => {
  const hashOfRep = 'user_id = (select user_id from users where email = $1)'
  const broken = `update accounts set password_hash = password_hash || 'x' where ${hashOfRep}`
  const change = await holdUp(store.testDatabase, broken, [REP.email])
  const open = store.app.auth.openSession
  const opened = Promise.withResolvers<void>()
  vi.spyOn(store.app.auth, 'openSession').mockImplementationOnce(async (...input) => {
    const session = await open(...input)
    opened.resolve()
    return session
  })

  const attempt = logIn()
  await opened.promise
  await change.commit()

  expect((await attempt).status).toBe(401)
  expect(await sessions()).toBe(0)
  await store.rows(`update accounts set password_hash = left(password_hash, -1) where ${hashOfRep}`, [REP.email])
  expect((await logIn()).status).toBe(200)
})

const STRANGER = '10.6.6.6'
const OWNER = '10.0.0.7'
const limited = withStore({ beside: store, env: { RATE_LIMITS: 'on' } })
const requestFrom = (address: string): RequestContext => ({
  ...limited.ctx,
  actor: { kind: 'visitor' },
  address,
  ownerId: null,
  openOwner: () => 'cart:test',
  headers: {},
  setCookie: () => {},
  clearCookie: () => {},
  clearBrowserCache: () => {},
})
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'welcome',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const tryLogIn = (from: string, password: string, email: string = REP.email) =>
  outcome(logInFrom(requestFrom(from), limited.app.auth, { email, password }))
const tally = (outcomes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length]))
const times = <Result>(count: number, make: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

it('guessing passwords fifty times at once gets only ten checks', async () => {
  expect(tally(await times(50, () => tryLogIn(STRANGER, 'a guess')))).toEqual({ login_failed: 10, login_throttled: 40 })
})

it('guessing passwords is refused even with the right password until fifteen minutes have passed', async () => {
  await times(10, () => tryLogIn(STRANGER, 'a guess'))
  const refused = await tryLogIn(STRANGER, REP.password)
  store.clock.advance(minutes(15))
  expect([refused, await tryLogIn(STRANGER, REP.password)]).toEqual(['login_throttled', 'welcome'])
})

it('guessing passwords for an address without an account is refused just the same', async () => {
  const outcomes = await times(12, () => tryLogIn(STRANGER, 'a guess', 'nobody@example.com'))
  expect(tally(outcomes)).toEqual({ login_failed: 10, login_throttled: 2 })
})

it('guessing passwords by strangers does not lock owners out of their usual network address, even a shared one', async () => {
  await tryLogIn(OWNER, REP.password)
  await times(60, (number) => outcome(beginAttempt(requestFrom(`10.6.6.${number}`), REP.email)))
  await times(60, (number) => outcome(beginAttempt(requestFrom(OWNER), `nobody${number}@example.com`)))
  expect(await tryLogIn(STRANGER, REP.password)).toBe('login_throttled')
  expect(await tryLogIn(OWNER, REP.password)).toBe('welcome')
})

it('guessing passwords from a network address that the account knows is limited too', async () => {
  await tryLogIn(OWNER, REP.password)
  const outcomes = await times(40, () => outcome(beginAttempt(requestFrom(OWNER), REP.email)))
  expect(tally(outcomes)).toEqual({ welcome: 30, login_throttled: 10 })
})

it('guessing passwords for many accounts from one network address is refused after fifty', async () => {
  const outcomes = await times(55, (number) =>
    outcome(beginAttempt(requestFrom(STRANGER), `nobody${number}@example.com`)),
  )
  expect(tally(outcomes)).toEqual({ welcome: 50, login_throttled: 5 })
})

it('guessing passwords is reset by a login, so typos do not add up over days', async () => {
  for (const _day of [1, 2]) {
    expect(tally(await times(9, () => tryLogIn(STRANGER, 'typo')))).toEqual({ login_failed: 9 })
    expect(await tryLogIn(STRANGER, REP.password)).toBe('welcome')
  }
})

it('guessing passwords stores neither email nor network addresses in plain text', async () => {
  await tryLogIn(OWNER, REP.password)
  const { rows } = await store.testDatabase.pool.query<{ key: string }>('select key from login_attempts')
  expect(rows.map(({ key }) => key).join()).not.toMatch(/example|10\.0/)
})
