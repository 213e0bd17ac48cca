/** The process itself, whatever its clock, its output's reader and its database do; main.test.ts has what is usual. */
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { Shopper } from '#testing/faults/shopper.ts'
import { startStore } from '#testing/store-process.ts'
import { aTestDatabase } from '#testing/test-database.ts'

const testDatabase = await aTestDatabase()

/** A refused call writes about 300 bytes to the log, and has a long path; a pipe holds up to a megabyte. */
const LOGGED_PATH = `/api/me?${'x'.repeat(200)}`
const LOGGED_CALLS = 2_000

test.each([
  ['600000', '10 minutes ahead of'],
  ['-90000000', '1500 minutes behind'],
])('a node whose clock is wrong by %s ms reports it with a remedy and does not run', async (shiftMs, words) => {
  const shift = fileURLToPath(new URL('../testing/faults/shift-clock.ts', import.meta.url))
  const started = startStore(testDatabase.url, { NODE_OPTIONS: `--import ${shift}`, CLOCK_SHIFT_MS: shiftMs })

  await expect(started).rejects.toThrow(`This machine's clock is ${words} the database's.`)
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
      const client = new Shopper(node.url)
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
