/**
 * Migrations under faults: two nodes on an empty database, a migration killed in its transaction while another node
 * starts, and a data folder of an earlier commit whose node keeps selling next to a new one.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setStock } from '../../bench/lab/stock.ts'
import type { StoreNode } from '../../bench/lab/store-node.ts'
import { SERVER } from '../../scripts/lib/build-server.mjs'
import { Market } from './market.ts'
import { describe, settle } from './verdict.ts'
import { PACKAGES, type World, withWorld } from './world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
/** The first node loads the whole catalogue into an empty database. */
const FIRST_READY_WITHIN_MS = 600_000

export interface UpgradeDrillOptions {
  /** Commits to upgrade from, oldest first. */
  from: readonly string[]
  print: (line: string) => void
}

const migrationsOf = async (world: World): Promise<string> => {
  const { rows } = await world
    .pool()
    .query('select count(*)::int as rows, count(distinct hash)::int as kinds from schema_migrations')
  return `${rows[0].rows} migrations, ${rows[0].kinds} of them different`
}

function twoOnEmpty(print: (line: string) => void): Promise<string[]> {
  return withWorld(
    async (world) => {
      const nodes = await Promise.allSettled([world.startNode(), world.startNode()])
      const failed = nodes.flatMap((node) => (node.status === 'rejected' ? [String(node.reason)] : []))
      const state = await migrationsOf(world)
      print(`two nodes on an empty database: ${2 - failed.length} ready; ${state}`)
      return failed.map((reason) => `one of two nodes on an empty database did not start: ${reason.slice(-300)}`)
    },
    { isFilled: false },
  )
}

/** Kills a node in the middle of its migrations; the next starts immediately. */
function killedMigration(print: (line: string) => void): Promise<string[]> {
  return withWorld(
    async (world) => {
      const faults: string[] = []
      const migrating = `select pid from pg_stat_activity where application_name = 'leadyard migrate' and xact_start is not null`
      const child = spawn(process.execPath, [SERVER], {
        cwd: ROOT,
        env: { ...process.env, ...world.nodeEnv(), PORT: '0', DEMO: '0' },
        stdio: 'ignore',
      })
      const started = performance.now()
      while ((await world.pool().query(migrating)).rowCount === 0 && performance.now() - started < 60_000) await wait(2)
      await wait(150)
      child.kill('SIGKILL')
      const node = await world.startNode().catch((error) => String(error))
      const state = await migrationsOf(world)
      await wait(3_000)
      const { rowCount } = await world
        .pool()
        .query(`select from pg_stat_activity where application_name = 'leadyard migrate'`)
      print(
        `a migration killed, another node at once: ${typeof node === 'string' ? 'not ready' : 'ready'}; ${state}; ${rowCount} migrations left at work`,
      )
      if (typeof node === 'string') faults.push(`the next node did not start: ${node.slice(-600)}`)
      if (rowCount !== 0) faults.push('an orphaned migration works on beside the new node')
      return faults
    },
    { isFilled: false },
  )
}

/** The code of an earlier commit, with today's libraries. */
async function checkOut(world: World, commit: string): Promise<string> {
  const folder = join(world.folder, `at-${commit}`)
  await mkdir(folder)
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: ROOT })
  await run('ln', ['-s', join(ROOT, 'node_modules'), join(folder, 'node_modules')])
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true }).catch(() => undefined)
  return folder
}

function upgradeFrom(commit: string, print: (line: string) => void): Promise<string[]> {
  return withWorld(
    async (world) => {
      const folder = await checkOut(world, commit)
      const old = await world.startNode({}, { cwd: folder, readyWithinMs: FIRST_READY_WITHIN_MS })
      await setStock(world.pool(), PACKAGES, 999)
      const before = await migrationsOf(world)
      let nodes: StoreNode[] = [old]
      const market = new Market(() => nodes.map((node) => node.url), world.cards)
      market.open(3)
      await wait(5_000)
      const toldAlone = market.told.size
      const young = await world.startNode()
      nodes = [old, young]
      await wait(15_000)
      const toldTogether = market.told.size - toldAlone
      // The old one is stopped as in an upgrade.
      nodes = [young]
      await wait(1_000)
      await old.stop()
      await wait(3_000)
      await market.close()
      const figures = await settle(world.pool(), { ...world, market })
      print(
        `from ${commit} (${before}) to now (${await migrationsOf(world)}): ${toldAlone} orders told by the old node alone, ` +
          `${toldTogether} by both; ${describe(figures, market)}`,
      )
      return [...figures.faults, ...market.faults()].map((fault) => `from ${commit}: ${fault}`)
    },
    { isFilled: false },
  )
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export async function drillUpgrade({ from, print }: UpgradeDrillOptions): Promise<string[]> {
  const faults = [...(await twoOnEmpty(print)), ...(await killedMigration(print))]
  for (const commit of from) {
    const found = await upgradeFrom(commit, print).catch((error) => [`from ${commit}: ${String(error).slice(-600)}`])
    faults.push(...found)
  }
  return faults
}
