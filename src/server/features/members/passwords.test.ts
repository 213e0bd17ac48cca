import { execFile } from 'node:child_process'
import { randomBytes, scryptSync } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { isOutdated, verifyPassword } from './passwords.ts'

/** Hashes as the library of earlier versions did. */
function formerHash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const key = scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 })
  return `${salt}:${key.toString('hex')}`
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

  test.each(['', 'x', ':', 'salt:', `${'a'.repeat(32)}:00`, '$argon2id$v=19$m=1,t=1,p=1$YQ$YQ'])(
    'does not match %j, which is not one of our hashes',
    async (hash) => {
      expect(await verifyPassword('anything', hash)).toBe(false)
    },
  )
})

describe('a hash from an earlier version', () => {
  const store = withStore()
  beforeEach(async () => {
    await store.testDatabase.pool.query('truncate login_attempts')
    await store.testDatabase.pool.query(
      'update accounts a set password_hash = $1 from users u where u.user_id = a.user_id and u.email = $2',
      [formerHash(REP.password), REP.email],
    )
  })
  const storedHash = async (): Promise<string> =>
    (
      await store.testDatabase.pool.query(
        'select password_hash from accounts join users using (user_id) where email = $1',
        [REP.email],
      )
    ).rows[0].password_hash
  const logIn = async (password: string) => (await new Client(store).logIn({ email: REP.email, password })).status

  test('still works and is replaced at login; a wrong password does not replace it', async () => {
    expect(await logIn('survey-elm-43')).toBe(401)
    expect(isOutdated(await storedHash())).toBe(true)
    expect(await logIn(REP.password)).toBe(200)
    expect(isOutdated(await storedHash())).toBe(false)
    expect([await logIn(REP.password), await logIn('survey-elm-43')]).toEqual([200, 401])
  })
})
