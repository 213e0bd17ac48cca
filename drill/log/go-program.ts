/** Builds the program of `drill/log/go` with whatever Go and `golang.org/x/mod` are at hand. */
import { execFile } from 'node:child_process'
import { access, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian's package golang-golang-x-mod-dev puts it. */
const DEBIAN_SOURCE = '/usr/share/gocode/src/golang.org/x/mod'
const DEBIAN_PACKAGE = 'golang-golang-x-mod-dev'
/** What the program takes of it. Both stand on Go's own library alone. */
const PACKAGES = ['sumdb/note', 'sumdb/tlog']
const MISSING =
  'this drill needs Go and the source of golang.org/x/mod: install golang-go, and golang-golang-x-mod-dev or name a ' +
  'folder of another version in GO_MOD_SOURCE (the program go in GO)'

export interface GoProgram {
  path: string
  /** Which Go and which golang.org/x/mod. */
  versions: string
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** A folder of a module's source is usually called `mod@v0.40.0`. */
async function versionOf(source: string): Promise<string> {
  if (source !== DEBIAN_SOURCE) return /@(.+)$/.exec(basename(source))?.[1] ?? 'of an unknown version'
  const { stdout } = await run('dpkg-query', ['--show', DEBIAN_PACKAGE])
  return `${stdout.trim().split('\t').at(-1)} (Debian)`
}

/**
 * Builds the program. Nothing is downloaded.
 *
 * @returns it, or one sentence that says what is missing
 */
export async function buildGoProgram(folder: string): Promise<GoProgram | string> {
  const { GO: go = 'go', GO_MOD_SOURCE: source = DEBIAN_SOURCE } = process.env
  const found = await run(go, ['env', 'GOVERSION']).catch(() => null)
  if (!found || !(await isThere(join(source, 'sumdb', 'tlog', 'tlog.go')))) return MISSING
  const goVersion = found.stdout.trim()
  const [, language] = /^go(\d+\.\d+)/.exec(goVersion) ?? []
  await mkdir(folder)
  await cp(join(import.meta.dirname, 'go'), folder, { recursive: true })
  for (const name of PACKAGES) {
    const files = (await readdir(join(source, name))).filter((file) => /(?<!_test)\.go$/.test(file))
    for (const file of files) await cp(join(source, name, file), join(folder, 'mod', name, file))
  }
  // Its own go.mod may ask for a newer Go than these two packages need. If they do need it, the compiler says so.
  await writeFile(join(folder, 'mod', 'go.mod'), `module golang.org/x/mod\n\ngo ${language}\n`)
  await writeFile(
    join(folder, 'go.mod'),
    `module check\n\ngo ${language}\n\nrequire golang.org/x/mod v0.0.0\n\nreplace golang.org/x/mod => ./mod\n`,
  )
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=mod' }
  await run(go, ['build', '-o', 'check', '.'], { cwd: folder, env })
  return { path: join(folder, 'check'), versions: `${goVersion}, golang.org/x/mod ${await versionOf(source)}` }
}
