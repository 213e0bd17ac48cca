import { beforeEach, expect, it } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { Keyring } from '#server/platform/secrets.ts'
import { aRep, Client } from '#testing/builders.ts'
import { ADMIN, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { createAuth } from './create-auth.ts'

const store = withStore()
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
beforeEach(() => query('delete from sessions'))

const me = (client: Client) => client.call('GET', '/api/me')
const disable = (at: Date | null) => query('update users set disabled_at = $1 where email = $2', [at, REP.email])

it('a session is required: visitors get 401, and neither they nor a forged cookie cost a statement', async () => {
  const before = store.database.statementCount()
  for (const cookie of ['', 'leadyard_session=abc', 'leadyard_session=abc.def', 'leadyard_session=%', 'x=1']) {
    const reply = await new Client(store).call('GET', '/api/me', undefined, cookie ? { cookie } : {})
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
  }
  expect(store.database.statementCount()).toBe(before)
})

it('a session takes one statement to recognize', async () => {
  const { cookie } = await aRep(store)
  const before = store.database.statementCount()
  const actor = await store.app.auth.authenticate({ cookie })

  expect(actor).toEqual({
    kind: 'member',
    userId: expect.stringMatching(/^usr_/),
    role: 'sales',
    commissionBps: 1000,
    startedBy: 'password',
  })
  expect(store.database.statementCount()).toBe(before + 1)
})

it('a session lives on when the secret that signed its cookie is replaced, until that one is retired', async () => {
  const { cookie } = await aRep(store)
  const secretOf = async (name: string) =>
    (await query('select value from store_secrets where name = $1', [name])).rows[0].value
  const signed = { from: new Date(0).toISOString(), value: await secretOf('sessions') }
  const latest = { from: new Date(1).toISOString(), value: 'n'.repeat(64) }
  const sessions = new Keyring([latest, signed], () => new Date())
  const { database, clock } = store
  const config = readConfig({ PUBLIC_URL: 'http://store.test' })
  const auth = createAuth({ database, clock, config, secrets: { sessions } })

  expect(auth.readSession({ cookie })).not.toBeNull()
  sessions.replace([latest])
  expect(auth.readSession({ cookie })).toBeNull()
})

it('a session ends at logout, along with copies of its cookie', async () => {
  const rep = await aRep(store)
  const copy = rep.at(store)
  const reply = await rep.call('POST', '/api/logout')
  expect(reply.body).toEqual({ message: 'Logged out successfully' })
  expect(reply.headers['clear-site-data']).toBe('"cache"')
  expect(rep.cookie).toBe('')
  expect((await me(copy)).status).toBe(401)
  expect((await rep.call('POST', '/api/logout')).status).toBe(200)
})

it('a session ends seven days after its last use', async () => {
  const rep = await aRep(store)
  for (const _day of [1, 2, 3]) {
    store.clock.advance(days(6))
    expect((await me(rep)).status).toBe(200)
  }
  store.clock.advance(days(7) + 1)
  expect((await me(rep)).status).toBe(401)
})

it('a session ends thirty days after login, however much it is used', async () => {
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

it('a session of an administrator ends after 12 hours without use; automatic refreshes are not use', async () => {
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

it('a session of a disabled member does not work', async () => {
  const rep = await aRep(store)
  await disable(store.clock.now())
  expect((await me(rep)).status).toBe(401)
  await disable(null)
})

it('a session is not opened for a member who is being disabled at the same moment', async () => {
  const { pool } = store.testDatabase
  const { user_id: userId } = (await pool.query('select user_id from users where email = $1', [REP.email])).rows[0]
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('update users set disabled_at = now() where user_id = $1', [userId])
    const opening = store.app.auth.openSession(userId, 'a browser')
    await expect
      .poll(async () => (await pool.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    await other.query('commit')

    expect(await opening).toBe(null)
    expect((await pool.query('select from sessions')).rowCount).toBe(0)
  } finally {
    other.release()
    await disable(null)
  }
})
