import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client, prove } from '#testing/builders.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import {
  addPasskey as add,
  aPasskeyOf,
  auditedSince,
  beginPasskeyLogIn,
  finishPasskeyLogIn as finish,
  logInWithPasskey,
  outcomeOf,
} from '#testing/passkeys.ts'
import { ADMIN, createTestApp, HTTPS_STAGING, REP, type TestApp } from '#testing/test-app.ts'
import { ATTEMPTS_PER_ACCOUNT_MAX } from './rules.ts'

let store: TestApp
let rep: Client
let began: Date
beforeAll(async () => {
  store = await createTestApp()
  store.clock.freeze()
})
beforeEach(async () => {
  await store.testDatabase.pool.query('truncate passkeys, login_attempts, sessions')
  store.clock.advance(minutes(20))
  began = store.clock.now()
  rep = await aRep(store)
})
afterAll(() => store.close())

const outcome = outcomeOf
const logIn = (device: PasskeyDevice, how = {}) => logInWithPasskey(store, device, how)
const audited = () => auditedSince(store, began)

test('starts a session that counts as proven, and records the use', async () => {
  const device = await aPasskeyOf(rep)
  const { browser, challenge } = await beginPasskeyLogIn(store)

  const reply = await finish(browser, device.get({ challenge }))

  expect(reply).toMatchObject({ status: 200, body: { email: REP.email, role: 'sales' } })
  expect((await browser.call('GET', '/api/me')).body.email).toBe(REP.email)
  expect((await browser.call('POST', '/api/profile/passkeys/options')).status).toBe(200)
  const [passkey] = (await browser.call('GET', '/api/profile/passkeys')).body
  expect(passkey.lastUsedAt).toBe(store.clock.now().toISOString())
  const { rows } = await store.testDatabase.pool.query(
    `select after from audit_entries where action = 'logged_in' and at = $1 and after ? 'with'`,
    [store.clock.now()],
  )
  expect(rows[0].after).toMatchObject({ with: 'passkey', network: expect.any(String) })
})

test('asks for no address, so the options are the same for everyone', async () => {
  const { body } = await new Client(store).call('POST', '/api/login/passkey/options')

  expect(body).toMatchObject({ rpId: 'store.test', userVerification: 'required', allowCredentials: [] })
})

test.each([
  ['from another site', { origin: 'http://evil.test' }],
  ['for another site', { rpId: 'evil.test' }],
  ['by a device that did not recognize anyone', { isVerified: false }],
  ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
])('a signature %s is refused and recorded', async (_what, wrong) => {
  const device = await aPasskeyOf(rep)

  const reply = await logIn(device, wrong)

  expect([reply.status, reply.body.code]).toEqual([401, 'passkey_refused'])
  expect(reply.headers['set-cookie']?.toString()).not.toContain('leadyard_session')
  expect(await audited()).toContain('passkey_failed')
})

test('a changed signature is refused', async () => {
  const device = await aPasskeyOf(rep)
  const { browser, challenge } = await beginPasskeyLogIn(store)
  const credential = device.get({ challenge })
  const other = new PasskeyDevice().get({ challenge })
  credential.response.signature = other.response.signature

  expect(outcome(await finish(browser, credential))).toBe('passkey_refused')
})

test('a challenge works once, for 5 minutes, and only in the browser that got it', async () => {
  const device = await aPasskeyOf(rep)
  const { browser, challenge } = await beginPasskeyLogIn(store)
  const copy = browser.at(store)
  const stranger = new Client(store)
  const credential = device.get({ challenge })

  expect(outcome(await finish(stranger, credential))).toBe('passkey_refused')
  const together = await Promise.all([finish(browser, credential), finish(copy, credential)])
  expect(together.map(outcome).sort()).toEqual(['in', 'passkey_refused'])

  const late = await beginPasskeyLogIn(store)
  store.clock.advance(minutes(5))
  expect(outcome(await finish(late.browser, device.get({ challenge: late.challenge })))).toBe('passkey_refused')
})

test('can start at one node and finish at another', async () => {
  const node = await createTestApp({ beside: store })
  const device = await aPasskeyOf(rep)
  const { browser, challenge } = await beginPasskeyLogIn(store)

  expect(outcome(await finish(browser.at(node), device.get({ challenge })))).toBe('in')
  await node.close()
})

test('a copy of the key is found by its lower number, refused and recorded', async () => {
  const device = await aPasskeyOf(rep)
  expect(outcome(await logIn(device, { counter: 7 }))).toBe('in')

  expect(outcome(await logIn(device, { counter: 7 }))).toBe('passkey_copied')
  expect(outcome(await logIn(device, { counter: 3 }))).toBe('passkey_copied')
  expect(outcome(await logIn(device, { counter: 8 }))).toBe('in')

  expect(await audited()).toEqual(['passkey_added', 'passkey_copied', 'passkey_copied'])
})

test('works with a device that does not count', async () => {
  const device = await aPasskeyOf(rep, new PasskeyDevice({ isCounting: false }))

  expect([outcome(await logIn(device)), outcome(await logIn(device))]).toEqual(['in', 'in'])
})

test('an unknown key and a key whose device names someone else are refused', async () => {
  const device = await aPasskeyOf(rep)
  const unknown = new PasskeyDevice()
  unknown.userHandle = device.userHandle
  expect(outcome(await logIn(unknown))).toBe('passkey_unknown')

  device.userHandle = Buffer.from('usr_someone_else').toString('base64url')
  expect(outcome(await logIn(device))).toBe('passkey_refused')

  expect(await audited()).toEqual(['passkey_added', 'passkey_failed', 'passkey_failed'])
})

test('is throttled like a password', async () => {
  const device = await aPasskeyOf(rep)
  const guesses: string[] = []
  for (let count = 0; count < ATTEMPTS_PER_ACCOUNT_MAX; count += 1)
    guesses.push(outcome(await logIn(device, { isVerified: false })))

  expect(new Set(guesses)).toEqual(new Set(['passkey_refused']))
  expect(outcome(await logIn(device))).toBe('login_throttled')
  store.clock.advance(minutes(15))
  expect(outcome(await logIn(device))).toBe('in')
})

test('gets an administrator in who must have a second factor and has no other', async () => {
  const admin = await anAdmin(store)
  await prove(admin)
  const device = new PasskeyDevice()
  await add(admin, device)
  const demand = (before: string, after: string) =>
    admin.call('PUT', '/api/admin/settings', { changes: [{ name: 'adminSecondFactor', before, after }] })
  expect((await demand('optional', 'required')).status).toBe(200)
  const byPassword = new Client(store)
  expect((await byPassword.logIn(ADMIN)).body.needsSecondFactor).toBe(true)
  expect((await byPassword.call('GET', '/api/admin/audit')).body.code).toBe('second_factor_demanded')

  const { browser, challenge } = await beginPasskeyLogIn(store)
  const reply = await finish(browser, device.get({ challenge }))

  expect(reply.body.needsSecondFactor).toBeUndefined()
  expect((await browser.call('GET', '/api/me')).body.needsSecondFactor).toBeUndefined()
  expect((await browser.call('GET', '/api/admin/audit')).status).toBe(200)
  const proof = await byPassword.call('POST', '/api/profile/proof/passkey/options')
  const credential = device.get({ challenge: proof.body.challenge })
  expect(outcome(await byPassword.call('POST', '/api/profile/proof/passkey', { credential }))).toBe('in')
  expect((await byPassword.call('GET', '/api/admin/audit')).status).toBe(200)
  expect((await demand('required', 'optional')).status).toBe(200)
})

test('a proof by someone else’s passkey is refused', async () => {
  const device = await aPasskeyOf(rep)
  const admin = await anAdmin(store)
  const { body } = await admin.call('POST', '/api/profile/proof/passkey/options')
  expect(body.allowCredentials).toEqual([])

  const credential = device.get({ challenge: body.challenge })
  const reply = await admin.call('POST', '/api/profile/proof/passkey', { credential })

  expect(outcome(reply)).toBe('passkey_unknown')
  expect(outcome(await admin.call('POST', '/api/profile/passkeys/options'))).toBe('proof_needed')
})

test('on https, the cookie of a challenge is bound to the host', async () => {
  const secure = await createTestApp({ beside: store, env: HTTPS_STAGING })
  const reply = await new Client(secure).call('POST', '/api/login/passkey/options')

  expect(String(reply.headers['set-cookie'])).toMatch(
    /^__Host-leadyard_passkey_log_in=.*HttpOnly.*Secure.*SameSite=Lax/,
  )
  await secure.close()
})
