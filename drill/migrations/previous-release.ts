/**
 * Runs tests of the release before on today's schema: while nodes are upgraded one after the other, the old program works
 * on the new tables.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** What sells: holds, checkout, settlement; and all statements, which PostgreSQL must still accept as declared. */
const TESTS = [
  'src/server/platform/statement.types',
  'src/server/features/stock/place-hold',
  'src/server/features/checkout/',
  'src/server/features/payments/settle',
]

export interface PreviousReleaseOptions {
  /** The release's commit; by default the newest tag, or without tags the commit before the newest migration. */
  commit?: string | undefined
  print: (line: string) => void
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout.trim()
}

async function findRelease(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => '')
  if (tag) return tag
  const newest = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/*.sql')
  return git('rev-parse', '--short', `${newest}^`)
}

/** Runs vitest in a folder. @returns whether all passed, and the end of what it said */
function runTests(folder: string): Promise<{ isPassed: boolean; output: string }> {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'unit', '--reporter', 'dot', ...TESTS], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ isPassed: code === 0, output: chunks.join('') }))
  })
}

/** Runs the check. @returns one sentence for each test that fails */
export async function testPreviousRelease({ commit, print }: PreviousReleaseOptions): Promise<string[]> {
  const release = commit ?? (await findRelease())
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-release-'))
  try {
    await run('sh', ['-c', `git archive "$1" | tar -x -C "$2"`, 'sh', release, folder], { cwd: ROOT })
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await rm(join(folder, 'migrations'), { recursive: true })
    await cp(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true })
    const { isPassed, output } = await runTests(folder)
    const [summary = 'no test ran'] = /^\s*Tests .*$/m.exec(output) ?? []
    print(`tests of ${release} on today's schema: ${summary.trim()}`)
    if (isPassed) return []
    const failed = new Set([...output.matchAll(/^\s*FAIL\s+(.*)$/gm)].map(([, name]) => name as string))
    if (failed.size === 0) return [`the tests of ${release} did not run: ${output.slice(-1_000)}`]
    return [...failed].map((name) => `a test of ${release} fails on today's schema: ${name}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
