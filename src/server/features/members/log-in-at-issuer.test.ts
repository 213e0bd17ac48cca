import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import {
  logInAtIssuer,
  REP_THERE,
  returnFromIssuer,
  type TestIssuer,
  visitIssuer,
  withIssuer,
} from '#testing/issuer.ts'
import { auditedSince, outcomeOf } from '#testing/passkeys.ts'
import { ADMIN, createTestApp, REP } from '#testing/test-app.ts'

const { issuer, store } = await withIssuer()
let began: Date
beforeEach(async () => {
  store.clock.advance(minutes(1))
  began = store.clock.now()
})

const logIn = (browser = new Client(store), body: Record<string, unknown> = {}) => logInAtIssuer(browser, body)

describe('logging in at the issuer', () => {
  test('opens the session of the member with that verified address, and goes on to the page asked for', async () => {
    const browser = new Client(store)
    const reply = await logIn(browser, { next: '/sales-dashboard?tab=cart' })

    expect(reply).toMatchObject({
      status: 200,
      body: { member: { email: REP.email, role: 'sales' }, next: '/sales-dashboard?tab=cart' },
    })
    expect((await browser.call('GET', '/api/me')).body.email).toBe(REP.email)
    expect(await auditedSince(store, began)).toEqual(['identity_linked'])
    const out = await browser.call('POST', '/api/logout')
    expect(out.body).toEqual({ message: 'Logged out successfully', stillAt: 'Acme ID' })
  })

  test('knows the member by issuer and subject from then on, whatever address they have there', async () => {
    const { body: first } = await logIn()
    issuer.person = { ...issuer.person, email: 'other@example.com', email_verified: false }
    const { body: again } = await logIn()
    expect(again.member.id).toBe(first.member.id)
    expect(again.member.email).toBe(REP.email)
  })

  test('adds someone with a role and no member, and writes that down', async () => {
    issuer.person = { ...REP_THERE, sub: 'nina', email: 'Nina@Example.com', name: 'Nina New' }
    expect((await logIn()).body.member).toMatchObject({
      email: 'nina@example.com',
      username: 'Nina New',
      role: 'sales',
      isVerified: true,
    })
    expect((await auditedSince(store, began)).sort()).toEqual(['identity_linked', 'member_created'])
  })
})

describe('whose address it is', () => {
  test('an unverified address links and adds no one', async () => {
    for (const email_verified of [false, undefined, 'true']) {
      issuer.person = { ...REP_THERE, email_verified: email_verified as boolean }
      expect(outcomeOf(await logIn())).toBe('oidc_email_unverified')
    }
  })

  test('a second person with a linked member’s address does not get in as them', async () => {
    await logIn()
    issuer.person = { ...REP_THERE, sub: 'someone-else' }
    expect(outcomeOf(await logIn())).toBe('oidc_not_linked')
  })

  test('whoever prepared an account under an address they never confirmed loses their way in', async () => {
    const squatter = { email: 'vera@example.com', password: 'canal-birch-19', username: 'Vera', role: 'sales' }
    const admin = await anAdmin(store)
    await admin.call('POST', '/api/admin/users', squatter)
    const intruder = new Client(store)
    expect((await intruder.logIn(squatter)).status).toBe(200)
    issuer.person = { ...REP_THERE, sub: 'vera', email: squatter.email }
    expect((await logIn()).status).toBe(200)
    expect((await intruder.call('GET', '/api/me')).status).toBe(401)
    expect((await intruder.logIn(squatter)).status).toBe(401)
  })

  test('a removed member does not come back, by subject or by address, until they are added again', async () => {
    const member = { email: 'gone@example.com', password: 'canal-birch-19', username: 'Gone', role: 'sales' }
    const admin = await anAdmin(store)
    const { body } = await admin.call('POST', '/api/admin/users', member)
    issuer.person = { ...REP_THERE, sub: 'gone', email: member.email }
    expect((await logIn()).status).toBe(200)
    await admin.call('DELETE', `/api/admin/users/${body.id}`)

    expect(outcomeOf(await logIn())).toBe('oidc_not_linked')
    issuer.person = { ...issuer.person, sub: 'gone-too' }
    expect(outcomeOf(await logIn())).toBe('oidc_not_linked')
    await admin.call('POST', '/api/admin/users', member)
    expect((await logIn()).body.member.id).toBe(body.id)
  })
})

describe('what does not fit', () => {
  test.each<[string, TestIssuer['faults']]>([
    ['a wrong nonce', { claims: { nonce: 'another' } }],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1_000) - 3_600 } }],
    ['a token for another audience', { claims: { aud: 'another-store' } }],
    ['a token of another issuer', { claims: { iss: 'http://127.0.0.1:1' } }],
    ['a token without a signature', { alg: 'none' }],
    ['a token signed by someone else', { isSignedByOther: true }],
    ['a canceled sign-in', { error: 'access_denied' }],
  ])('%s is refused and recorded', async (_what, faults) => {
    issuer.faults = faults
    const browser = new Client(store)
    expect(await logIn(browser)).toMatchObject({ status: 401, body: { code: 'oidc_refused' } })
    expect((await browser.call('GET', '/api/me')).status).toBe(401)
    expect(await auditedSince(store, began)).toEqual(['oidc_failed'])
  })

  test('a wrong state, a made-up code and a return in another browser are refused', async () => {
    const one = new Client(store)
    const query = await visitIssuer(one)
    expect(outcomeOf(await returnFromIssuer(one, query.replace(/state=[^&]+/, 'state=another')))).toBe('oidc_refused')
    expect(outcomeOf(await returnFromIssuer(one, query))).toBe('oidc_refused')
    const two = new Client(store)
    const stolen = await visitIssuer(two)
    expect(outcomeOf(await returnFromIssuer(new Client(store), stolen))).toBe('oidc_refused')
    expect(outcomeOf(await returnFromIssuer(two, stolen.replace(/code=[^&]+/, 'code=made-up')))).toBe('oidc_refused')
  })

  test('a return works once, even from a copy of the browser at another node, and for 5 minutes', async () => {
    const node = await createTestApp({ beside: store, env: issuer.env })
    const browser = new Client(store)
    const query = await visitIssuer(browser)
    const copy = browser.at(node)

    const replies = await Promise.all([returnFromIssuer(browser, query), returnFromIssuer(copy, query)])
    expect(replies.map(outcomeOf).sort()).toEqual(['in', 'oidc_refused'])
    const late = new Client(store)
    const lateQuery = await visitIssuer(late)
    store.clock.advance(minutes(5))
    expect(outcomeOf(await returnFromIssuer(late, lateQuery))).toBe('oidc_refused')
    await node.close()
  })
})

test('logging in there again proves who is at the screen, and someone else there proves nothing', async () => {
  const browser = new Client(store)
  await logIn(browser)
  const options = () => browser.call('POST', '/api/profile/passkeys/options')
  expect(outcomeOf(await options())).toBe('proof_needed')

  issuer.person = { ...REP_THERE, sub: 'ada', email: ADMIN.email, roles: ['store-admin'] }
  expect(outcomeOf(await logIn(browser, { isAgain: true }))).toBe('oidc_refused')
  expect(outcomeOf(await options())).toBe('proof_needed')
  issuer.person = { ...REP_THERE }
  expect(outcomeOf(await logIn(browser, { isAgain: true }))).toBe('in')
  expect(outcomeOf(await options())).toBe('in')
})

test('with passwords off, nothing takes one, and a proof takes its place', async () => {
  const node = await createTestApp({ beside: store, env: { ...issuer.env, PASSWORD_SIGN_IN: 'off' } })
  const visitor = new Client(node)
  const rep = (await aRep(store)).at(node)
  const newPassword = 'granite-otter-58'
  const replies = [
    await visitor.logIn(REP),
    await visitor.call('POST', '/api/password-reset', { email: REP.email }),
    await visitor.call('PUT', '/api/password-reset', { token: 'none', newPassword }),
    await rep.call('PUT', '/api/profile/password', { currentPassword: REP.password, newPassword }),
    await rep.call('POST', '/api/profile/proof', { password: REP.password }),
    await rep.call('POST', '/api/profile/second-factor', { password: REP.password }),
  ]
  expect(replies.map(outcomeOf)).toEqual(Array(6).fill('passwords_off'))
  expect((await visitor.call('GET', '/api/config')).body.signIn).toEqual({ label: 'Acme ID', hasPasswords: false })

  const changePhone = () => rep.call('PUT', '/api/profile/phone', { phone: '512-555-0100' })
  expect(outcomeOf(await changePhone())).toBe('proof_needed')
  await logIn(rep, { isAgain: true })
  expect(outcomeOf(await changePhone())).toBe('in')
  await node.close()
})

describe('a member’s role', () => {
  test('the role follows the claim at each sign-in, up and down, and each change is written down', async () => {
    const browser = new Client(store)
    await logIn(browser)
    issuer.person = { ...issuer.person, roles: ['store-sales', 'store-admin'] }
    expect((await logIn(browser)).body.member.role).toBe('admin')
    expect((await browser.call('GET', '/api/admin/audit')).status).toBe(200)
    issuer.person = { ...issuer.person, roles: ['store-sales'] }
    expect((await logIn(browser)).body.member.role).toBe('sales')
    expect((await browser.call('GET', '/api/admin/audit')).status).toBe(403)

    const rows = await store.sql`select before->>'role' as before, after->>'role' as after from audit_entries
     where action = 'member_role_changed' order by at, audit_id`
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

  test('an administrator who must have two factors needs the issuer to say so', async () => {
    issuer.person = { ...REP_THERE, sub: 'ada', email: ADMIN.email, roles: ['store-admin'] }
    const browser = new Client(store)
    await logIn(browser)
    expect(await store.sql`select started_by from sessions`).toEqual([{ started_by: 'oidc' }])
    issuer.person = { ...issuer.person, amr: ['pwd', 'mfa'] }
    await logIn(browser)
    expect(await store.sql`select started_by from sessions`).toEqual([{ started_by: 'oidc_two_factors' }])
  })
})
