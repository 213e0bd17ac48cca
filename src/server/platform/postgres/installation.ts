import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPostmaster, readPostmasterFile } from './postmaster-file.ts'
import { EmbeddedPostgresError, type PostgresProgram, programAt, run, type SystemUser } from './program.ts'

/** PostgreSQL's files and the user who runs it: it refuses to be root, and its user must reach everything it touches. */
export interface Installation {
  user: SystemUser
  program: PostgresProgram
  clusterDir: string
  /** `DATA_DIR/postgres`: the cluster itself, or a link to it if it had to be elsewhere. */
  clusterPath: string
}

/** Folders for root's PostgreSQL if its user cannot reach the checkout or `DATA_DIR`; the first that works is used. */
const FALLBACK_FOLDERS = ['/var/lib/leadyard', '/var/tmp/leadyard'] as const

/** The same at every start. @throws EmbeddedPostgresError if PostgreSQL's user can reach no usable folder */
export async function chooseInstallation(dataDir: string, installed: PostgresProgram, log: (line: string) => void) {
  const clusterPath = join(dataDir, 'postgres')
  const existing = await existingCluster(clusterPath)
  const user = await chooseUser(existing, dataDir)
  if (existing) await assertOwnedBy(existing, user)
  const program = await reachableProgram(installed, user, log)
  const clusterDir = existing ?? (await newClusterDir(dataDir, user, log))
  if (user && !(await canEnter(dirname(clusterDir), user)) && !(await openToUser(dataDir, user)))
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as user ${user.uid} here, who cannot enter ${dirname(clusterDir)} anymore. ` +
        `Give that folder back its search permission (chmod o+x ${dirname(clusterDir)} and the folders above it).`,
    )
  return { user, program, clusterDir, clusterPath }
}

async function existingCluster(clusterPath: string): Promise<string | null> {
  if (!(await lstat(clusterPath).catch(() => null))) return null
  try {
    return await realpath(clusterPath)
  } catch {
    // An empty database in its place would look like lost orders, so we stop and ask.
    throw new EmbeddedPostgresError(
      `${clusterPath} points to ${await readlink(clusterPath)}, where the database used to be, and that is gone. ` +
        'Bring the folder back from a backup, or delete the link to begin with an empty database.',
    )
  }
}

/** For root: the owner of the cluster, or before there is one, of `DATA_DIR`, if not root; otherwise `nobody`. */
async function chooseUser(existing: string | null, dataDir: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(existing ?? dataDir)
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  // Only initdb insists on a name for its user: an owner without an account can continue, but not start.
  const isUsable = existing !== null || accounts.some((fields) => Number(fields[2]) === uid)
  if (uid !== 0 && isUsable) return { uid, gid }
  const nobody = accounts.find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

async function assertOwnedBy(clusterDir: string, user: SystemUser): Promise<void> {
  const uid = user?.uid ?? process.getuid?.()
  const owner = (await stat(clusterDir)).uid
  if (uid === undefined || owner === uid) return
  throw new EmbeddedPostgresError(
    `The database in ${clusterDir} belongs to user ${owner}, but PostgreSQL would run as user ${uid}. ` +
      'Start as the user (or as root) who started it first, or set DATA_DIR to another folder.',
  )
}

/** Returns the installed program if its user can run it there, otherwise a copy, made once per version. */
async function reachableProgram(installed: PostgresProgram, user: SystemUser, log: (line: string) => void) {
  if (!user || (await canRun(installed, user))) return installed
  for (const fallback of await usableFallbacks(user)) {
    const copy = programAt(join(fallback, `postgres-${installed.version}`), installed)
    if (await canRun(copy, user)) return copy
    log(`PostgreSQL's user cannot reach ${installed.root}: copying the program to ${copy.root}`)
    // Copied beside and renamed, so that a kill in the middle leaves nothing half made under the final name.
    const scratch = `${copy.root}.new-${process.pid}`
    await rm(scratch, { recursive: true, force: true })
    await cp(installed.root, scratch, { recursive: true, verbatimSymlinks: true })
    await openForReading(scratch)
    await rename(scratch, copy.root).catch(() => rm(scratch, { recursive: true, force: true }))
    if (await canRun(copy, user)) return copy
  }
  throw new EmbeddedPostgresError(
    `User ${user.uid}, as whom PostgreSQL runs for root, can run it neither from ${installed.root} nor from a copy in ` +
      `${FALLBACK_FOLDERS.join(' or ')}. Start as another user than root, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** Returns `DATA_DIR/postgres` if its user can reach it (perhaps once `DATA_DIR` is opened), or a fallback folder. */
async function newClusterDir(dataDir: string, user: SystemUser, log: (line: string) => void): Promise<string> {
  if (!user || (await canEnter(dataDir, user)) || (await openToUser(dataDir, user))) return join(dataDir, 'postgres')
  const [fallback] = await usableFallbacks(user)
  if (!fallback)
    throw new EmbeddedPostgresError(
      `User ${user.uid}, as whom PostgreSQL runs for root, can reach neither ${dataDir} nor ${FALLBACK_FOLDERS.join(' or ')}. ` +
        'Set DATA_DIR to a folder that every user can enter, or DATABASE_URL to a PostgreSQL of your own.',
    )
  const home = join(fallback, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711)
  await setAsideOrphan(home, log)
  log(`PostgreSQL's user cannot reach ${dataDir}: the database lives in ${home}`)
  return join(home, 'postgres')
}

/** The password of a cluster whose `DATA_DIR` was deleted is lost. It is kept, because it may have orders. */
async function setAsideOrphan(home: string, log: (line: string) => void): Promise<void> {
  const clusterDir = join(home, 'postgres')
  if (!(await stat(clusterDir).catch(() => null))) return
  const running = await readPostmasterFile(clusterDir)
  if (running && (await isPostmaster(running.pid, clusterDir))) process.kill(running.pid, 'SIGINT')
  const before = (await readdir(home)).filter((name) => name.startsWith('orphan-')).length
  const orphan = join(home, `orphan-${before + 1}`)
  await rename(clusterDir, orphan)
  log(`An earlier database of this folder, without its DATA_DIR, was moved to ${orphan}`)
}

/** Makes `DATA_DIR` itself passable (mkdtemp, say, creates it with mode 0700), if it is ours and that is enough. */
async function openToUser(dataDir: string, user: NonNullable<SystemUser>): Promise<boolean> {
  const before = await stat(dataDir)
  if (before.uid !== process.getuid?.()) return false
  await chmod(dataDir, before.mode | 0o011)
  if (await canEnter(dataDir, user)) return true
  await chmod(dataDir, before.mode)
  return false
}

async function usableFallbacks(user: NonNullable<SystemUser>): Promise<string[]> {
  const usable: string[] = []
  for (const fallback of FALLBACK_FOLDERS) {
    try {
      await mkdir(fallback, { recursive: true })
      const entry = await lstat(fallback)
      // In a world-writable folder, someone else may have been first.
      if (!entry.isDirectory() || entry.uid !== process.getuid?.()) continue
      await chmod(fallback, 0o755)
      if (await canEnter(fallback, user)) usable.push(fallback)
    } catch {
      // A read-only system folder: the next one may work.
    }
  }
  return usable
}

/** Really tries it instead of reading mode bits: access lists, mount options and every parent folder count too. */
async function canEnter(folder: string, user: NonNullable<SystemUser>): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$0"', folder], user)).code === 0
}

async function canRun(program: PostgresProgram, user: NonNullable<SystemUser>): Promise<boolean> {
  return (await run(program.postgres, ['-V'], user)).code === 0
}

/** Gives everyone read access below `folder`, whatever umask npm ran with. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForReading(path)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o777) | 0o444)
  }
}
