/**
 * A call that waits for a lock keeps its connection, so the lock's holder must not need a second one, or all wait until
 * they time out.
 */
import { beforeAll, expect, test } from 'vitest'
import { anAdmin, type Client, prove, type Reply } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
let admin: Client
let other: { id: string }
beforeAll(async () => {
  admin = await anAdmin(store)
  const proven = await anAdmin(store)
  await prove(proven)
  const member = { username: 'Olga Other', email: 'olga@example.com', password: 'correct horse battery', role: 'admin' }
  other = (await proven.call('POST', '/api/admin/users', member)).body
})

test.each<[string, () => Promise<Reply>]>([
  ['removals of an administrator', () => admin.call('DELETE', `/api/admin/users/${other.id}`)],
  [
    'new addresses for a member',
    () => admin.call('PUT', `/api/admin/users/${other.id}`, { username: 'Olga', email: 'new@example.com', phone: '' }),
  ],
  [
    'changes of a guarded setting',
    () =>
      admin.call('PUT', '/api/admin/settings', {
        changes: [{ name: 'cashAppHandle', before: '$leadyard', after: '$other' }],
      }),
  ],
])('forty simultaneous %s without a proof are all refused, with only twelve connections', async (_, ask) => {
  const replies = await Promise.all(Array.from({ length: 40 }, ask))
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(['proof_needed']))
})
