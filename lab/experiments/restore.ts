/**
 * A store sells while a backup is taken. Then it is killed with its database and restored in another place: every order
 * that a buyer was told about before the backup is there, none from after it, everything adds up, and a node sells on it.
 */
import { execFile } from 'node:child_process'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { makeKey } from '#server/platform/backup/seal.ts'
import { findRunningOwner } from '#server/platform/postgres/postmaster.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { findStockFaults } from '#testing/stock-faults.ts'
import { say } from '../laboratory.ts'
import { Market } from '../market.ts'
import { openPool } from '../store-data.ts'
import { endPostgres, restock, type World, withWorld } from '../world.ts'

/** How long they buy before the backup, and after it. */
const PHASE_MS = 10_000
const SOLD_WITHIN_MS = 60_000

type Sold = Awaited<ReturnType<typeof sellAndKill>>

async function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const startedAt = performance.now()
  const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  const { stderr } = await promisify(execFile)(process.execPath, [program, ...args], options)
  return { ms: Math.round(performance.now() - startedAt), said: stderr }
}

async function poolOf(dataDir: string): Promise<pg.Pool> {
  const running = await findRunningOwner(dataDir)
  if (!running) throw new Error(`no PostgreSQL runs on ${dataDir}`)
  return openPool(running)
}

async function sellAndKill(world: World, env: Readonly<Record<string, string>>, buyers: number) {
  const { DATA_DIR = '' } = env
  const node = await world.startNode(env)
  const pool = await poolOf(DATA_DIR)
  await restock(pool)
  const market = new Market(() => [node.url], world.cards)
  market.open(buyers)
  await wait(PHASE_MS)
  const told = new Set(market.told.keys())
  const backup = await run('src/server/backup.ts', [], { ...world.nodeEnv(), ...env })
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const end = rows[0]?.now ?? new Date(0)
  await wait(PHASE_MS)
  const paidLater = await pool.query<{ order_id: string }>('select order_id from orders where paid_at > $1', [end])
  await pool.end()
  await node.kill()
  await endPostgres(DATA_DIR, 'kill')
  await market.close()
  say(
    `  ${market.begun} checkouts begun, ${market.told.size} orders told; backup under load in ${backup.ms} ms: ` +
      `${backup.said.split('\n').find((line) => line.startsWith('The backup ')) ?? 'it said nothing'}`,
  )
  return { told, end, later: new Set(paidLater.rows.map((row) => row.order_id)) }
}

async function judge(pool: pg.Pool, { told, end, later }: Sold): Promise<string[]> {
  const faults: string[] = []
  const { rows } = await pool.query<{ order_id: string; is_paid: boolean; is_late: boolean }>(
    `select order_id, state in ('paid', 'processed') as is_paid, greatest(created_at, paid_at) > $1 as is_late from orders`,
    [end],
  )
  const paid = new Set(rows.filter((row) => row.is_paid).map((row) => row.order_id))
  const lost = [...told].filter((orderId) => !paid.has(orderId))
  const early = [...later].filter((orderId) => paid.has(orderId))
  const late = rows.filter((row) => row.is_late)
  for (const orderId of lost)
    faults.push(`an order that its buyer was told about before the backup is missing: ${orderId}`)
  for (const orderId of early) faults.push(`an order is paid that was paid after the backup: ${orderId}`)
  for (const { order_id } of late) faults.push(`an order is there from after the backup: ${order_id}`)
  for (const fault of await findStockFaults(pool)) faults.push(`stock, order or money: ${JSON.stringify(fault)}`)
  if (told.size === 0 || later.size === 0)
    faults.push('no order before the backup or none after it, so nothing was proved')
  say(
    `  restored: ${rows.length} orders, ${paid.size} paid; ${told.size} told before the backup, ${lost.length} of them ` +
      `missing; ${later.size} paid after it, ${early.length + late.length} of them there`,
  )
  return faults
}

async function sellAgain(world: World, url: string): Promise<string[]> {
  const market = new Market(() => [url], world.cards)
  const order = await Promise.race([market.buy({ isPatient: true }), wait(SOLD_WITHIN_MS, null, { ref: false })])
  return order ? [] : [`the restored store sold nothing within ${SOLD_WITHIN_MS / 1_000} s`]
}

export function restoreUnderLoad({ buyers }: { buyers: number }): Promise<string[]> {
  return withWorld(
    async (world) => {
      // As root, PostgreSQL's user has to get in.
      await chmod(world.folder, 0o711)
      const backups = join(world.folder, 'backups')
      const { key } = await makeKey()
      // Its own embedded database instead of the world's.
      const own = { DATABASE_URL: '', BACKUP_TO: backups, BACKUP_KEY: key }
      const sold = await sellAndKill(world, { ...own, DATA_DIR: join(world.folder, 'sold') }, buyers)

      const into = join(world.folder, 'restored')
      const restored = await run('src/server/restore.ts', ['--from', backups, '--into', into], own)
      say(`  restored in ${restored.ms} ms`)
      // Before a node settles what was open at that time and is paid by now.
      const bare = await startEmbeddedPostgres({ dataDir: into, log: () => undefined })
      const barePool = openPool(bare.ownerUrl)
      const faults = await judge(barePool, sold)
      await barePool.end()
      await bare.stop()

      await copyFile(join(world.folder, 'sold', 'secrets.json'), join(into, 'secrets.json'))
      const node = await world.startNode({ ...own, DATA_DIR: into })
      world.onClose(() => endPostgres(into, 'kill'))
      const pool = await poolOf(into)
      faults.push(...(await sellAgain(world, node.url)))
      for (const fault of await findStockFaults(pool)) faults.push(`after more sales: ${JSON.stringify(fault)}`)
      const { rows } = await pool.query<{ order_id: string }>(
        `select order_id from orders where state in ('paid', 'processed')`,
      )
      const settled = rows.filter((row) => sold.later.has(row.order_id)).length
      say(`  the restored store sells; it settled ${settled} orders that were open at the time by asking the provider`)
      await pool.end()
      await node.stop()
      return faults
    },
    { isFilled: false },
  )
}
