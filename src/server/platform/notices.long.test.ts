import { expect, onTestFinished, test } from 'vitest'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createLog } from './logging.ts'
import { listenForNotices } from './notices.ts'

test('a listener whose connection was silently dropped reports a gap and listens again', async () => {
  const testDatabase = await createTestDatabase('empty')
  const proxy = await DatabaseProxy.open(testDatabase.url)
  const heard: string[] = []
  let missed = 0
  const listener = listenForNotices({
    url: proxy.url,
    channel: 'news',
    log: createLog('silent'),
    onNotice: (payload) => heard.push(payload),
    onMissed: () => {
      missed += 1
    },
  })
  onTestFinished(async () => {
    await listener.close()
    await proxy.close()
    await testDatabase.drop()
  })
  const say = (text: string) => testDatabase.pool.query('select pg_notify($1, $2)', ['news', text])
  await expect.poll(() => missed).toBe(1)
  await say('first')
  await expect.poll(() => heard).toEqual(['first'])

  proxy.forgetWires()
  await say('lost')
  await expect.poll(() => missed, { timeout: 20_000 }).toBe(2)
  await say('second')

  await expect.poll(() => heard).toEqual(['first', 'second'])
}, 30_000)
