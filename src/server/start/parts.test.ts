/** What a process keeps aside from its callers. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/platform/logging.ts'
import { aFolder } from '#testing/folders.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { openParts } from './parts.ts'

const testDatabase = await aTestDatabase('store')
const folder = aFolder()

/** Opens the parts of a process whose pool has this many connections. */
async function open(databasePool: string) {
  const stops: (() => Promise<unknown>)[] = []
  const life = {
    say: () => undefined,
    onStop: (step: () => Promise<unknown>) => void stops.push(step),
    stop: async () => undefined,
    isStopping: () => false,
  }
  const parts = await openParts(life, {
    config: readConfig({
      PORT: '0',
      DATABASE_POOL: databasePool,
      LOG_LEVEL: 'silent',
      LOG_KEYS_FILE: 'off',
      SECRETS_FILE: join(folder, 'secrets.json'),
    }),
    log: createLog('silent'),
    databaseUrl: testDatabase.url,
    publicUrl: () => 'http://store.test',
    webhookUrl: () => null,
  })
  return {
    parts,
    async close() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

test('readiness, jobs and the sandbox have connections while requests use all of theirs', async () => {
  const { parts, close } = await open('20')
  const app = await buildApp({ ...parts, isStarted: () => true })
  const taken = await Promise.all(Array.from({ length: 12 }, () => parts.database.pool.connect()))

  const ready = await app.server.inject('/readyz')
  const { rows } = await app.systemContext('job_1').database.pool.query('select 1 as one')
  const mailbox = await app.server.inject('/sandbox/mailbox.json?to=ada@example.com')

  expect(parts.database.pool.waitingCount).toBe(0)
  expect([ready.statusCode, rows, mailbox.statusCode]).toEqual([200, [{ one: 1 }], 200])
  for (const client of taken) client.release()
  await app.server.close()
  await close()
})
