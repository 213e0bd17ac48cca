import { afterAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { Client } from '#testing/builders.ts'
import { startIssuer } from '#testing/issuer.ts'
import { logInAtIssuer, REP_THERE } from '#testing/issuer-visits.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const issuer = await startIssuer()
afterAll(() => issuer.close())
const store = withStore({ env: issuer.env }, async ({ clock }) => clock.freeze())
beforeEach(async () => {
  await store.testDatabase.pool.query('truncate identities, passkeys, sessions, login_attempts')
  store.clock.advance(minutes(1))
  Object.assign(issuer, { faults: {}, userInfo: {}, person: { ...REP_THERE } })
})

const logIn = (browser = new Client(store), body: Record<string, unknown> = {}) => logInAtIssuer(browser, body)

test('signing in at the issuer two first sign-ins at once add one member', async () => {
  issuer.person = { ...REP_THERE, sub: 'tess', email: 'tess@example.com' }
  const [one, other] = await Promise.all([logIn(), logIn()])
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
  expect((await logIn(new Client(node))).status).toBe(200)
  expect((await logIn(new Client(node))).status).toBe(200)
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
  expect((await logIn()).body.member).toMatchObject({ email: REP.email, role: 'sales' })
  issuer.person = { ...REP_THERE }
  issuer.userInfo = { roles: ['store-admin'] }
  expect((await logIn()).body.member.role).toBe('sales')
})
