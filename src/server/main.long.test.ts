/** The process itself: what it logs, how it stops, and what it does while its database is away. */

import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { type StoreProcess, startStore } from '#testing/store-process.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'

const ADMIN = { email: 'keeper@example.com', password: 'hush-hush-81' }

let testDatabase: TestDatabase
let proxy: DatabaseProxy
let store: StoreProcess
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  proxy = await DatabaseProxy.open(testDatabase.url)
  store = await startStore(proxy.url, {
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
})
afterAll(async () => {
  store.process.kill('SIGKILL')
  await store.ended
  await proxy.close()
  await testDatabase.drop()
})

/** A separate browser for each chain of calls. */
function browser(url = store.url) {
  let cookies: Record<string, string> = {}
  return {
    cookies: () => Object.values(cookies),
    async call(method: string, path: string, body?: unknown) {
      const reply = await fetch(url + path, {
        method,
        headers: {
          cookie: Object.entries(cookies)
            .map(([name, value]) => `${name}=${value}`)
            .join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const cookie of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies = { ...cookies, [name]: value }
      }
      return { status: reply.status, body: await reply.json() }
    },
  }
}

/** A refused call writes about 300 bytes to the log, and has a long path; a pipe holds up to a megabyte. */
const LOGGED_PATH = `/api/me?${'x'.repeat(200)}`
const LOGGED_CALLS = 2_000

describe('a node whose clock is wrong', () => {
  test.each([
    ['600000', '10 minutes ahead of'],
    ['-90000000', '1500 minutes behind'],
  ])('by %s ms reports it with a remedy and does not run', async (shiftMs, words) => {
    const shift = fileURLToPath(new URL('../testing/faults/shift-clock.ts', import.meta.url))
    const started = startStore(testDatabase.url, { NODE_OPTIONS: `--import ${shift}`, CLOCK_SHIFT_MS: shiftMs })

    await expect(started).rejects.toThrow(`This machine's clock is ${words} the database's.`)
  })
})

describe('stopping', () => {
  test.each([
    ['stopped reading', (output: Readable) => output.pause()],
    ['went away', (output: Readable) => output.destroy()],
  ])(
    'needs one signal, and calls are answered until then, even if the reader of its output %s',
    async (_, leave) => {
      const node = await startStore(testDatabase.url, { LOG_LEVEL: 'trace' })
      onTestFinished(() => {
        node.process.kill('SIGKILL')
      })
      const { stdout, stderr } = node.process
      if (stdout) leave(stdout)
      if (stderr) leave(stderr)
      const client = browser(node.url)
      const statuses = new Set<number>()
      // Each call is logged, so the pipe is full long before the last.
      for (let calls = 0; calls < LOGGED_CALLS; calls += 1) statuses.add((await client.call('GET', LOGGED_PATH)).status)

      node.process.kill('SIGTERM')

      expect([...statuses]).toEqual([401])
      expect(await node.ended).toBe(0)
    },
    60_000,
  )

  test('a start whose database accepts connections but stays silent says so and ends', async () => {
    const silent = await DatabaseProxy.open(testDatabase.url)
    onTestFinished(() => silent.close())
    silent.silence()

    await expect(startStore(silent.url)).rejects.toThrow(/DATABASE_URL does not answer/)
  }, 40_000)
})
