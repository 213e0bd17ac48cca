import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client, prove } from '#testing/builders.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey as add, aPasskeyOf, auditedSince, logInWithPasskey, outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'

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

describe('adding a passkey', () => {
  test('needs a proof of identity, shows up in the list, and the member gets an email', async () => {
    const device = new PasskeyDevice({ isSynced: true })
    expect(outcome(await rep.call('POST', '/api/profile/passkeys/options'))).toBe('proof_needed')
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

  test('asks for a key of this site, on the device, with its person recognized', async () => {
    await prove(rep, REP)
    const { body } = await rep.call('POST', '/api/profile/passkeys/options')

    expect(body).toMatchObject({
      rp: { id: 'store.test', name: 'Leadyard' },
      user: { name: REP.email, displayName: REP.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
  })

  test.each([
    ['from another site', { origin: 'http://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['by a device that did not recognize anyone', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('a key made %s is refused', async (_what, wrong) => {
    await prove(rep, REP)
    const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')

    const credential = new PasskeyDevice().create({ ...options, ...wrong })
    const reply = await rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential })

    expect([reply.status, reply.body.code]).toEqual([401, 'passkey_refused'])
    expect((await rep.call('GET', '/api/profile/passkeys')).body).toEqual([])
  })

  test('a challenge works once, for 5 minutes, and only for the member who got it', async () => {
    await prove(rep, REP)
    const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
    const copy = rep.at(store)
    const send = (client: Client) =>
      client.call('POST', '/api/profile/passkeys', { name: 'Phone', credential: new PasskeyDevice().create(options) })
    expect(outcome(await send(rep))).toBe('in')
    expect(outcome(await send(copy))).not.toBe('in')

    await prove(rep, REP)
    const { body: late } = await rep.call('POST', '/api/profile/passkeys/options')
    store.clock.advance(minutes(5))
    const credential = new PasskeyDevice().create(late)
    expect(outcome(await rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential }))).toBe(
      'passkey_refused',
    )
  })

  test('adds none if the session is ended from another device meanwhile', async () => {
    await prove(rep, REP)
    const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
    const credential = new PasskeyDevice().create(options)
    const held = await holdUp(store.testDatabase, 'select from users where email = $1 for update', [REP.email])

    const adding = rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential })
    await untilNodeWaits(store.testDatabase)
    await store.testDatabase.pool.query('delete from sessions')
    await held.release()

    expect(outcome(await adding)).toBe('unauthenticated')
    const { rows } = await store.testDatabase.pool.query('select from passkeys')
    expect(rows).toHaveLength(0)
  })

  test('the same key cannot be added twice, nor more than 20 keys', async () => {
    const device = await aPasskeyOf(rep)
    expect(outcome(await add(rep, device))).toBe('passkey_exists')

    for (let count = 1; count < 20; count += 1) expect(outcome(await add(rep, new PasskeyDevice()))).toBe('in')

    expect(outcome(await rep.call('POST', '/api/profile/passkeys/options'))).toBe('passkeys_full')
  })
})

describe('removing a passkey', () => {
  test('needs a proof, tells the member, and the key no longer signs in', async () => {
    const device = await aPasskeyOf(rep)
    const [{ id }] = (await rep.call('GET', '/api/profile/passkeys')).body
    const later = await aRep(store)
    expect(outcome(await later.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('proof_needed')

    expect(outcome(await rep.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('in')

    expect(outcome(await rep.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('not_found')
    expect(outcome(await logIn(device))).toBe('passkey_unknown')
    await store.runJobs()
    expect((await store.mailsTo(REP.email))[0]?.subject).toBe('A passkey was removed from your account')
    expect(await audited()).toEqual(['passkey_added', 'passkey_removed', 'passkey_failed'])
  })

  test('of another member is not possible, even for an administrator', async () => {
    await aPasskeyOf(rep)
    const [{ id }] = (await rep.call('GET', '/api/profile/passkeys')).body
    const admin = await anAdmin(store)
    await prove(admin)

    expect(outcome(await admin.call('DELETE', `/api/profile/passkeys/${id}`))).toBe('not_found')
    expect((await admin.call('GET', '/api/profile/passkeys')).body).toEqual([])
  })
})

test('a removed member’s passkey signs no one in, also after they were added again', async () => {
  const member = { email: 'gone@example.com', password: 'canal-birch-19', username: 'Gone', role: 'sales' }
  const admin = await anAdmin(store)
  const { body } = await admin.call('POST', '/api/admin/users', member)
  const gone = new Client(store)
  await gone.logIn(member)
  await prove(gone, member)
  const device = new PasskeyDevice()
  expect(outcome(await add(gone, device))).toBe('in')

  await admin.call('DELETE', `/api/admin/users/${body.id}`)
  expect(outcome(await logIn(device))).toBe('passkey_unknown')
  await admin.call('POST', '/api/admin/users', member)
  expect(outcome(await logIn(device))).toBe('passkey_unknown')
})
