import { beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ensureAdministrator, refuseWeakAdministrator } from './administrators.ts'

const BOSS = { email: 'Boss@Example.com', password: 'quarry-lime-63' }
const store = withStore()
beforeEach(async () => {
  await deleteBosses()
  await store.sql`update users set bootstrap_email = null`
})
const start = (admin = BOSS) => ensureAdministrator(store.ctx, store.app.auth, admin)
const bosses = async () =>
  await store.sql`select email, role, bootstrap_email from users where email like '%boss@example.com' order by email`
const logIn = async (email: string, password = BOSS.password) =>
  (await new Client(store).logIn({ email, password })).status

/** Deletes them in the database; the store itself never deletes a member. */
async function deleteBosses() {
  const theirs = `user_id in (select user_id from users where email like '%boss@example.com')`
  for (const table of ['sessions', 'accounts', 'users']) await store.rows(`delete from ${table} where ${theirs}`)
}

async function changeAddress(from: string, to: string) {
  const client = new Client(store)
  await client.logIn({ ...BOSS, email: from })
  expect((await client.call('PUT', '/api/profile/email', { email: to, password: BOSS.password })).status).toBe(200)
}

test('the administrator in ADMIN_EMAIL is created at the first start and left unchanged at later starts', async () => {
  expect(await start()).toEqual({ isNew: true })
  expect(await start({ ...BOSS, password: 'another-phrase-9' })).toEqual({ isNew: false })
  expect(await bosses()).toMatchObject([{ email: 'boss@example.com', role: 'admin' }])
  expect([await logIn(BOSS.email), await logIn(BOSS.email, 'another-phrase-9')]).toEqual([200, 401])
})

test('the administrator in ADMIN_EMAIL is created once when several nodes start at the same time', async () => {
  expect((await Promise.all([start(), start(), start()])).filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await bosses()).toHaveLength(1)
})

test('the administrator in ADMIN_EMAIL is not created again after changing the address', async () => {
  await start()
  await changeAddress('boss@example.com', 'new.boss@example.com')
  expect(await start()).toEqual({ isNew: false })
  expect(await bosses()).toMatchObject([{ email: 'new.boss@example.com', bootstrap_email: 'boss@example.com' }])
  expect(await logIn(BOSS.email)).toBe(401)
})

test('the administrator in ADMIN_EMAIL is created again after the row was deleted', async () => {
  await start()
  await changeAddress('boss@example.com', 'new.boss@example.com')
  await deleteBosses()
  expect(await start()).toEqual({ isNew: true })
  expect(await logIn(BOSS.email)).toBe(200)
})

test('the administrator in ADMIN_EMAIL does not replace a member with that address or make them an administrator', async () => {
  expect(await start({ email: REP.email, password: BOSS.password })).toEqual({ isNew: false })
  expect(await logIn(REP.email, REP.password)).toBe(200)
  expect(await store.sql`select role from users where email = ${REP.email}`).toEqual([{ role: 'sales' }])
})

/** Checks the password as a start of the store does. */
const check = (password: string, environment = 'production') => {
  const env = { NODE_ENV: environment, ALLOW_SANDBOX: '1', ADMIN_EMAIL: 'keeper@example.com', ADMIN_PASSWORD: password }
  return refuseWeakAdministrator(readConfig(env))
}

test.each(['password1', 'Administrator1', 'keeper@example', 'leadyard', 'qwerty123'])(
  'ADMIN_PASSWORD %s stops a production store from starting, with advice and without showing the password',
  async (password) => {
    const problems = await check(password).catch((error) => (error instanceof ConfigError ? error.problems : error))
    expect(problems).toEqual([expect.stringMatching(/^ADMIN_PASSWORD .*Choose a longer one/)])
    expect(problems.join()).not.toContain(password)
  },
)

test('ADMIN_PASSWORD is accepted if it is hard to guess, and a laptop accepts any', async () => {
  await check('quarry-lime-63')
  await check('password1', 'development')
})
