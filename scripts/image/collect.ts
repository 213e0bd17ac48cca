/** Builds the store and copies what it needs to run: `node scripts/image/collect.ts <folder> <npm's sbom>`. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { buildServer } from '../lib/build-server.mjs'
import { buildWeb } from '../lib/build-web.mjs'
import { noticeTexts } from '../lib/notices.ts'
import { findPrograms, foldersOf, isRead, packagesOf, SOURCE_FOLDERS, sourcesIn } from './runtime-files.ts'
import { withoutChance } from './sbom.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const [out, sbomFile] = process.argv.slice(2)
if (!out || !sbomFile) throw new Error('Where to? node scripts/image/collect.ts <folder> <sbom>')
const epochSeconds = Number(process.env.SOURCE_DATE_EPOCH || 0)
const app = join(out, 'app')

/** Only making a new migration reads these. */
const SNAPSHOT = /\bmigrations\/meta\/.*_snapshot\.json$/

function copy(from: string, to = join(app, from)): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(ROOT, from), to, { dereference: true })
}

/** Copies a package without the packages inside it, which are copied if something needs them. */
function copyPackage(folder: string): void {
  const files = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
  for (const entry of files) {
    const path = relative(ROOT, join(entry.parentPath, entry.name))
    if (entry.isFile() && isRead(entry.name) && !path.slice(folder.length).includes('/node_modules/')) copy(path)
  }
}

/** Sets one time and the usual rights, which cpSync takes from whoever built. */
function settle(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder) for (const name of readdirSync(path)) settle(join(path, name))
  chmodSync(path, isFolder || basename(dirname(path)) === 'bin' ? 0o755 : 0o644)
  utimesSync(path, epochSeconds, epochSeconds)
}

await buildServer()
await buildWeb()

const { programs, packages } = findPrograms(ROOT)
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
for (const folder of foldersOf(lock, [...packages, ...packagesOf(ROOT, programs)])) copyPackage(folder)
for (const folder of [...SOURCE_FOLDERS, 'migrations', 'dist/server', 'dist/web'])
  for (const file of sourcesIn(join(ROOT, folder))) if (!SNAPSHOT.test(file)) copy(relative(ROOT, file))
copy('package.json')
copy('deploy/check-ready.mjs', join(app, 'check-ready.mjs'))
copy('deploy/node.mjs')
copy('node_modules/node/bin/node', join(out, 'usr', 'local', 'bin', 'node'))
writeFileSync(join(app, 'sbom.cdx.json'), withoutChance(readFileSync(sbomFile, 'utf8'), epochSeconds))
writeFileSync(join(app, 'third-party-notices.txt'), noticeTexts())
settle(out)
mkdirSync(`${out}-data`, { recursive: true })
