import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { refuseWeakAdministrator } from './administrators.ts'

const start = (password: string, environment = 'production') =>
  refuseWeakAdministrator(
    readConfig({
      NODE_ENV: environment,
      ALLOW_SANDBOX: '1',
      ADMIN_EMAIL: 'keeper@example.com',
      ADMIN_PASSWORD: password,
    }),
  )

test.each(['password1', 'Administrator1', 'keeper@example', 'leadyard', 'qwerty123'])(
  'ADMIN_PASSWORD %s stops a production store from starting, with advice and without showing the password',
  async (password) => {
    const problems = await start(password).catch((error) => (error instanceof ConfigError ? error.problems : error))
    expect(problems).toEqual([expect.stringMatching(/^ADMIN_PASSWORD .*Choose a longer one/)])
    expect(problems.join()).not.toContain(password)
  },
)

test('ADMIN_PASSWORD is accepted if it is hard to guess, and a laptop accepts any', async () => {
  await start('quarry-lime-63')
  await start('password1', 'development')
})
