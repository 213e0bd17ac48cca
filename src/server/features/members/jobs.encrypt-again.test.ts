import { expect, test } from 'vitest'
import { Keyring } from '#server/platform/secrets.ts'
import { withStore } from '#testing/with-store.ts'
import { jobs } from './jobs.ts'
import { seal, sealAgain } from './second-factor-codes.ts'

const store = withStore()

test('one second factor that cannot be read does not keep the others from the latest secret', async () => {
  const { pool } = store.testDatabase
  const users = (await pool.query('select user_id from users order by user_id')).rows.map(
    (row) => row.user_id as string,
  )
  const earlier = { from: new Date(0).toISOString(), value: 'e'.repeat(64) }
  const latest = { from: new Date(1).toISOString(), value: 'l'.repeat(64) }
  const now = () => store.clock.now()
  const before = { ...store.ctx.secrets, sessions: new Keyring([earlier], now) }
  const secrets = { ...store.ctx.secrets, sessions: new Keyring([latest, earlier], now) }
  const sealedOf = async (id: string) =>
    (await pool.query('select sealed_secret from second_factors where user_id = $1', [id])).rows[0].sealed_secret
  for (const [index, id] of users.entries())
    await pool.query('insert into second_factors (user_id, sealed_secret, created_at) values ($1, $2, now())', [
      id,
      index === 0 ? 'x'.repeat(80) : seal(before, id, 'SECRET'),
    ])

  const job = jobs.find(({ name }) => name === 'encrypt-second-factors-again')
  await job?.run({ ...store.ctx, secrets }, {})

  expect(users.length).toBeGreaterThan(1)
  const [unreadable, ...others] = users
  expect(await sealedOf(unreadable ?? '')).toBe('x'.repeat(80))
  for (const id of others) expect(sealAgain(secrets, id, await sealedOf(id))).toBeNull()
})
