import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, NODE, ROOT } from './paths.mjs'
import { SetUpError, withProgress } from './say.mjs'

/** Everything that the built pages are made of. Contents count, not times: git sets times as it likes. */
const SOURCES = ['src/web', 'src/contract', 'index.html', 'vite.config.ts', 'package-lock.json']

const BUILT = inRoot('dist', 'web')

/** Builds the web side into dist/web if its sources changed since the last build. */
export async function buildWeb() {
  const wanted = webFingerprint()
  if (builtFrom() === wanted) return
  await withProgress('Building the web pages', async () => {
    // Built beside and renamed: a build that is killed or fails leaves the last good pages, and a store that is
    // running from this clone goes on serving whole ones.
    const scratch = `${BUILT}.new-${process.pid}`
    try {
      await viteBuild(scratch)
      await prerenderPages(scratch)
      writeFileSync(join(scratch, '.stamp'), wanted)
      rmSync(BUILT, { recursive: true, force: true })
      renameSync(scratch, BUILT)
    } finally {
      for (const path of [scratch, prerendererOf(scratch)]) rmSync(path, { recursive: true, force: true })
    }
  })
}

function builtFrom() {
  try {
    return readFileSync(join(BUILT, '.stamp'), 'utf8')
  } catch {
    return ''
  }
}

/** A hash over names and contents of all sources, in a fixed order. */
export function webFingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(inRoot(path)).isDirectory()) {
      for (const name of readdirSync(inRoot(path)).sort()) add(`${path}/${name}`)
      return
    }
    const content = readFileSync(inRoot(path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  for (const source of SOURCES) add(source)
  return hash.digest('hex')
}

function viteBuild(outDir, args = []) {
  mkdirSync(outDir, { recursive: true })
  return run(
    'node_modules/vite/bin/vite.js',
    'build',
    ...args,
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  )
}

/** The program that draws the pages; beside the build, because it is not part of it. */
const prerendererOf = (outDir) => `${outDir}-prerenderer`

/** Draws the pages as they look before anything is known, into the hidden folder where the server looks for them. */
async function prerenderPages(outDir) {
  await viteBuild(prerendererOf(outDir), ['--ssr', 'src/web/prerender-pages.tsx'])
  await run(join(prerendererOf(outDir), 'prerender-pages.js'), join(outDir, '.prerendered'))
}

function run(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new SetUpError('The web pages could not be built; the messages above say why.')),
    )
  })
}
