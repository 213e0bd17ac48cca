/** A node of two processes: what it sells, and what happens if either is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdUp, untilNodeWaits } from '#testing/faults/hold-up.ts'
import { NODE_ADMIN } from '#testing/faults/node-process.ts'
import { type Answer, Shopper, setStockAt, until } from '#testing/faults/shopper.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { type StoreProcess, startStore } from '#testing/store-process.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { HELPER_ARGUMENT } from './helper-messages.ts'

const VIP = '48453-vacant-vip-20'
/** Another helper is there within a second or two, and takes over the jobs of a killed one after six. */
const TAKEN_UP_MS_MAX = 20_000
/** Of each process: one for stock, one for settings. */
const LISTENING = 2

let testDatabase: TestDatabase
let store: StoreProcess
const start = () =>
  startStore(testDatabase.url, {
    PROCESSES: '2',
    DEMO: '0',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: NODE_ADMIN.email,
    ADMIN_PASSWORD: NODE_ADMIN.password,
  })
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  store = await start()
  await setStockAt(store.url, NODE_ADMIN, VIP, 100)
})
afterAll(async () => {
  store.process.kill('SIGKILL')
  await store.ended
  await testDatabase.drop()
})

/** Reads a metric of `/metrics`; null while it is unknown. */
async function figure(name: string): Promise<number | null> {
  const text = await (await fetch(`${store.url}/metrics`)).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text.replaceAll(/[{}]/g, ' ')) ?? []
  return value === undefined ? null : Number(value)
}
const ofHelper = (label: string) => figure(`helper_process figure="${label}" `)

async function helperPid(): Promise<number> {
  const pid = await ofHelper('pid')
  if (pid === null) throw new Error('the store has no helper')
  return pid
}

async function countListening(): Promise<number> {
  const { rowCount } = await testDatabase.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'leadyard notices'`,
  )
  return rowCount ?? 0
}

async function buy(): Promise<{ shopper: Shopper; order: Answer }> {
  const shopper = new Shopper(store.url)
  await shopper.reserve(VIP)
  const { body: payment } = await shopper.openPayment()
  expect((await shopper.confirm(payment)).status).toBe(200)
  return { shopper, order: await shopper.recordOrder(payment.paymentId) }
}

test('a helper that is killed at work is restarted, and every message arrives once', async () => {
  const killed = await helperPid()
  const held = await holdUp(testDatabase, 'lock table sandbox_mailbox.messages in exclusive mode')
  const during = await buy()
  await untilNodeWaits(testDatabase)

  process.kill(killed, 'SIGKILL')
  const without = await buy()
  await held.release()

  expect([during.order, without.order]).toMatchObject([
    { body: { status: 'completed' } },
    { body: { status: 'completed' } },
  ])
  for (const { shopper } of [during, without])
    await until('the mail is there', TAKEN_UP_MS_MAX, async () => ((await shopper.mails()).length > 0 ? true : null))
  await until('all events and jobs are dealt with', TAKEN_UP_MS_MAX, async () => {
    const { rows } = await testDatabase.pool.query(
      `select (select count(*) from webhook_events where type = 'payment_intent.succeeded' and handled_at is not null)::int as handled,
         (select count(*) from graphile_worker.jobs)::int as jobs`,
    )
    return rows[0].handled === 2 && rows[0].jobs === 0 ? true : null
  })
  for (const { shopper } of [during, without]) expect(await shopper.mails()).toHaveLength(1)
  expect([await ofHelper('starts'), await helperPid()]).toEqual([2, expect.not.toSatisfy((pid) => pid === killed)])
  await until('its timers run', TAKEN_UP_MS_MAX, () => figure('timer_seconds_since_run timer="expire-holds" '))
  expect(store.log()).toContain('the helper process ended and will be started again')
  await expectStockIdentities(testDatabase)
}, 60_000)

test('a helper whose clock is wrong reports it, and the node does not run', async () => {
  const shift = new URL('../../testing/faults/shift-clock.ts', import.meta.url).href
  const shiftHelper = `if(process.argv.includes('${HELPER_ARGUMENT}'))await(import('${shift}'))`
  const started = startStore(testDatabase.url, {
    PROCESSES: '2',
    NODE_OPTIONS: `--import=data:text/javascript,${shiftHelper}`,
    CLOCK_SHIFT_MS: '600000',
  })

  await expect(started).rejects.toThrow("This machine's clock is 10 minutes ahead of the database's.")
}, 60_000)

test('a helper ends with its main process, which a signal to both stops in order', async () => {
  expect(await countListening()).toBe(2 * LISTENING)
  store.process.kill('SIGKILL')
  await store.ended
  await expect.poll(countListening, { timeout: TAKEN_UP_MS_MAX }).toBe(0)

  store = await start()
  const bought = await buy()
  // Like Ctrl-C, which the terminal sends to both.
  for (const pid of [await helperPid(), store.process.pid ?? 0]) process.kill(pid, 'SIGINT')

  expect(bought.order.body.status).toBe('completed')
  expect(await store.ended).toBe(0)
  expect(await countListening()).toBe(0)
  expect(store.said().match(/Stopping/g)).toHaveLength(1)
  const { rows } = await testDatabase.pool.query(
    'select (select count(*) from job_workers)::int as workers, (select count(*) from graphile_worker.jobs where locked_by is not null)::int as locked',
  )
  // Those of the two that were killed.
  expect(rows).toEqual([{ workers: 2, locked: 0 }])
}, 60_000)
