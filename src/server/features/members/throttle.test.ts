import { beforeEach, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { logIn } from './log-in.ts'
import { beginAttempt } from './throttle.ts'

const STRANGER = '10.6.6.6'
const OWNER = '10.0.0.7'
const store = withStore({ env: { RATE_LIMITS: 'on' } })
beforeEach(() => store.testDatabase.pool.query('delete from login_attempts'))

const requestFrom = (address: string): RequestContext => ({
  ...store.ctx,
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
  outcome(logIn(requestFrom(from), store.app.auth, { email, password }))
const tally = (outcomes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length]))
const times = <Result>(count: number, make: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

it('guessing passwords fifty times at once gets only ten checks', async () => {
  const outcomes = await times(50, () => tryLogIn(STRANGER, 'a guess'))
  expect(tally(outcomes)).toEqual({ login_failed: 10, login_throttled: 40 })
})

it('guessing passwords is refused even with the right password until fifteen minutes have passed', async () => {
  await times(10, () => tryLogIn(STRANGER, 'a guess'))
  const refused = await tryLogIn(STRANGER, REP.password)
  store.clock.advance(minutes(15))
  const accepted = await tryLogIn(STRANGER, REP.password)
  expect([refused, accepted]).toEqual(['login_throttled', 'welcome'])
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
