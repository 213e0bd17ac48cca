import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { checkNewPassword } from './passwords.ts'

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
