/** How a member's role follows what the issuer says. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, Client, type Reply } from '#testing/builders.ts'
import { startIssuer, type TestIssuer } from '#testing/issuer.ts'
import { returnFromIssuer, visitIssuer } from '#testing/issuer-visits.ts'
import { auditedSince, outcomeOf } from '#testing/passkeys.ts'
import { ADMIN, createTestApp, REP, type TestApp } from '#testing/test-app.ts'

let issuer: TestIssuer
let store: TestApp
let began: Date
beforeAll(async () => {
  issuer = await startIssuer()
  store = await createTestApp({ env: issuer.env })
  store.clock.freeze()
})
beforeEach(async () => {
  await store.testDatabase.pool.query('truncate identities, passkeys, sessions, login_attempts')
  store.clock.advance(minutes(1))
  began = store.clock.now()
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

test('the role follows the claim at each sign-in, up and down, and each change is written down', async () => {
  const browser = new Client(store)
  await logIn(browser)
  issuer.person = { ...issuer.person, roles: ['store-sales', 'store-admin'] }
  expect((await logIn(browser)).body.member.role).toBe('admin')
  expect((await browser.call('GET', '/api/admin/audit')).status).toBe(200)
  issuer.person = { ...issuer.person, roles: ['store-sales'] }
  expect((await logIn(browser)).body.member.role).toBe('sales')
  expect((await browser.call('GET', '/api/admin/audit')).status).toBe(403)

  const { rows } = await store.testDatabase.pool.query(
    `select before->>'role' as before, after->>'role' as after from audit_entries
     where action = 'member_role_changed' order by at, audit_id`,
  )
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ before: 'sales', after: 'admin' })
  expect(rows).toContainEqual({ before: 'admin', after: 'sales' })
})

test.each([
  ['without any', undefined],
  ['with others', ['billing', 'toString']],
  ['with something else', { 'store-admin': true }],
])('someone %s gets in neither as a member nor as a stranger', async (_what, roles) => {
  for (const email of [REP.email, 'stranger@example.com']) {
    issuer.person = { ...REP_THERE, email, roles: roles as never }
    const reply = await logIn()
    expect([reply.status, reply.body.code]).toEqual([403, 'oidc_no_role'])
    expect(reply.body.message).toContain('Acme ID')
  }
  expect(await auditedSince(store, began)).toEqual(['oidc_failed', 'oidc_failed'])
})

test('a role that was taken away ends the sessions of before as soon as the issuer says so, and only theirs', async () => {
  const browser = new Client(store)
  await logIn(browser)
  const other = await anAdmin(store)
  issuer.person = { ...REP_THERE, roles: [] }

  expect(outcomeOf(await logIn())).toBe('oidc_no_role')

  expect((await browser.call('GET', '/api/me')).status).toBe(401)
  expect((await other.call('GET', '/api/me')).status).toBe(200)
})

test('the role may be in userinfo only; what the token says counts first', async () => {
  issuer.person = { sub: 'rob', email: REP.email, email_verified: true }
  issuer.userInfo = { roles: ['store-sales'], email: 'someone-else@example.com' }
  expect((await logIn()).body.member).toMatchObject({ email: REP.email, role: 'sales' })

  issuer.person = { ...REP_THERE }
  issuer.userInfo = { roles: ['store-admin'] }
  expect((await logIn()).body.member.role).toBe('sales')
})

test('an administrator who must have two factors needs the issuer to say so', async () => {
  issuer.person = { ...REP_THERE, sub: 'ada', email: ADMIN.email, roles: ['store-admin'] }
  const browser = new Client(store)
  await logIn(browser)
  const { rows } = await store.testDatabase.pool.query('select started_by from sessions')
  expect(rows).toEqual([{ started_by: 'oidc' }])

  issuer.person = { ...issuer.person, amr: ['pwd', 'mfa'] }
  await logIn(browser)

  const { rows: strong } = await store.testDatabase.pool.query('select started_by from sessions')
  expect(strong).toEqual([{ started_by: 'oidc_two_factors' }])
})
