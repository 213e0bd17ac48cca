import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aRep, Client, prove } from '#testing/builders.ts'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { PasskeyDevice } from '#testing/passkey-device.ts'
import { addPasskey as add, aPasskeyOf, logInWithPasskey, outcomeOf } from '#testing/passkeys.ts'
import { createTestApp, HTTPS_STAGING, REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({}, async ({ clock }) => clock.freeze())
const query = (sql: string, values: unknown[] = []) => store.testDatabase.pool.query(sql, values)
let rep: Client
beforeEach(async () => {
  await query('truncate passkeys, login_attempts, sessions')
  store.clock.advance(minutes(20))
  rep = await aRep(store)
})

const logIn = (device: PasskeyDevice, how = {}) => logInWithPasskey(store, device, how)

describe('adding a passkey', () => {
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

  test('adds none if the session is ended from another device meanwhile', async () => {
    await prove(rep, REP)
    const { body: options } = await rep.call('POST', '/api/profile/passkeys/options')
    const credential = new PasskeyDevice().create(options)
    const held = await holdUp(store.testDatabase, 'select from users where email = $1 for update', [REP.email])
    const adding = rep.call('POST', '/api/profile/passkeys', { name: 'Phone', credential })
    await untilNodeWaits(store.testDatabase)
    await query('delete from sessions')
    await held.release()

    expect(outcomeOf(await adding)).toBe('unauthenticated')
    const { rows } = await query('select from passkeys')
    expect(rows).toHaveLength(0)
  })

  test('the same key cannot be added twice, nor more than 20 keys', async () => {
    const device = await aPasskeyOf(rep)
    expect(outcomeOf(await add(rep, device))).toBe('passkey_exists')
    for (let count = 1; count < 20; count += 1) expect(outcomeOf(await add(rep, new PasskeyDevice()))).toBe('in')
    expect(outcomeOf(await rep.call('POST', '/api/profile/passkeys/options'))).toBe('passkeys_full')
  })
})

describe('signing in with a passkey', () => {
  test('works with a device that does not count', async () => {
    const device = await aPasskeyOf(rep, new PasskeyDevice({ isCounting: false }))
    expect([outcomeOf(await logIn(device)), outcomeOf(await logIn(device))]).toEqual(['in', 'in'])
  })

  test('on https, the cookie of a challenge is bound to the host', async () => {
    const secure = await createTestApp({ beside: store, env: HTTPS_STAGING })
    const reply = await new Client(secure).call('POST', '/api/login/passkey/options')
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-leadyard_passkey_log_in=.*HttpOnly.*Secure.*SameSite=Lax/,
    )
    await secure.close()
  })
})
