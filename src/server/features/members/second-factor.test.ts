import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes, seconds } from '#server/platform/clock.ts'
import { Keyring } from '#server/platform/secrets.ts'
import { Client, repOf } from '#testing/builders.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { outcomeOf } from '#testing/passkeys.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { jobs } from './jobs.ts'
import { recoveryFingerprint, seal, sealAgain, unseal } from './second-factor-codes.ts'
import { ATTEMPTS_PER_ACCOUNT_MAX } from './throttle.ts'

const store = withStore({}, async ({ clock }) => clock.freeze())
const rep = repOf(store)
beforeEach(async () => {
  await store.sql`truncate second_factors, login_attempts, sessions`
  // Each test gets codes that no other test used.
  store.clock.advance(minutes(10))
})
const codeOf = (secret: string, at = store.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const later = (milliseconds: number) => new Date(store.clock.now().getTime() + milliseconds)
const begin = (client = rep, password: string = REP.password) =>
  client.call('POST', '/api/profile/second-factor', { password })
const confirm = (code: string) => rep.call('PUT', '/api/profile/second-factor', { code })
const remove = (password: string = REP.password) => rep.call('POST', '/api/profile/second-factor/remove', { password })
const logIn = (code?: string, password: string = REP.password) =>
  new Client(store).call('POST', '/api/login', { email: REP.email, password, ...(code === undefined ? {} : { code }) })
const sessionCount = async () => (await store.sql`select from sessions`).length

/** Turns the factor on, and waits until the code that did it has expired. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await begin()).body
  const { recoveryCodes } = (await confirm(codeOf(secret))).body
  store.clock.advance(minutes(2))
  return { secret, recoveryCodes }
}

describe('setting up the second factor', () => {
  test('shows a secret that apps can read, and changes nothing until a code confirms it', async () => {
    const { status, body } = await begin()

    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Leadyard:rep%40example\.com\?/)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Leadyard',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(outcomeOf(await logIn())).toBe('in')
    expect((await rep.call('GET', '/api/me')).body.hasSecondFactor).toBe(false)
  })

  test('needs the password and a code of the secret shown last', async () => {
    expect(outcomeOf(await begin(rep, 'a wrong one'))).toBe('password_wrong')
    expect(outcomeOf(await confirm('123456'))).toBe('second_factor_not_begun')
    const first = (await begin()).body.secret
    const second = (await begin()).body.secret
    expect(outcomeOf(await confirm(codeOf(first)))).toBe('second_factor_wrong')
    expect(outcomeOf(await confirm(codeOf(second)))).toBe('in')
    expect((await rep.call('GET', '/api/me')).body.hasSecondFactor).toBe(true)
    expect(outcomeOf(await confirm(codeOf(second)))).toBe('second_factor_not_begun')
  })

  test('is refused while another app is set up, which keeps working', async () => {
    const { secret } = await turnOn()
    expect(await begin()).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(outcomeOf(await logIn(codeOf(secret)))).toBe('in')
  })

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await turnOn()
    const rows = await store.sql`select * from second_factors`
    const kept = JSON.stringify(rows)
    for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))])
      expect(kept).not.toContain(code)
    expect(rows[0].recovery_codes).toHaveLength(10)
  })
})

describe('logging in with the second factor', () => {
  test('asks for the code only after the right password, and opens no session without it', async () => {
    await turnOn()
    const before = await sessionCount()
    const wrong = await logIn(undefined, 'a wrong one')
    const right = await logIn()
    const blank = await logIn('  ')

    expect([outcomeOf(wrong), wrong.status]).toEqual(['login_failed', 401])
    expect([outcomeOf(right), right.status]).toEqual(['second_factor_required', 401])
    expect(outcomeOf(blank)).toBe('second_factor_required')
    expect(right.headers['set-cookie']).toBeUndefined()
    expect(await sessionCount()).toBe(before)
  })

  test('records a wrong code, but not a login without a code', async () => {
    await turnOn()
    await logIn()
    await logIn('000000')
    await store.runTimers()
    const rows =
      await store.sql`select action from audit_entries where at > ${later(-minutes(1))} and action <> 'logged_in'`
    expect(rows).toEqual([{ action: 'second_factor_failed' }])
  })

  test('accepts codes from 30 seconds before and after, also typed with a space, and no others', async () => {
    const { secret } = await turnOn()
    expect(outcomeOf(await logIn(codeOf(secret, later(-seconds(60)))))).toBe('second_factor_wrong')
    expect(outcomeOf(await logIn(codeOf(secret, later(seconds(60)))))).toBe('second_factor_wrong')
    expect(outcomeOf(await logIn(codeOf(secret, later(-seconds(30)))))).toBe('in')
    expect(outcomeOf(await logIn(codeOf(secret).replace(/^.../, '$& ')))).toBe('in')
    expect(outcomeOf(await logIn(codeOf(secret, later(seconds(30)))))).toBe('in')
  })

  test('accepts a code once, even in simultaneous logins, and no earlier code after it', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    const together = await Promise.all([logIn(code), logIn(code), logIn(code)])
    const replayed = await logIn(code)
    const older = await logIn(codeOf(secret, later(-seconds(30))))
    expect(together.map(outcomeOf).sort()).toEqual(['in', 'second_factor_wrong', 'second_factor_wrong'])
    expect([outcomeOf(replayed), outcomeOf(older)]).toEqual(['second_factor_wrong', 'second_factor_wrong'])
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await turnOn()
    const [first = '', second = ''] = recoveryCodes
    expect(new Set(recoveryCodes).size).toBe(10)
    const together = await Promise.all([logIn(first), logIn(first)])
    expect(together.map(outcomeOf).sort()).toEqual(['in', 'second_factor_wrong'])
    expect(outcomeOf(await logIn(` ${second.toUpperCase().replaceAll('-', ' ')} `))).toBe('in')
    expect(outcomeOf(await logIn(second))).toBe('second_factor_wrong')
  })

  test('counts wrong codes as guesses, and the right password alone does not reset them', async () => {
    const { secret } = await turnOn()
    // These guesses come from an unknown network address.
    await store.sql`truncate login_attempts`
    const guesses: string[] = []
    for (let count = 0; count < ATTEMPTS_PER_ACCOUNT_MAX; count += 1)
      guesses.push(outcomeOf(await logIn(count % 3 ? '000000' : undefined)))

    expect(guesses).not.toContain('in')
    expect(outcomeOf(await logIn(codeOf(secret)))).toBe('login_throttled')
    store.clock.advance(minutes(15))
    expect(outcomeOf(await logIn(codeOf(secret)))).toBe('in')
  })
})

test('turning the second factor off needs the password and a code, and then no code is asked for', async () => {
  const { secret } = await turnOn()

  expect(outcomeOf(await remove('a wrong one'))).toBe('password_wrong')
  expect(outcomeOf(await logIn())).toBe('second_factor_required')
  expect(outcomeOf(await remove())).toBe('proof_needed')
  const code = codeOf(secret, later(seconds(30)))
  await rep.call('POST', '/api/profile/proof', { password: REP.password, code })
  expect(outcomeOf(await remove())).toBe('in')
  expect(outcomeOf(await remove())).toBe('in')
  expect(outcomeOf(await logIn())).toBe('in')
  expect((await rep.call('GET', '/api/me')).body.hasSecondFactor).toBe(false)
})

test('a second factor that no secret opens lets a member in with a recovery code, once', async () => {
  const { recoveryCodes } = await turnOn()
  await store.sql`update second_factors set sealed_secret = repeat('x', 80)`
  expect(outcomeOf(await logIn(recoveryCodes[0]))).toBe('in')
  expect(outcomeOf(await logIn(recoveryCodes[0]))).toBe('second_factor_wrong')
})

const NEW_KEY = { from: '2026-03-01T12:10:00.000Z', value: 'n'.repeat(64) }
const OLD_KEY = { from: new Date(0).toISOString(), value: 'o'.repeat(64) }
const at = (time: string, ...keys: (typeof NEW_KEY)[]) => ({
  ...FIXED_SECRETS,
  sessions: new Keyring(keys, () => new Date(time)),
})
const before = at('2026-03-01T12:00:00Z', NEW_KEY, OLD_KEY)
const after = at('2026-03-01T13:00:00Z', NEW_KEY, OLD_KEY)
const retired = at('2026-03-01T15:00:00Z', NEW_KEY)

test('a second factor can be read after the secret of sessions is replaced, by nodes that have not begun to use it too', () => {
  expect(unseal(after, 'usr_1', seal(before, 'usr_1', 'SECRET'))).toBe('SECRET')
  expect(unseal(before, 'usr_1', seal(after, 'usr_1', 'SECRET'))).toBe('SECRET')
})

test('a second factor is encrypted again with the latest secret, and then needs no earlier one', () => {
  const sealed = seal(before, 'usr_1', 'SECRET')
  expect(sealAgain(before, 'usr_1', sealed)).toBeNull()
  const again = sealAgain(after, 'usr_1', sealed) ?? ''
  expect(unseal(retired, 'usr_1', again)).toBe('SECRET')
  expect(sealAgain(after, 'usr_1', again)).toBeNull()
  expect(() => unseal(retired, 'usr_1', sealed)).toThrow('does not have')
})

test('a second factor cannot be read for another member', () => {
  expect(() => unseal(after, 'usr_2', seal(before, 'usr_1', 'SECRET'))).toThrow('does not have')
})

test('a recovery code is the same however it is typed, and whatever became of the secrets of sessions', () => {
  expect(recoveryFingerprint(after, 'usr_1', '7K3M 9qxd 40vb')).toBe(
    recoveryFingerprint(retired, 'usr_1', '7k3m-9qxd-40vb'),
  )
})

test('one second factor that cannot be read does not keep the others from the latest secret', async () => {
  const ids = (await store.sql`select user_id from users`).map(({ user_id }) => user_id)
  for (const [index, id] of ids.entries()) {
    const sealed = index === 0 ? 'x'.repeat(80) : seal(before, id, 'SECRET')
    const insert = 'insert into second_factors (user_id, sealed_secret, created_at) values ($1, $2, now())'
    await store.rows(insert, [id, sealed])
  }

  const job = jobs.find(({ name }) => name === 'encrypt-second-factors-again')
  await job?.run({ ...store.ctx, secrets: after }, {})

  const kept = await store.sql`select user_id, sealed_secret from second_factors where user_id <> ${ids[0]}`
  expect(kept.length).toBeGreaterThan(0)
  for (const { user_id, sealed_secret } of kept) expect(sealAgain(after, user_id, sealed_secret)).toBeNull()
  const unreadable = await store.sql`select sealed_secret from second_factors where user_id = ${ids[0]}`
  expect(unreadable).toEqual([{ sealed_secret: 'x'.repeat(80) }])
})
