import { execFile } from 'node:child_process'
import { argon2Sync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { checkNewPassword, isOutdated, verifyPassword } from './passwords.ts'

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A hash with other parameters than new ones have. */
function outdatedHash(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 16, passes: 1, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=16,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

describe('a password', () => {
  test('is hashed with OWASP’s parameters and a new salt, and matches in any Unicode form', async () => {
    // In a process of its own, because the one of the tests hashes cheaply.
    const module = new URL('./passwords.ts', import.meta.url).href
    const program = `const { hashPassword } = await import('${module}')
      for (const _ of [1, 2]) console.log(await hashPassword('café-otter-58'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const [one = '', two] = stdout.split('\n')

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('cafe\u0301-otter-58', one)).toBe(true)
    expect(await verifyPassword('cafe-otter-58', one)).toBe(false)
  })

  test.each(['', 'x', `${'a'.repeat(32)}:00`, '$argon2id$v=19$m=1,t=1,p=1$YQ$YQ'])(
    'does not match %j, which is not one of our hashes',
    async (hash) => {
      expect(await verifyPassword('anything', hash)).toBe(false)
    },
  )
})

describe('a hash with other parameters', () => {
  const store = withStore()
  beforeEach(async () => {
    await store.sql`truncate login_attempts`
    await store.sql`update accounts a set password_hash = ${outdatedHash(REP.password)} from users u where u.user_id = a.user_id and u.email = ${REP.email}`
  })
  const storedHash = async (): Promise<string> =>
    (await store.sql`select password_hash from accounts join users using (user_id) where email = ${REP.email}`)[0]
      .password_hash
  const logIn = async (password: string) => (await new Client(store).logIn({ email: REP.email, password })).status

  test('still works and is replaced at login; a wrong password does not replace it', async () => {
    expect(await logIn('survey-elm-43')).toBe(401)
    expect(isOutdated(await storedHash())).toBe(true)
    expect(await logIn(REP.password)).toBe(200)
    expect(isOutdated(await storedHash())).toBe(false)
    expect([await logIn(REP.password), await logIn('survey-elm-43')]).toEqual([200, 401])
  })
})

const ctx = { config: readConfig({}) }
const check = (password: string) =>
  checkNewPassword(ctx, password, { username: 'Rob Rep', email: 'rob.rep@example.com' })
const OWN = 'Your name, your address and the name of this store'

test.each([
  ['123456', 'This is a heavily used password.'],
  ['qwertyuiop', 'This is a frequently used password.'],
  ['P@ssw0rd!', 'This is similar to a commonly used password.'],
  ['abcabcabcabc', 'are easy to guess.'],
  ['summer2026', 'This password is too easy to guess.'],
  ['x'.repeat(256), 'are easy to guess.'],
  ['Leadyard2026', OWN],
  ['l34dy4rd', OWN],
  ['rob rep 1990', OWN],
  ['Rob-Rep-99', OWN],
  ['REP@example.com', OWN],
  ['leadyardleadyardleadyard', OWN],
])('refuses a password that is easy to guess, with a reason and advice: %s', async (password, reason) => {
  await expect(check(password)).rejects.toMatchObject({
    code: 'password_guessable',
    message: expect.stringContaining(reason),
  })
  await expect(check(password)).rejects.toThrow('Choose a longer one, or several unrelated words.')
})

test.each(['k7#qzP', 'granite-otter-58', 'Rob likes granite otters', '密码是长颈鹿和海獭', 'tulip cargo ferry 🦦'])(
  'accepts a password that is hard to guess, even a short one or one with a name in it: %s',
  async (password) => {
    await expect(check(password)).resolves.toBeUndefined()
  },
)

test('matches name and address literally, whatever special characters they contain', async () => {
  const member = {
    username: 'Ann-Marie O’Neil (Sales) [NY] {+} .*?^$|/\\',
    email: 'ann-marie+o.neil_9@my-shop.example.com',
  }
  await expect(checkNewPassword(ctx, 'granite-otter-58', member)).resolves.toBeUndefined()
  await expect(checkNewPassword(ctx, 'Ann-Marie-1990', member)).rejects.toThrow(OWN)
  await expect(checkNewPassword(ctx, member.email, member)).rejects.toThrow(OWN)
})

test('ignores everything after 32 characters, because checking it would take seconds', async () => {
  await expect(check('granite-otter-58')).resolves.toBeUndefined()
  await expect(check(`${'ab'.repeat(16)}granite-otter-58`)).rejects.toMatchObject({ code: 'password_guessable' })
})
