/** Keys of members: whom they act as, and when they stop. */
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { adminOf, aRep, Client, idOf, prove } from '#testing/builders.ts'
import { logInAtIssuer, REP_THERE, withIssuer } from '#testing/issuer.ts'
import { makeOwnKey, Program, tryKey } from '#testing/keys.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey, outcomeOf } from '#testing/passkeys.ts'
import { anotherRep } from '#testing/payment-links.ts'
import { REP } from '#testing/test-app.ts'

const { issuer, store } = await withIssuer()
const admin = adminOf(store)

const withPassword = { password: REP.password }

/** The latest two entries about keys. */
async function audited() {
  const { body } = await admin.call('GET', '/api/admin/audit')
  return body.filter(({ action }: { action: string }) => action.startsWith('key_')).slice(0, 2)
}

test('a member makes a key after a proof only, and making and ending it are written down', async () => {
  const rep = await anotherRep(store)
  const unproven = await rep.call('POST', '/api/profile/keys', { name: 'Reports', scopes: ['read'] })
  const { id, secret } = await makeOwnKey(rep, { ...withPassword, scopes: ['read'] })
  const owner = (await tryKey(store, secret)).body
  store.clock.advance(minutes(1))
  const ended = await rep.call('DELETE', `/api/profile/keys/${id}`)

  expect(unproven.body.code).toBe('proof_needed')
  expect(owner).toMatchObject({ owner: { kind: 'member', role: 'sales' }, key: { id, scopes: ['read'] } })
  expect(ended.status).toBe(200)
  expect((await tryKey(store, secret)).status).toBe(401)
  const memberId = await idOf(rep)
  expect(await audited()).toMatchObject([
    { action: 'key_ended', subject: 'Reports', memberId },
    { action: 'key_made', subject: 'Reports', memberId, after: { scopes: 'read' } },
  ])
})

test('a key sells as its member and sees only what is theirs', async () => {
  const [one, other] = [await anotherRep(store), await anotherRep(store)]
  const program = new Program(store, (await makeOwnKey(one, withPassword)).secret)
  const stranger = new Program(store, (await makeOwnKey(other, withPassword)).secret)
  const made = await program.call('POST', '/api/sales/customers', { name: 'Cy Customer', email: 'cy@example.com' })
  const url = `/api/sales/customers/${made.body.id}`
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect((await program.call('GET', url)).status).toBe(200)
  expect((await stranger.call('GET', url)).status).toBe(404)
  expect((await one.call('GET', '/api/sales/customers')).body).toHaveLength(1)
})

test('the key of a removed member stays dead when they are added again', async () => {
  const rep = await anotherRep(store)
  const { secret } = await makeOwnKey(rep, withPassword)
  const userId = await idOf(rep)
  const { email } = (await rep.call('GET', '/api/me')).body

  expect((await admin.call('DELETE', `/api/admin/users/${userId}`, {})).status).toBe(200)
  expect((await tryKey(store, secret)).body.code).toBe('key_invalid')
  await prove(admin)
  const again = await admin.call('POST', '/api/admin/users', {
    username: 'Back Again',
    email,
    role: 'sales',
    password: 'survey-elm-43',
  })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect((await tryKey(store, secret)).body.code).toBe('key_invalid')
})

test('signing a member out ends their keys', async () => {
  const rep = await anotherRep(store)
  const { secret } = await makeOwnKey(rep, withPassword)
  await admin.call('DELETE', `/api/admin/users/${await idOf(rep)}/sessions`)
  expect((await tryKey(store, secret)).status).toBe(401)
})

test('keys end with the role, and with the last role at the issuer', async () => {
  const logIn = async (roles: string[]) => {
    issuer.person = { ...REP_THERE, roles }
    const browser = new Client(store)
    return { browser, outcome: outcomeOf(await logInAtIssuer(browser)) }
  }
  await aRep(store)
  const asAdmin = await keyOf((await logIn(['store-admin'])).browser)
  expect((await new Program(store, asAdmin).call('GET', '/api/admin/audit')).status).toBe(200)
  const second = await logIn(['store-sales'])
  expect((await tryKey(store, asAdmin)).status).toBe(401)
  const asRep = await keyOf(second.browser)
  expect((await tryKey(store, asRep)).body.owner.role).toBe('sales')

  expect((await logIn([])).outcome).toBe('oidc_no_role')
  expect((await tryKey(store, asRep)).status).toBe(401)
})

/** Makes a key in a session that a company sign-in has just started; a passkey proves who it is. */
async function keyOf(browser: Client): Promise<string> {
  store.clock.advance(minutes(1))
  const proof = await browser.call('POST', '/api/profile/keys', { name: 'Reports', scopes: ['read'] })
  if (proof.status === 200) return proof.body.secret
  return (await makeOwnKey(browser, { ...withPassword, scopes: ['read'] })).secret
}

test('while a second factor is demanded, an administrator’s key from a session without one does what a rep may', async () => {
  const byPassword = await makeOwnKey(admin, { scopes: ['read'] })
  await prove(admin)
  // From here on the session has two factors.
  expect((await addPasskey(admin, new PasskeyDevice())).status).toBe(200)
  const byPasskey = await makeOwnKey(admin, { scopes: ['read'] })
  const audit = (key: { secret: string }) => new Program(store, key.secret).call('GET', '/api/admin/audit')
  expect([outcomeOf(await audit(byPassword)), outcomeOf(await audit(byPasskey))]).toEqual(['in', 'in'])
  const changes = [{ name: 'adminSecondFactor', before: 'optional', after: 'required' }]
  expect((await admin.call('PUT', '/api/admin/settings', { changes })).status).toBe(200)

  expect(outcomeOf(await audit(byPassword))).toBe('second_factor_demanded')
  expect(outcomeOf(await audit(byPasskey))).toBe('in')
})

test('a member hears of each key made for their account', async () => {
  const rep = await anotherRep(store)
  const { email } = (await rep.call('GET', '/api/me')).body
  await makeOwnKey(rep, { ...withPassword, scopes: ['read'] })
  await store.runJobs()
  const [mail] = await store.mailsTo(email)
  expect(mail?.subject).toMatch(/^An API key was made for your .* account$/)
  expect(mail?.text).toContain('The API key “Reports” was made on')
  expect(mail?.text).toContain('It may: see what you can see.')
  expect(mail?.text).toContain('end the key under My Profile')
})
