import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}
