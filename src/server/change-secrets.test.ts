import { expect, test } from 'vitest'
import { anotherRep } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'
import { countEarlierSealed } from './change-secrets.ts'
import { seal } from './features/members/second-factor-codes.ts'
import { Keyring } from './platform/secrets.ts'

const EARLIER = 'e'.repeat(64)
const LATEST = 'l'.repeat(64)

const store = withStore()

const secretsOf = (...values: string[]) => ({
  ...store.ctx.secrets,
  sessions: new Keyring(
    values.map((value, index) => ({ from: new Date(index).toISOString(), value })),
    () => new Date(),
  ),
})

test('counts what only an earlier secret opens, and not what none opens', async () => {
  await anotherRep(store)
  const { rows: members } = await store.testDatabase.pool.query('select user_id from users order by user_id limit 3')
  const sealedBy = [EARLIER, LATEST, 'lost'.repeat(16)]
  for (const [index, { user_id: userId }] of members.entries())
    await store.testDatabase.pool.query(
      'insert into second_factors (user_id, sealed_secret, created_at) values ($1, $2, now())',
      [userId, seal(secretsOf(sealedBy[index] ?? ''), userId, 'secret')],
    )

  expect(members).toHaveLength(3)
  expect(await countEarlierSealed(store.ctx.database, secretsOf(EARLIER, LATEST))).toBe(1)
})
