import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../errors.ts'
import { run } from './program.ts'

/** From `postmaster.pid`, which alone knows the port. It outlives a crash, so it counts only with `isPostmaster`. */
export interface PostmasterFile {
  pid: number
  port: number
  socketDir: string
  status: 'starting' | 'ready' | 'stopping'
}

/** Reads `postmaster.pid`; null if absent or half written. Lines: pid, 4th port, 5th socket's folder, 8th status. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const [pid, port] = [Math.abs(Number(lines[0])), Number(lines[3])]
  if (!pid || !port) return null
  const status = (['ready', 'stopping'] as const).find((word) => word === lines[7]) ?? 'starting'
  return { pid, port, socketDir: lines[4] ?? '', status }
}

/** Whether a process has this pid, including one that has ended and that its parent never collects. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Whether a process with this pid is alive; one that has ended and waits to be collected does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat === '' || !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** After a crash of the machine, the pid in a folder may belong to anything. */
export async function isPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const folder = await realpath(clusterDir)
  // PostgreSQL's main process works inside its data folder.
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  const { output } = await run('ps', ['-p', String(pid), '-o', 'command='], null)
  return output.includes(clusterDir) || output.includes(folder)
}

/** PostgreSQL would take another program with that pid for itself. A free pid is left to it: it looks for orphans. */
export async function removeMisleadingFile(clusterDir: string): Promise<void> {
  const file = await readPostmasterFile(clusterDir)
  if (file === null || !isTaken(file.pid) || (await isPostmaster(file.pid, clusterDir))) return
  for (const name of ['postmaster.pid', `.s.PGSQL.${file.port}.lock`]) await rm(join(clusterDir, name), { force: true })
}

/** A killed process is gone within milliseconds, unless it waits for a disk that hangs. */
const ORPHAN_GONE_WITHIN_MS = 5_000
const ORPHAN_LOOK_EVERY_MS = 10

/** Ends what a killed PostgreSQL left here: it refuses to start beside it. Only on Linux; elsewhere, a start waits. */
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
