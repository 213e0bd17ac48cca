import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, NODE, ROOT, readIfThere } from './paths.mjs'
import { SetUpError, withProgress } from './say.mjs'

/**
 * Builds one folder of `dist` if its sources changed since the last build.
 * @param {{ name: string, title: string, sources: string[], make: (scratch: string) => Promise<void> }} part name: of
 * the folder; sources: files and folders that it is built from; make: writes into the folder it gets
 */
export async function buildIfChanged({ name, title, sources, make }) {
  const folder = inRoot('dist', name)
  const wanted = fingerprint(sources)
  if (readIfThere(join(folder, '.stamp')) === wanted) return
  await withProgress(title, async () => {
    // Built next to the old one and renamed. A build that is killed or fails leaves the last good one, and a store that
    // is running from this clone keeps serving complete pages.
    const scratch = `${folder}.new-${process.pid}`
    try {
      await make(scratch)
      writeFileSync(join(scratch, '.stamp'), wanted)
      rmSync(folder, { recursive: true, force: true })
      renameSync(scratch, folder)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  })
}

/** A hash over names and contents of all sources. Contents rather than times, because git sets times as it likes. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(inRoot(path)).isDirectory()) {
      for (const name of readdirSync(inRoot(path)).sort()) add(`${path}/${name}`)
      return
    }
    const content = readFileSync(inRoot(path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}

export function viteBuild(outDir, args = []) {
  mkdirSync(outDir, { recursive: true })
  const options = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  return run('node_modules/vite/bin/vite.js', 'build', ...args, ...options)
}

export function run(...args) {
  // What is built must not depend on who builds: Vitest sets "test", with which React comes in its development version,
  // twice as large, and the next `npm start` would serve it.
  const env = { ...process.env, NODE_ENV: 'production' }
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new SetUpError('The store could not be built; the messages above say why.')),
    )
  })
}
