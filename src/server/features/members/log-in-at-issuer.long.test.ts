import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { Client, type Reply } from '#testing/builders.ts'
import { startIssuer, type TestIssuer } from '#testing/issuer.ts'
import { returnFromIssuer, visitIssuer } from '#testing/issuer-visits.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

let issuer: TestIssuer
let store: TestApp
beforeAll(async () => {
  issuer = await startIssuer()
  store = await createTestApp({ env: issuer.env })
  store.clock.freeze()
})
beforeEach(async () => {
  await store.testDatabase.pool.query('truncate identities, passkeys, sessions, login_attempts')
  store.clock.advance(minutes(1))
  issuer.faults = {}
  issuer.userInfo = {}
  issuer.person = { ...REP_THERE }
})
afterAll(async () => {
  await store.close()
  await issuer.close()
})

const REP_THERE = { sub: 'rob', email: REP.email, email_verified: true, name: 'Rob', roles: ['store-sales'] }

async function logIn(browser = new Client(store), body: Record<string, unknown> = {}): Promise<Reply> {
  return returnFromIssuer(browser, await visitIssuer(browser, body))
}

describe('signing in at the issuer', () => {
  test('two first sign-ins at once add one member', async () => {
    issuer.person = { ...REP_THERE, sub: 'tess', email: 'tess@example.com' }

    const [one, other] = await Promise.all([logIn(), logIn()])

    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.member.id).toBe(other.body.member.id)
  })
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

describe('a member’s role', () => {
  test('the role may be in userinfo only; what the token says counts first', async () => {
    issuer.person = { sub: 'rob', email: REP.email, email_verified: true }
    issuer.userInfo = { roles: ['store-sales'], email: 'someone-else@example.com' }
    expect((await logIn()).body.member).toMatchObject({ email: REP.email, role: 'sales' })

    issuer.person = { ...REP_THERE }
    issuer.userInfo = { roles: ['store-admin'] }
    expect((await logIn()).body.member.role).toBe('sales')
  })
})
