/** The programs of a PostgreSQL that fails over by itself, from Debian's packages, and the user who runs them. */
import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const POSTGRES_HOME = '/usr/lib/postgresql'
/** The oldest that the store runs on. */
const POSTGRES_VERSION_MIN = 15
/** Of Debian's package for PostgreSQL. Neither it nor Patroni runs as root. */
const SYSTEM_USER = 'postgres'

const run = promisify(execFile)

export interface DebianPrograms {
  etcd: string
  patroni: string
  haproxy: string
  /** The folder of PostgreSQL's programs. */
  postgresBin: string
  /** Who runs them; empty if that is whoever runs the drill. */
  user: { uid?: number; gid?: number }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function findPostgres(): Promise<string | null> {
  const versions = (await readdir(POSTGRES_HOME).catch(() => [])).map(Number)
  for (const version of versions.filter((each) => each >= POSTGRES_VERSION_MIN).sort((a, b) => a - b)) {
    const bin = join(POSTGRES_HOME, String(version), 'bin')
    if (await isThere(join(bin, 'pg_rewind'))) return bin
  }
  return null
}

/** @returns the programs, or one sentence that names the missing packages and how to install them */
export async function findDebianPrograms(): Promise<DebianPrograms | string> {
  const [etcd, patroni, haproxy] = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'] as const
  const postgresBin = await findPostgres()
  const missing: string[] = []
  if (!(await isThere(patroni))) missing.push('patroni')
  if (!(await isThere(etcd))) missing.push('etcd-server')
  if (!(await isThere(haproxy))) missing.push('haproxy')
  if (!postgresBin) missing.push('postgresql')
  if (!postgresBin || missing.length > 0) {
    const install = `apt-get install --no-install-recommends ${missing.join(' ')}`
    return `this drill needs Debian packages that are missing: ${missing.join(', ')}; install them as root: ${install}`
  }
  return { etcd, patroni, haproxy, postgresBin, user: process.getuid?.() === 0 ? await findUser() : {} }
}

async function findUser(): Promise<{ uid: number; gid: number }> {
  const number = async (flag: string) => Number((await run('id', [flag, SYSTEM_USER])).stdout)
  return { uid: await number('-u'), gid: await number('-g') }
}
