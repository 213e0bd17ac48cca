import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './program.ts'

/**
 * What PostgreSQL's main process writes about itself into `postmaster.pid`: the only place that knows the port, so that
 * a later start of the app can attach. The file outlives a crash of the machine, so it counts only with `isPostmaster`.
 */
export interface PostmasterFile {
  pid: number
  port: number
  /** The folder of its socket; empty if it has none. */
  socketDir: string
  status: 'starting' | 'ready' | 'stopping'
}

/**
 * Reads `postmaster.pid`; null while it is absent or half written. Lines: pid, folder, start time, port, socket's
 * folder, …, 8th status.
 */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  if (!pid || !port) return null
  const word = lines[7]
  const socketDir = lines[4] ?? ''
  return { pid, port, socketDir, status: word === 'ready' ? 'ready' : word === 'stopping' ? 'stopping' : 'starting' }
}

/** Whether a process has this pid, including one that has ended and that its parent never collects. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process with this pid is alive; one that has ended and waits to be collected does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat === '' || !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/**
 * Whether the process is the PostgreSQL of this very folder. After a crash of the machine its pid may belong to
 * anything, and PostgreSQL itself would then refuse to start ("lock file already exists").
 */
export async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const folder = await realpath(clusterDir)
  if (process.platform === 'linux') {
    // PostgreSQL's main process works inside its data folder.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  }
  const { output } = await run('ps', ['-p', String(pid), '-o', 'command='], null)
  return output.includes(clusterDir) || output.includes(folder)
}

/**
 * Removes a `postmaster.pid` whose pid now belongs to something else: PostgreSQL would mistake that for a running
 * server and refuse. If the pid is free, it is left to PostgreSQL, which then also looks for orphans of a crash.
 */
export async function removeMisleadingFile(clusterDir: string): Promise<void> {
  const file = await readPostmasterFile(clusterDir)
  if (file === null || !isTaken(file.pid) || (await isPostmaster(file.pid, clusterDir))) return
  for (const name of ['postmaster.pid', `.s.PGSQL.${file.port}.lock`]) await rm(join(clusterDir, name), { force: true })
}

/** A killed process is gone within milliseconds, unless it waits for a disk that hangs. */
const ORPHAN_GONE_WITHIN_MS = 5_000
const ORPHAN_LOOK_EVERY_MS = 10

/**
 * Ends the processes that a killed PostgreSQL left behind in this folder. Most end by themselves, but one in the middle
 * of a long calculation goes on, and PostgreSQL refuses to start beside it. What it did not commit is lost either way.
 * Only on Linux; elsewhere, a start waits for them.
 */
export async function endOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux') return
  const folder = await realpath(clusterDir)
  const worksIn = async (pid: string) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (!(await worksIn(pid))) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    // A main process is named by its program, and what works under one is not an orphan.
    if (!title.startsWith('postgres: ') || parent === undefined || (await worksIn(parent))) continue
    await killAndWait(Number(pid))
  }
}

async function killAndWait(pid: number): Promise<void> {
  const from = performance.now()
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  while ((await isAlive(pid)) && performance.now() - from < ORPHAN_GONE_WITHIN_MS) await pause(ORPHAN_LOOK_EVERY_MS)
}
