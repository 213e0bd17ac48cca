import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { Keyring } from '#server/platform/secrets.ts'
import { deviceInWords } from '#server/platform/text/device-in-words.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { runScheduled, statementsOfForgetting } from '#testing/scheduled-jobs.ts'
import { ADMIN, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { createAuth } from './create-auth.ts'
import { ATTEMPTS_PER_ACCOUNT_MAX } from './throttle.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const store = withStore()
beforeEach(() => store.sql`truncate sessions`)
const list = async (client: Client) => (await client.call('GET', '/api/profile/sessions')).body
const end = (client: Client, id: string) => client.call('DELETE', `/api/profile/sessions/${id}`)
const isIn = async (client: Client) => (await client.call('GET', '/api/me')).status === 200

test('the list of sessions shows devices, last used first, and marks the current session', async () => {
  const old = new Client(store)
  await old.call('POST', '/api/login', { email: REP.email, password: REP.password }, { 'user-agent': CHROME })
  store.clock.advance(days(2))
  const present = await aRep(store)
  await anAdmin(store)
  const sessions = await list(present)

  expect(sessions).toEqual([
    expect.objectContaining({ isCurrent: true }),
    expect.objectContaining({ isCurrent: false, device: 'Chrome on Windows' }),
  ])
  await old.call('GET', '/api/me')
  store.clock.advance(1_000)
  expect((await list(present)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true])
})

test('the list of sessions does not reveal session tokens and leaves out expired sessions', async () => {
  await aRep(store)
  store.clock.advance(days(7))
  const present = await aRep(store)
  const rows = await store.sql`select token from sessions`
  const reply = await present.call('GET', '/api/profile/sessions')
  expect(reply.body).toHaveLength(1)
  expect(Object.keys(reply.body[0]).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt'])
  for (const { token } of rows) expect(JSON.stringify(reply.body)).not.toContain(token)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('ending sessions ends the chosen session and every copy of its cookie', async () => {
  const [here, there] = [await aRep(store), await aRep(store)]
  const other = (await list(here)).find((session: { isCurrent: boolean }) => !session.isCurrent)
  expect((await end(here, other.id)).status).toBe(200)
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect(await end(here, other.id)).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
})

test('ending sessions clears the cookies if it is the current session', async () => {
  const here = await aRep(store)
  const [own] = await list(here)
  await end(here, own.id)
  expect(here.cookie).toBe('')
  expect(await isIn(here)).toBe(false)
})

test('ending sessions ends all other sessions at once, and none of another member', async () => {
  const [here, ...others] = [await aRep(store), await aRep(store), await aRep(store), await anAdmin(store)] as const
  expect((await here.call('DELETE', '/api/profile/sessions')).body).toEqual({ ended: 2 })
  expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false, true])
})

test.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/130.0.0.0`, 'Edge on Windows'],
  [`${CHROME} OPR/115.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['<script>alert(1)</script> Windows', 'Unknown browser on Windows'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('the description of a device: %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})

const disable = (at: Date | null) => store.sql`update users set disabled_at = ${at} where email = ${REP.email}`

test('a session is required: visitors get 401, and neither they nor a forged cookie cost a statement', async () => {
  const before = store.database.statementCount()
  for (const cookie of ['', 'leadyard_session=abc', 'leadyard_session=abc.def', 'leadyard_session=%', 'x=1']) {
    const reply = await new Client(store).call('GET', '/api/me', undefined, cookie ? { cookie } : {})
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
  }
  expect(store.database.statementCount()).toBe(before)
})

test('a session takes one statement to recognize', async () => {
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

test('a session lives on when the secret that signed its cookie is replaced, until that one is retired', async () => {
  const { cookie } = await aRep(store)
  const secretOf = async (name: string) =>
    (await store.sql`select value from store_secrets where name = ${name}`)[0].value
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

test('a session ends at logout, along with copies of its cookie', async () => {
  const rep = await aRep(store)
  const copy = rep.at(store)
  const reply = await rep.call('POST', '/api/logout')
  expect(reply.body).toEqual({ message: 'Logged out successfully' })
  expect(reply.headers['clear-site-data']).toBe('"cache"')
  expect(rep.cookie).toBe('')
  expect(await isIn(copy)).toBe(false)
  expect((await rep.call('POST', '/api/logout')).status).toBe(200)
})

test('a session ends seven days after its last use', async () => {
  const rep = await aRep(store)
  for (const _day of [1, 2, 3]) {
    store.clock.advance(days(6))
    expect(await isIn(rep)).toBe(true)
  }
  store.clock.advance(days(7) + 1)
  expect(await isIn(rep)).toBe(false)
})

test('a session ends thirty days after login, however much it is used', async () => {
  const rep = await aRep(store)
  for (const wait of [...Array(5).fill(days(5)), days(5) - minutes(1)]) {
    store.clock.advance(wait)
    expect(await isIn(rep)).toBe(true)
  }
  store.clock.advance(minutes(1))
  expect(await isIn(rep)).toBe(false)
})

test('a session of an administrator ends after 12 hours without use; automatic refreshes are not use', async () => {
  const admin = new Client(store)
  await admin.logIn(ADMIN)
  for (const _time of [1, 2, 3]) {
    store.clock.advance(hours(11))
    expect(await isIn(admin)).toBe(true)
  }
  store.clock.advance(hours(11))
  const watched = await admin.call('GET', '/api/me', undefined, { 'x-refresh': '1' })
  store.clock.advance(hours(1) + minutes(1))

  expect(watched.status).toBe(200)
  expect(await isIn(admin)).toBe(false)
})

test('a session of a disabled member does not work', async () => {
  const rep = await aRep(store)
  await disable(store.clock.now())
  // Not `/api/me`, which looks for the member as well.
  expect((await rep.call('GET', '/api/customers/all')).status).toBe(401)
  await disable(null)
})

test('a session is not opened for a member who is being disabled at the same moment', async () => {
  const [{ user_id: userId }] = await store.sql`select user_id from users where email = ${REP.email}`
  const disabling = await holdUp(store.testDatabase, 'update users set disabled_at = now() where user_id = $1', [
    userId,
  ])
  const opening = store.app.auth.openSession(userId, 'a browser')
  await untilNodeWaits(store.testDatabase)
  await disabling.commit()

  expect(await opening).toBe(null)
  expect(await store.sql`select from sessions`).toEqual([])
  await disable(null)
})

const forgetSignIns = () => runScheduled(store, 'forget-old-rows')

test('deletes an expired session and keeps one in use', async () => {
  const left = await aRep(store)
  store.clock.advance(days(6))
  const inUse = await aRep(store)
  store.clock.advance(days(1) + minutes(1))
  await forgetSignIns()
  await forgetSignIns()
  expect(await store.sql`select session_id from sessions`).toHaveLength(1)
  expect(await isIn(inUse)).toBe(true)
  expect(await isIn(left)).toBe(false)
})

test('keeps login attempts while their window lasts and deletes them afterward', async () => {
  await store.sql`delete from login_attempts`
  const guess = () => new Client(store).logIn({ email: REP.email, password: 'a wrong guess' })
  for (let count = 1; count <= ATTEMPTS_PER_ACCOUNT_MAX; count += 1) await guess()
  await forgetSignIns()
  const within = await guess()
  store.clock.advance(minutes(16))
  await forgetSignIns()

  expect(within.status).toBe(429)
  expect(await store.sql`select key from login_attempts`).toEqual([])
  expect((await new Client(store).logIn(REP)).status).toBe(200)
})

test('deletes a mailed link once it has expired, not before', async () => {
  await new Client(store).call('POST', '/api/password-reset', { email: REP.email })
  await store.runJobs()
  store.clock.advance(minutes(29))
  await forgetSignIns()
  const [link] = await store.sql`select verification_id from verifications`
  store.clock.advance(minutes(2))
  await forgetSignIns()
  expect(link).toBeDefined()
  expect(await store.sql`select verification_id from verifications`).toEqual([])
})

test('deletes a large backlog in several short statements', async () => {
  const idle = await statementsOfForgetting(store)
  await store.sql`insert into login_attempts (key, attempts, expires_at) select 'account:' || n, 1, ${new Date(store.clock.now().getTime() - minutes(1))} from generate_series(1, 2500) n`
  // Three for the attempts instead of one.
  expect((await statementsOfForgetting(store)) - idle).toBe(2)
  expect(await store.sql`select key from login_attempts where key ~ '^account:\\d+$'`).toEqual([])
})
