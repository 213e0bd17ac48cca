import { beforeEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aRep, Client, prove } from '#testing/builders.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { logInAtIssuer, REP_THERE, withIssuer } from '#testing/issuer.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey as add, aPasskeyOf, logInWithPasskey, outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, HTTPS_STAGING, REP } from '#testing/test-app.ts'

const { issuer, store } = await withIssuer()
let rep: Client
beforeEach(async () => {
  store.clock.advance(minutes(20))
  rep = await aRep(store)
})
const logIn = (device: PasskeyDevice, how = {}) => logInWithPasskey(store, device, how)

test('adding a passkey asks for a key of this site, on the device, with its person recognized', async () => {
  await prove(rep, REP)
  expect((await rep.call('POST', '/api/profile/passkeys/options')).body).toMatchObject({
    rp: { id: 'store.test', name: 'Leadyard' },
    user: { name: REP.email, displayName: REP.username },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  })
})

test('adding a passkey adds none if the session is ended from another device meanwhile', async () => {
  await prove(rep, REP)
  const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
  const credential = new PasskeyDevice().create(options)
  const held = await holdUp(store.testDatabase, 'select from users where email = $1 for update', [REP.email])
  const adding = rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential })
  await untilNodeWaits(store.testDatabase)
  await store.sql`delete from sessions`
  await held.release()

  expect(outcomeOf(await adding)).toBe('unauthenticated')
  expect(await store.sql`select from passkeys`).toHaveLength(0)
})

test('adding a passkey: the same key cannot be added twice, nor more than 20 keys', async () => {
  expect(outcomeOf(await add(rep, await aPasskeyOf(rep)))).toBe('passkey_exists')
  for (let count = 1; count < 20; count += 1) expect(outcomeOf(await add(rep, new PasskeyDevice()))).toBe('in')
  expect(outcomeOf(await rep.call('POST', '/api/profile/passkeys/options'))).toBe('passkeys_full')
})

test('logging in with a passkey works with a device that does not count', async () => {
  const device = await aPasskeyOf(rep, new PasskeyDevice({ isCounting: false }))
  expect([outcomeOf(await logIn(device)), outcomeOf(await logIn(device))]).toEqual(['in', 'in'])
})

test('logging in with a passkey on https: the cookie of a challenge is bound to the host', async () => {
  const secure = await createTestApp({ beside: store, env: HTTPS_STAGING })
  expect(String((await new Client(secure).call('POST', '/api/login/passkey/options')).headers['set-cookie'])).toMatch(
    /^__Host-leadyard_passkey_log_in=.*HttpOnly.*Secure.*SameSite=Lax/,
  )
  await secure.close()
})

const logInThere = (browser = new Client(store)) => logInAtIssuer(browser)

test('logging in at the issuer two first sign-ins at once add one member', async () => {
  issuer.person = { ...REP_THERE, sub: 'tess', email: 'tess@example.com' }
  const [one, other] = await Promise.all([logInThere(), logInThere()])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.body.member.id).toBe(other.body.member.id)
})

test('an issuer that is down is said to be, passwords still work, and it is asked again the next time', async () => {
  const node = await createTestApp({ beside: store, env: issuer.env })
  issuer.faults = { isDown: true }
  const browser = new Client(node)
  const reply = await browser.call('POST', '/api/login/oidc', {})
  expect([reply.status, reply.body.code]).toEqual([503, 'issuer_unavailable'])
  expect((await browser.logIn(REP)).status).toBe(200)

  issuer.faults = {}
  const asked = issuer.discoveries
  expect((await logInThere(new Client(node))).status).toBe(200)
  expect((await logInThere(new Client(node))).status).toBe(200)
  expect(issuer.discoveries).toBe(asked + 1)
  await node.close()
})

test('without an issuer, there is no company sign-in', async () => {
  const plain = await createTestApp({ beside: store })
  const browser = new Client(plain)
  expect(outcomeOf(await browser.call('POST', '/api/login/oidc', {}))).toBe('oidc_off')
  expect(outcomeOf(await browser.call('POST', '/api/login/oidc/return', { query: 'code=a&state=b' }))).toBe('oidc_off')
  expect((await browser.call('GET', '/api/config')).body.signIn).toBeUndefined()
  await plain.close()
})

test('a member’s role the role may be in userinfo only; what the token says counts first', async () => {
  issuer.person = { sub: 'rob', email: REP.email, email_verified: true }
  issuer.userInfo = { roles: ['store-sales'], email: 'someone-else@example.com' }
  expect((await logInThere()).body.member).toMatchObject({ email: REP.email, role: 'sales' })
  issuer.person = { ...REP_THERE }
  issuer.userInfo = { roles: ['store-admin'] }
  expect((await logInThere()).body.member.role).toBe('sales')
})
