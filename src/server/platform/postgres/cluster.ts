import { createHmac, randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, readdir, readFile, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { flushFolder, writeDurably } from '#server/platform/files/durable-files.ts'
import { errorCode } from '../errors.ts'
import type { Installation } from './installation.ts'
import { isAlive } from './postmaster-file.ts'
import { EmbeddedPostgresError, run, type SystemUser } from './program.ts'

/** Owns the tables and migrates them. As creator of the cluster it stays a superuser: nothing else may use it. */
export const OWNER_ROLE = 'leadyard'
/** The store works as this role; store-role.sql says what it may do. */
export const STORE_ROLE = 'leadyard_store'
export const STORE_DATABASE = 'leadyard'

/** Returns the store role's password. It is derived from the owner's; the owner's cannot be derived from it. */
export function storePassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(STORE_ROLE).digest('base64url')
}

/** Returns the URL of a database: through the server's socket if it has one, otherwise over loopback. */
export function postgresUrl(
  server: { port: number; socketDir: string },
  { role, password, database }: { role: string; password: string; database: string },
): string {
  const host = server.socketDir === '' ? '127.0.0.1' : encodeURIComponent(server.socketDir)
  return `postgres://${role}:${password}@${host}:${server.port}/${database}`
}

/** Linked, so that two first starts agree on one. @throws EmbeddedPostgresError if the password of a cluster is gone */
export async function clusterPassword(dataDir: string, clusterPath: string): Promise<string> {
  const path = join(dataDir, 'postgres-password')
  const kept = await readFile(path, 'utf8').catch(() => null)
  if (kept) return kept.trim()
  if (await stat(clusterPath).catch(() => null))
    throw new EmbeddedPostgresError(
      `${path} is missing or unreadable, and without it the database in ${clusterPath} cannot be opened. ` +
        'Bring the file back from a backup, start as the user who owns it, or set DATA_DIR to another folder.',
    )
  const scratch = `${path}.new-${process.pid}`
  await rm(scratch, { force: true })
  await writeDurably(scratch, `${randomBytes(24).toString('base64url')}\n`)
  await link(scratch, path).catch(() => {})
  await unlink(scratch)
  const owner = await stat(dataDir)
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid)
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Creates the cluster if there is none, in a scratch folder that is renamed when complete. The first of two starts
 * wins.
 * @param options.durable false skips the flush to disk, for throw-away clusters of tests
 */
export async function ensureCluster(
  installation: Installation,
  password: string,
  options: { durable: boolean; log: (line: string) => void },
): Promise<void> {
  const { clusterDir, clusterPath, user, program } = installation
  if (!(await stat(clusterDir).catch(() => null))) {
    options.log('Making the database folder (first start only, a few seconds) …')
    await removeAbandonedScratch(clusterDir)
    const scratch = `${clusterDir}.new-${process.pid}`
    try {
      await mkdir(scratch, { mode: 0o700 })
      await writeDurably(join(scratch, 'password'), password)
      if (user) for (const path of [scratch, join(scratch, 'password')]) await chown(path, user.uid, user.gid)
      await initialize(program.initdb, scratch, user, options.durable)
      await rename(join(scratch, 'cluster'), clusterDir).catch(async (error: unknown) => {
        if (!(await stat(clusterDir).catch(() => null))) throw error
      })
      if (options.durable) await flushFolder(dirname(clusterDir))
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  if (clusterPath !== clusterDir)
    await symlink(clusterDir, clusterPath).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
}

async function initialize(initdb: string, scratch: string, user: SystemUser, durable: boolean): Promise<void> {
  const options = [
    ['-D', join(scratch, 'cluster'), '-U', OWNER_ROLE, `--pwfile=${join(scratch, 'password')}`, '--auth=scram-sha-256'],
    // Unicode by PostgreSQL's own rules, so that sorting and uppercase are the same on every machine.
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ].flat()
  const { code, output } = hasAccount(user)
    ? await run(initdb, options, user)
    : // initdb insists on a name for its user. A container may give us a number without one: borrow a name inside a
      // user namespace; what it writes still belongs to our number.
      await run('unshare', ['--user', '--map-user=65534', '--map-group=65534', initdb, ...options], user)
  if (code === 0) return
  const remedy = hasAccount(user)
    ? ''
    : ` This process runs as user ${process.getuid?.()}, who has no entry in /etc/passwd, which initdb needs: add one ` +
      '(useradd --uid …), or set DATABASE_URL to a PostgreSQL of your own.'
  throw new EmbeddedPostgresError(`PostgreSQL could not make its folder ${scratch}:\n${output.trim()}${remedy}`)
}

/** A user from `chooseInstallation` has an account; our own uid may lack one. */
function hasAccount(user: SystemUser): boolean {
  if (user) return true
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/** Removes what killed first starts left behind. A scratch folder whose process is alive is in use. */
async function removeAbandonedScratch(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir)
  const prefix = `${basename(clusterDir)}.new-`
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid !== process.pid && (await isAlive(pid))) continue
    // It may be closed even to its owner, and an initdb that outlived its parent may still write.
    await chmod(join(parent, name), 0o700).catch(() => {})
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Lends a connection of its own. If it is cut, the statement that runs on it fails. */
export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
  application_name?: string,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
