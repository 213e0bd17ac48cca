import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()

test('the sandbox mailbox deletes mail after 30 days and keeps newer mail', async () => {
  const mail = { from: 'Store <store@example.com>', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const to = 'ada@example.com'
  await store.mailbox.accept({ ...mail, to, messageId: 'first' })
  store.clock.advance(days(29))
  await runScheduled(store, 'forget-old-rows')
  const young = await store.mailsTo(to)
  await store.testDatabase.pool.query('update sandbox_mailbox.messages set at = at - $1::interval', ['2 days'])
  await store.mailbox.accept({ ...mail, to, messageId: 'second' })
  await runScheduled(store, 'forget-old-rows')
  await runScheduled(store, 'forget-old-rows')
  expect(young).toMatchObject([{ messageId: 'first' }])
  expect(await store.mailsTo(to)).toMatchObject([{ messageId: 'second' }])
})
