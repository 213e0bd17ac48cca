import { beforeEach, expect, it, vi } from 'vitest'
import { Client } from '#testing/builders.ts'
import { ADMIN, createTestApp, HTTPS_STAGING, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ensureMember } from './administrators.ts'

const store = withStore()
beforeEach(async () => {
  await query('delete from login_attempts')
  await query('delete from sessions')
})

const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
const logIn = (change: object = {}, client = new Client(store)) =>
  client.call('POST', '/api/login', { email: REP.email, password: REP.password, ...change })
const me = (client: Client) => client.call('GET', '/api/me')
const sessions = async () => (await query('select from sessions')).rowCount

/** A member who was removed. */
async function aGoneMember(email: string): Promise<void> {
  await ensureMember(store.ctx, store.app.auth, { ...REP, email })
  await query('update users set disabled_at = $1 where email = $2', [store.clock.now(), email])
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
  expect((await query('select from login_attempts')).rowCount).toBe(0)
})

it('logging in fails if the password is changed at the same moment', async () => {
  const change = await store.testDatabase.pool.connect()
  const hashOfRep = 'user_id = (select user_id from users where email = $1)'
  await change.query('begin')
  await change.query(`update accounts set password_hash = password_hash || 'x' where ${hashOfRep}`, [REP.email])
  const open = store.app.auth.openSession
  const opened = Promise.withResolvers<void>()
  vi.spyOn(store.app.auth, 'openSession').mockImplementationOnce(async (...input) => {
    const session = await open(...input)
    opened.resolve()
    return session
  })

  const attempt = logIn()
  await opened.promise
  await change.query('commit')
  change.release()

  expect((await attempt).status).toBe(401)
  expect(await sessions()).toBe(0)
  await query(`update accounts set password_hash = left(password_hash, -1) where ${hashOfRep}`, [REP.email])
  expect((await logIn()).status).toBe(200)
})
