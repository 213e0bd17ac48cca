import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeNodeState } from '#server/node-state.ts'
import { minutes } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { ensureMember } from './ensure-member.ts'
import { logIn } from './log-in.ts'
import { beginAttempt } from './throttle.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const REP = { email: 'rep@example.com', username: 'Rita Rep', password: 'correct horse', role: 'sales' as const }
const STRANGER = '10.6.6.6'
const OWNER = '10.0.0.7'

let testDatabase: TestDatabase
let database: Database
let now = new Date('2026-11-21T10:00:00.000Z')
const clock = { now: () => now }
const openAuth = () => createAuth({ database, config: readConfig({}), secrets: FIXED_SECRETS, clock })
let auth: Auth

const requestFrom = (address: string): RequestContext => ({
  clock,
  log: silent,
  config: readConfig({ RATE_LIMITS: 'on' }),
  database,
  node: makeNodeState(),
  requestId: 'req_test',
  secrets: FIXED_SECRETS,
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
const tryLogIn = (from: string, password: string, email = REP.email) =>
  outcome(logIn(requestFrom(from), auth, { email, password }))
const tally = (outcomes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length]))
const times = <Result>(count: number, make: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolSize: 10, log: silent })
  auth = openAuth()
  await ensureMember({ database, clock, config: readConfig({}) }, auth, REP)
})
beforeEach(() => testDatabase.pool.query('delete from login_attempts'))
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('guessing passwords', () => {
  it('fifty times at once gets only ten checks', async () => {
    const outcomes = await times(50, () => tryLogIn(STRANGER, 'a guess'))

    expect(tally(outcomes)).toEqual({ login_failed: 10, login_throttled: 40 })
  })

  it('is refused even with the right password until fifteen minutes have passed', async () => {
    await times(10, () => tryLogIn(STRANGER, 'a guess'))

    const refused = await tryLogIn(STRANGER, REP.password)
    now = new Date(now.getTime() + minutes(15))
    const accepted = await tryLogIn(STRANGER, REP.password)

    expect([refused, accepted]).toEqual(['login_throttled', 'welcome'])
  })

  it('for an address without an account is refused just the same', async () => {
    const outcomes = await times(12, () => tryLogIn(STRANGER, 'a guess', 'nobody@example.com'))

    expect(tally(outcomes)).toEqual({ login_failed: 10, login_throttled: 2 })
  })

  it('by strangers does not lock owners out of their usual network address, even a shared one', async () => {
    await tryLogIn(OWNER, REP.password)
    await times(60, (number) => outcome(beginAttempt(requestFrom(`10.6.6.${number}`), REP.email)))
    await times(60, (number) => outcome(beginAttempt(requestFrom(OWNER), `nobody${number}@example.com`)))

    expect(await tryLogIn(STRANGER, REP.password)).toBe('login_throttled')
    expect(await tryLogIn(OWNER, REP.password)).toBe('welcome')
  })

  it('from a network address that the account knows is limited too', async () => {
    await tryLogIn(OWNER, REP.password)

    const outcomes = await times(40, () => outcome(beginAttempt(requestFrom(OWNER), REP.email)))

    expect(tally(outcomes)).toEqual({ welcome: 30, login_throttled: 10 })
  })

  it('for many accounts from one network address is refused after fifty', async () => {
    const outcomes = await times(55, (number) =>
      outcome(beginAttempt(requestFrom(STRANGER), `nobody${number}@example.com`)),
    )

    expect(tally(outcomes)).toEqual({ welcome: 50, login_throttled: 5 })
  })

  it('is reset by a login, so typos do not add up over days', async () => {
    for (const _day of [1, 2]) {
      expect(tally(await times(9, () => tryLogIn(STRANGER, 'typo')))).toEqual({ login_failed: 9 })
      expect(await tryLogIn(STRANGER, REP.password)).toBe('welcome')
    }
  })

  it('stores neither email nor network addresses in plain text', async () => {
    await tryLogIn(OWNER, REP.password)

    const { rows } = await testDatabase.pool.query<{ key: string }>('select key from login_attempts')

    expect(rows.map(({ key }) => key).join()).not.toMatch(/example|10\.0/)
  })
})

describe('ensuring that a member exists', () => {
  it('creates one when several nodes do it at once', async () => {
    const member = { ...REP, email: 'Twice@Example.com' }
    const nodes = [auth, openAuth(), openAuth()]

    const results = await Promise.all(
      nodes.map((node) => ensureMember({ database, clock, config: readConfig({}) }, node, member)),
    )

    expect(new Set(results.map(({ userId }) => userId)).size).toBe(1)
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await tryLogIn(OWNER, REP.password, 'twice@example.com')).toBe('welcome')
  })

  it('never overwrites the password', async () => {
    await ensureMember({ database, clock, config: readConfig({}) }, auth, { ...REP, password: 'another horse' })

    expect(await tryLogIn(OWNER, 'another horse')).toBe('login_failed')
    expect(await tryLogIn(OWNER, REP.password)).toBe('welcome')
  })

  it('refuses a password too short to log in with', async () => {
    const short = ensureMember({ database, clock, config: readConfig({}) }, auth, {
      ...REP,
      email: 'new@example.com',
      password: '12345',
    })

    await expect(short).rejects.toThrow(/6 to 256/)
  })
})
