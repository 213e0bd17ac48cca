/** A node of an earlier commit sells alone, then beside a new one; its tests run on today's schema. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { say } from '../laboratory.ts'
import { describe, Market, settle } from '../market.ts'
import { ROOT, type StoreNode } from '../processes.ts'
import { restock, withWorld } from '../world.ts'

const run = promisify(execFile)
/** The first node loads the whole catalogue into an empty database. */
const FIRST_READY_WITHIN_MS = 600_000
const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: ROOT })).stdout.trim()

async function findRelease(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => '')
  if (tag) return tag
  const newest = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/*.sql')
  return git('rev-parse', '--short', `${newest}^`)
}

async function checkOut(commit: string, folder: string): Promise<void> {
  await run('sh', ['-c', `git archive "$1" | tar -x -C "$2"`, 'sh', commit, folder], { cwd: ROOT })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true }).catch(() => undefined)
}

function upgradeFrom(commit: string): Promise<string[]> {
  return withWorld(
    async (world) => {
      const folder = join(world.folder, 'earlier')
      await mkdir(folder)
      await checkOut(commit, folder)
      const old = await world.startNode({}, { cwd: folder, readyWithinMs: FIRST_READY_WITHIN_MS })
      await restock(world.pool())
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
      say(
        `  from ${commit} to now: ${toldAlone} orders told by the old node alone, ` +
          `${toldTogether} by both; ${describe(figures, market)}`,
      )
      return [...figures.faults, ...market.faults()].map((fault) => `from ${commit}: ${fault}`)
    },
    { isFilled: false },
  )
}

/** What sells: holds, checkout, settlement; and all statements, which PostgreSQL must still accept as declared. */
const TESTS = [
  'statement.types',
  'src/server/features/stock/place-hold',
  'src/server/features/checkout/',
  'src/server/features/payments/settle',
]

/** Runs tests of a release on today's schema: while nodes are upgraded one by one, the old program works on the new tables. */
async function testOnNewSchema(commit: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-release-'))
  try {
    await checkOut(commit, folder)
    await rm(join(folder, 'migrations'), { recursive: true })
    await cp(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true })
    const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--project', 'unit', '--reporter', 'dot', ...TESTS]
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 2 ** 26 }
    const { isPassed, output } = await run(process.execPath, args, options).then(
      ({ stdout }) => ({ isPassed: true, output: stdout }),
      ({ stdout = '', stderr = '' }) => ({ isPassed: false, output: `${stdout}${stderr}` }),
    )
    const [summary = 'no test ran'] = /^\s*Tests .*$/m.exec(output) ?? []
    say(`  tests of ${commit} on today's schema: ${summary.trim()}`)
    if (isPassed) return []
    const failed = new Set([...output.matchAll(/^\s*FAIL\s+(.*)$/gm)].map(([, name]) => name as string))
    if (failed.size === 0) return [`the tests of ${commit} did not run: ${output.slice(-1_000)}`]
    return [...failed].map((name) => `a test of ${commit} fails on today's schema: ${name}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function upgrade({ from }: { from?: string }): Promise<string[]> {
  const commit = from ?? (await findRelease())
  return [...(await upgradeFrom(commit)), ...(await testOnNewSchema(commit))]
}
