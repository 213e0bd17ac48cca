import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url))
const CHEAPEST = '48453-vacant-standard-20'
const AS_ADMIN = { PROBE_EMAIL: ADMIN.email, PROBE_PASSWORD: ADMIN.password }
const store = withStore({ listen: true })
beforeAll(async () => {
  await store.setStock(CHEAPEST, 5)
})

async function probe(args: string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawn(process.execPath, [PROBE, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: '/nonexistent', ...env },
  })
  const ended = new Promise<number | null>((resolve) => program.once('exit', resolve))
  const [printed, wrong, code] = await Promise.all([text(program.stdout), text(program.stderr), ended])
  return { printed: `${printed}${wrong}`, code }
}

const query = async (sql: string) => (await store.testDatabase.pool.query(sql)).rows

test('buys, checks and gives back, and leaves the stock as it was', async () => {
  let isOver = false
  const probing = probe([store.url], AS_ADMIN).finally(() => {
    isOver = true
  })
  // Refunds are made by a job, and this store runs none by itself.
  while (!isOver) await store.runJobs()
  const { printed, code } = await probing
  expect(printed).toMatch(/is held.*is charged.*is refunded.*The probe passed\./s)
  expect(code).toBe(0)
  expect(await query('select state, refund_state from orders')).toEqual([
    { state: 'refunded', refund_state: 'refunded' },
  ])
  expect(await query(`select available from packages where package_id = '${CHEAPEST}'`)).toEqual([{ available: 5 }])
})

test('without an administrator it only holds and releases', async () => {
  const [before] = await query('select count(*)::int as orders from orders')
  const { printed, code } = await probe([store.url])
  expect(printed).toMatch(/and released.*Nothing was bought: set PROBE_EMAIL/s)
  expect(code).toBe(0)
  expect(await query('select count(*)::int as orders from orders')).toEqual([before])
  expect(await query(`select count(*)::int as live from holds where state = 'live'`)).toEqual([{ live: 0 }])
})

test.each([
  ['a county without stock', () => [store.url, 'Texas/Loving'], 'nothing in stock'],
  ['a county that does not exist', () => [store.url, 'Texas/Atlantis'], '404'],
  ['a store that is not there', () => ['http://127.0.0.1:9'], 'fetch failed: '],
])('fails for %s, and says why', async (_, args, words) => {
  const { printed, code } = await probe(args(), AS_ADMIN)
  expect(printed).toContain('The probe failed: ')
  expect(printed).toContain(words)
  expect(code).toBe(1)
})
