import { beforeEach, describe, expect, test } from 'vitest'
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
import { ADMIN, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ATTEMPTS_PER_ACCOUNT_MAX } from './throttle.ts'

const store = withStore({}, async ({ clock }) => clock.freeze())
let rep: Client
let began: Date
beforeEach(async () => {
  await store.sql`truncate passkeys, login_attempts, sessions`
  store.clock.advance(minutes(20))
  began = store.clock.now()
  rep = await aRep(store)
})

const WRONG = [
  ['from another site', { origin: 'http://evil.test' }],
  ['for another site', { rpId: 'evil.test' }],
  ['by a device that did not recognize anyone', { isVerified: false }],
  ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
] as const
const logIn = (device: PasskeyDevice, how = {}) => logInWithPasskey(store, device, how)
const audited = () => auditedSince(store, began)

test('adding a passkey needs a proof of identity, shows up in the list, and the member gets an email', async () => {
  const device = new PasskeyDevice({ isSynced: true })
  expect(outcomeOf(await rep.call('POST', '/api/profile/passkeys/options'))).toBe('proof_needed')
  await prove(rep, REP)

  const added = await add(rep, device, ' My phone ')

  const passkey = {
    id: expect.stringMatching(/^psk_/),
    name: 'My phone',
    createdAt: began.toISOString(),
    lastUsedAt: null,
    isSynced: true,
  }
  expect(added).toMatchObject({ status: 200, body: passkey })
  expect((await rep.call('GET', '/api/profile/passkeys')).body).toEqual([passkey])
  await store.runJobs()
  const [mail] = await store.mailsTo(REP.email)
  expect(mail?.subject).toBe('A passkey was added to your account')
  expect(await audited()).toEqual(['passkey_added'])
})

test.each(WRONG)('adding a passkey: a key made %s is refused', async (_what, wrong) => {
  await prove(rep, REP)
  const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
  const credential = new PasskeyDevice().create({ ...options, ...wrong })
  const reply = await rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential })
  expect([reply.status, reply.body.code]).toEqual([401, 'passkey_refused'])
  expect((await rep.call('GET', '/api/profile/passkeys')).body).toEqual([])
})

test('adding a passkey: a challenge works once, for 5 minutes, and only for the member who got it', async () => {
  await prove(rep, REP)
  const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
  const copy = rep.at(store)
  const send = (client: Client) =>
    client.call('POST', '/api/profile/passkeys', { name: 'Phone', credential: new PasskeyDevice().create(options) })
  expect(outcomeOf(await send(rep))).toBe('in')
  expect(outcomeOf(await send(copy))).not.toBe('in')

  await prove(rep, REP)
  const { body: late } = await rep.call('POST', '/api/profile/passkeys/options')
  store.clock.advance(minutes(5))
  const credential = new PasskeyDevice().create(late)
  expect(outcomeOf(await rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential }))).toBe(
    'passkey_refused',
  )
})

test('removing a passkey needs a proof, tells the member, and the key no longer logs in', async () => {
  const device = await aPasskeyOf(rep)
  const [{ id }] = (await rep.call('GET', '/api/profile/passkeys')).body
  expect(outcomeOf(await (await aRep(store)).call('DELETE', `/api/profile/passkeys/${id}`))).toBe('proof_needed')

  expect(outcomeOf(await rep.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('in')
  expect(outcomeOf(await rep.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('not_found')
  expect(outcomeOf(await logIn(device))).toBe('passkey_unknown')
  await store.runJobs()
  expect((await store.mailsTo(REP.email))[0]?.subject).toBe('A passkey was removed from your account')
  expect(await audited()).toEqual(['passkey_added', 'passkey_removed', 'passkey_failed'])
})

test('removing a passkey of another member is not possible, even for an administrator', async () => {
  await aPasskeyOf(rep)
  const [{ id }] = (await rep.call('GET', '/api/profile/passkeys')).body
  const admin = await anAdmin(store)
  await prove(admin)
  expect(outcomeOf(await admin.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('not_found')
  expect((await admin.call('GET', '/api/profile/passkeys')).body).toEqual([])
})

test('a removed member’s passkey signs no one in, also after they were added again', async () => {
  const member = { email: 'gone@example.com', password: 'canal-birch-19', username: 'Gone', role: 'sales' }
  const admin = await anAdmin(store)
  const { body } = await admin.call('POST', '/api/admin/users', member)
  const gone = new Client(store)
  await gone.logIn(member)
  await prove(gone, member)
  const device = new PasskeyDevice()
  expect(outcomeOf(await add(gone, device))).toBe('in')

  await admin.call('DELETE', `/api/admin/users/${body.id}`)
  expect(outcomeOf(await logIn(device))).toBe('passkey_unknown')
  await admin.call('POST', '/api/admin/users', member)
  expect(outcomeOf(await logIn(device))).toBe('passkey_unknown')
})

describe('logging in with a passkey', () => {
  test('starts a session that counts as proven, and records the use', async () => {
    const device = await aPasskeyOf(rep)
    const { browser, challenge } = await beginPasskeyLogIn(store)
    const reply = await finish(browser, device.get({ challenge }))

    expect(reply).toMatchObject({ status: 200, body: { email: REP.email, role: 'sales' } })
    expect((await browser.call('GET', '/api/me')).body.email).toBe(REP.email)
    expect((await browser.call('POST', '/api/profile/passkeys/options')).status).toBe(200)
    const [passkey] = (await browser.call('GET', '/api/profile/passkeys')).body
    expect(passkey.lastUsedAt).toBe(store.clock.now().toISOString())
    const rows =
      await store.sql`select after from audit_entries where action = 'logged_in' and at = ${store.clock.now()} and after ? 'with'`
    expect(rows[0].after).toMatchObject({ with: 'passkey', network: expect.any(String) })
  })

  test.each(WRONG)('a signature %s is refused and recorded', async (_what, wrong) => {
    const reply = await logIn(await aPasskeyOf(rep), wrong)
    expect([reply.status, reply.body.code]).toEqual([401, 'passkey_refused'])
    expect(reply.headers['set-cookie']?.toString()).not.toContain('leadyard_session')
    expect(await audited()).toContain('passkey_failed')
  })

  test('a challenge works once, for 5 minutes, and only in the browser that got it', async () => {
    const device = await aPasskeyOf(rep)
    const { browser, challenge } = await beginPasskeyLogIn(store)
    const copy = browser.at(store)
    const stranger = new Client(store)
    const credential = device.get({ challenge })

    expect(outcomeOf(await finish(stranger, credential))).toBe('passkey_refused')
    const together = await Promise.all([finish(browser, credential), finish(copy, credential)])
    expect(together.map(outcomeOf).sort()).toEqual(['in', 'passkey_refused'])
    const late = await beginPasskeyLogIn(store)
    store.clock.advance(minutes(5))
    expect(outcomeOf(await finish(late.browser, device.get({ challenge: late.challenge })))).toBe('passkey_refused')
  })

  test('a copy of the key is found by its lower number, refused and recorded', async () => {
    const device = await aPasskeyOf(rep)
    expect(outcomeOf(await logIn(device, { counter: 7 }))).toBe('in')
    expect(outcomeOf(await logIn(device, { counter: 7 }))).toBe('passkey_copied')
    expect(outcomeOf(await logIn(device, { counter: 3 }))).toBe('passkey_copied')
    expect(outcomeOf(await logIn(device, { counter: 8 }))).toBe('in')
    expect(await audited()).toEqual(['passkey_added', 'passkey_copied', 'passkey_copied'])
  })

  test('an unknown key, a known one with another’s signature, and one whose device names someone else are refused', async () => {
    const device = await aPasskeyOf(rep)
    const unknown = new PasskeyDevice()
    unknown.userHandle = device.userHandle
    expect(outcomeOf(await logIn(unknown))).toBe('passkey_unknown')
    Object.assign(unknown, { credentialId: device.credentialId })
    expect(outcomeOf(await logIn(unknown))).toBe('passkey_refused')
    device.userHandle = Buffer.from('usr_someone_else').toString('base64url')
    expect(outcomeOf(await logIn(device))).toBe('passkey_refused')
    expect(await audited()).toEqual(['passkey_added', 'passkey_failed', 'passkey_failed', 'passkey_failed'])
  })

  test('is throttled like a password', async () => {
    const device = await aPasskeyOf(rep)
    for (let guess = 1; guess <= ATTEMPTS_PER_ACCOUNT_MAX; guess += 1)
      expect(outcomeOf(await logIn(device, { isVerified: false }))).toBe('passkey_refused')
    expect(outcomeOf(await logIn(device))).toBe('login_throttled')
    store.clock.advance(minutes(15))
    expect(outcomeOf(await logIn(device))).toBe('in')
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
    expect(outcomeOf(await byPassword.call('POST', '/api/profile/proof/passkey', { credential }))).toBe('in')
    expect((await byPassword.call('GET', '/api/admin/audit')).status).toBe(200)
    expect((await demand('required', 'optional')).status).toBe(200)
  })

  test('a proof by someone else’s passkey is refused', async () => {
    const device = await aPasskeyOf(rep)
    const admin = await anAdmin(store)
    const { body } = await admin.call('POST', '/api/profile/proof/passkey/options')
    expect(body.allowCredentials).toEqual([])
    const credential = device.get({ challenge: body.challenge })
    expect(outcomeOf(await admin.call('POST', '/api/profile/proof/passkey', { credential }))).toBe('passkey_unknown')
    expect(outcomeOf(await admin.call('POST', '/api/profile/passkeys/options'))).toBe('proof_needed')
  })
})
