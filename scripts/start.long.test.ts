import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/platform/postgres/postmaster-file.ts'

const STORE = `
  let heard = 0
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      console.log('heard ' + signal)
      heard += 1
      if (heard === 1) setTimeout(() => process.exit(7), 200)
    })
  }
  setInterval(() => {}, 1_000_000)
  // Only now, because the reader sends its signal at once.
  console.log('store ' + process.pid)
`

/** Creates what it is asked for: the server, the pages, what checks proofs, or the program that prerenders pages, of which there are none. */
const VITE = `
  import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
  mkdirSync(outDir, { recursive: true })
  if (process.argv.includes('--ssr')) writeFileSync(outDir + '/prerender-pages.js', '')
  else if (process.argv.includes('vite.verifier.config.ts'))
    for (const file of ['verify.html', 'verify.mjs']) writeFileSync(outDir + '/' + file, '')
  else if (process.argv.includes('vite.server.config.ts')) copyFileSync('src/server/main.ts', outDir + '/main.js')
  else console.log('built')
`

/** A clone in miniature: our real scripts, a store that does nothing, and packages that are already there. */
async function aClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'leadyard-clone-'))
  onTestFinished(() => rm(clone, { recursive: true, force: true }))
  for (const folder of ['scripts', 'deploy'])
    await cp(new URL(`../${folder}`, import.meta.url), join(clone, folder), { recursive: true })
  for (const folder of [
    'src/server',
    'src/sandbox',
    'src/demo',
    'src/web',
    'src/contract',
    'src/proof',
    'src/verifier',
    'node_modules/.bin',
    'node_modules/vite/bin',
  ]) {
    await mkdir(join(clone, folder), { recursive: true })
  }
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } })
  const files = {
    'package.json': '{"type":"module"}',
    'package-lock.json': lock,
    'node_modules/.package-lock.json': lock,
    'node_modules/vite/bin/vite.js': VITE,
    'node_modules/vite/package.json': '{"type":"module"}',
    'index.html': '<p>',
    'vite.config.ts': '',
    'vite.server.config.ts': '',
    'vite.verifier.config.ts': '',
    'src/web/main.tsx': '1',
    'src/server/main.ts': STORE,
  }
  for (const [path, content] of Object.entries(files)) await writeFile(join(clone, path), content)
  await symlink(process.execPath, join(clone, 'node_modules/.bin/node'))
  return clone
}

async function startClone(clone: string) {
  const starter = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { PATH: process.env.PATH ?? '' },
  })
  const lines: string[] = []
  const output = createInterface(starter.stdout)
  output.on('line', (line) => lines.push(line))
  const exit = once(starter, 'exit')
  onTestFinished(async () => {
    starter.kill('SIGKILL')
    await exit
  })
  await expect.poll(() => lines.some((line) => line.startsWith('store ')), { timeout: 15_000 }).toBe(true)
  const storePid = Number(lines.find((line) => line.startsWith('store '))?.slice('store '.length))
  return { starter, lines, exit, storePid }
}

const groupOf = (process: ChildProcess): number => -(process.pid ?? 0)

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the store receives %s once if it is sent to the process group, and its exit code is ours',
  async (signal) => {
    const { starter, lines, exit } = await startClone(await aClone())
    process.kill(groupOf(starter), signal)
    // npm forwards to us what the terminal has already sent.
    process.kill(starter.pid ?? 0, signal)

    expect(await exit).toEqual([7, null])
    expect(lines.filter((line) => line.startsWith('heard'))).toEqual([`heard ${signal}`])
  },
)

test('if the starter is killed by force, the store ends too', async () => {
  const { starter, storePid } = await startClone(await aClone())
  process.kill(groupOf(starter), 'SIGKILL')

  await expect.poll(() => isAlive(storePid)).toBe(false)
})

test('pages are built at the first start and after a change of their source, not otherwise', async () => {
  const clone = await aClone()
  const built: boolean[] = []
  for (const change of [null, null, '2']) {
    if (change) await writeFile(join(clone, 'src/web/main.tsx'), change)
    const { starter, lines, exit } = await startClone(clone)
    built.push(lines.includes('built'))
    starter.kill('SIGTERM')
    await exit
  }

  expect(built).toEqual([true, false, true])
  expect((await stat(join(clone, 'dist/web/.stamp'))).isFile()).toBe(true)
})
