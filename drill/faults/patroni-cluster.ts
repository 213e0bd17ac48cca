/** PostgreSQL on three nodes under Patroni, with synchronous standbys, behind haproxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DebianPrograms } from './debian-programs.ts'
import { type ClusterPorts, haproxyFile, NODES, nameOf, patroniFile, portsFrom } from './patroni-files.ts'

const FORMED_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

/** A node as Patroni sees it. */
interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  /** Which promotion its data follows. */
  timeline?: number
}

export class PatroniCluster {
  readonly #folder: string
  readonly #programs: DebianPrograms
  readonly #ports: ClusterPorts
  readonly #password = randomUUID()
  /** Everything that runs, by name. */
  readonly #running = new Map<string, ChildProcess>()

  private constructor(folder: string, programs: DebianPrograms, ports: ClusterPorts) {
    this.#folder = folder
    this.#programs = programs
    this.#ports = ports
  }

  /**
   * Starts it, with an empty database for a store.
   *
   * @param options.firstPort of the nine in a row that it listens on
   * @param options.onClose takes what ends everything, before anything runs
   * @throws Error if the cluster does not form
   */
  static async start(options: {
    programs: DebianPrograms
    folder: string
    firstPort: number
    onClose: (step: () => Promise<void>) => void
  }): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(options.folder, options.programs, portsFrom(options.firstPort))
    options.onClose(() => cluster.stop())
    await cluster.#startAll()
    return cluster
  }

  /** Where a store finds the primary, whichever node that is. */
  get url(): string {
    return `postgres://leadyard:${this.#password}@127.0.0.1:${this.#ports.haproxy}/leadyard`
  }

  /** Kills every process of the primary at once, as if its machine lost power. @returns its name */
  async killPrimary(): Promise<string> {
    const name = (await this.#members()).find(({ role }) => role === 'leader')?.name
    const patroni = name === undefined ? undefined : this.#running.get(name)
    if (name === undefined || !patroni) throw new Error('there is no primary to kill')
    const postmaster = await this.#postmasterPid(name)
    // Patroni first: it would start PostgreSQL again. The main process next: it would replace its children.
    for (const pid of [patroni.pid, postmaster, ...(await childrenOf(postmaster))]) kill(pid)
    this.#running.delete(name)
    return name
  }

  /** Waits for another primary than a killed one, and then for a standby that confirms its commits. */
  async untilPromoted(
    killed: string,
    withinMs = FORMED_WITHIN_MS,
  ): Promise<{ promotedMs: number; confirmedMs: number }> {
    const started = performance.now()
    let promotedMs: number | undefined
    while (performance.now() - started < withinMs) {
      const members = await this.#members()
      const now = Math.round(performance.now() - started)
      if (members.some(({ role, state, name }) => role === 'leader' && state === 'running' && name !== killed)) {
        promotedMs ??= now
        if (members.some(({ role }) => role === 'sync_standby')) return { promotedMs, confirmedMs: now }
      }
      await wait(LOOK_EVERY_MS)
    }
    throw new Error(`no standby took over from ${killed}\n${await this.#lastLines()}`)
  }

  /** Starts a killed node again. It joins as a standby, after it has undone what no one else has. */
  startNode(name: string): void {
    this.#spawn(name, this.#programs.patroni, [join(this.#folder, `${name}.yml`)])
  }

  /** Waits until there is a primary, every other node follows it, and commits wait for all of them. */
  async untilWhole(withinMs = FORMED_WITHIN_MS): Promise<void> {
    const started = performance.now()
    let members: Member[] = []
    while (performance.now() - started < withinMs) {
      members = await this.#members()
      const leader = members.find(({ role }) => role === 'leader')
      // Before its version 3.1, Patroni calls a standby that follows "running".
      const followers = members.filter(
        ({ role, state, timeline }) =>
          role !== 'leader' && /^(streaming|running)$/.test(state) && timeline === leader?.timeline,
      )
      const isSynchronous = members.filter(({ role }) => role === 'sync_standby').length === NODES - 1
      if (leader?.state === 'running' && isSynchronous && followers.length === NODES - 1) return
      await wait(LOOK_EVERY_MS)
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(members)}\n${await this.#lastLines()}`)
  }

  /** Whether a node has rewound its files to those of the new primary, or followed without; what its log says. */
  async howItRejoined(name: string): Promise<'rewound' | 'followed' | 'copied again'> {
    const log = await readFile(join(this.#folder, `${name}.log`), 'utf8')
    if (/bootstrap from leader|replica has been created/.test(log.slice(log.lastIndexOf('DRILL STARTS'))))
      return 'copied again'
    return /running pg_rewind/.test(log.slice(log.lastIndexOf('DRILL STARTS'))) ? 'rewound' : 'followed'
  }

  async stop(): Promise<void> {
    const names = [...this.#running.keys()]
    const postmasters = await Promise.all(names.map((name) => this.#postmasterPid(name).catch(() => undefined)))
    for (const child of this.#running.values()) kill(child.pid)
    for (const pid of postmasters) for (const each of pid ? [pid, ...(await childrenOf(pid))] : []) kill(each)
    this.#running.clear()
  }

  async #startAll(): Promise<void> {
    const { etcd, haproxy } = this.#programs
    await mkdir(this.#folder)
    await this.#give(this.#folder)
    const [client, peer] = [this.#ports.etcd, this.#ports.etcdPeer].map((port) => `http://127.0.0.1:${port}`)
    this.#spawn('etcd', etcd, [
      ...['--name', 'drill', '--data-dir', join(this.#folder, 'etcd'), '--initial-cluster', `drill=${peer}`],
      ...['--listen-client-urls', `${client}`, '--advertise-client-urls', `${client}`],
      ...['--listen-peer-urls', `${peer}`, '--initial-advertise-peer-urls', `${peer}`],
    ])
    await writeFile(join(this.#folder, 'haproxy.cfg'), haproxyFile(this.#ports))
    for (let index = 0; index < NODES; index += 1) {
      const path = join(this.#folder, `${nameOf(index)}.yml`)
      const { postgresBin } = this.#programs
      const options = { folder: this.#folder, ports: this.#ports, postgresBin, password: this.#password }
      await writeFile(path, patroniFile(index, options), { mode: 0o600 })
      await this.#give(path)
      this.startNode(nameOf(index))
    }
    this.#spawn('haproxy', haproxy, ['-db', '-f', join(this.#folder, 'haproxy.cfg')])
    await this.untilWhole()
    const superuser = new pg.Client({
      connectionString: `postgres://postgres:${this.#password}@127.0.0.1:${this.#ports.haproxy}/postgres`,
    })
    await superuser.connect()
    await superuser.query(`create role leadyard login password '${this.#password}'`)
    await superuser.query('create database leadyard owner leadyard')
    await superuser.end()
  }

  /** Root's temporary folder must let the other user in. */
  async #give(path: string): Promise<void> {
    const { uid, gid } = this.#programs.user
    if (uid === undefined || gid === undefined) return
    await chmod(join(this.#folder, '..'), 0o711)
    await chown(path, uid, gid)
  }

  #spawn(name: string, program: string, args: readonly string[]): void {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
      ...this.#programs.user,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(this.#folder, `${name}.log`), { flags: 'a' })
    log.write('DRILL STARTS\n')
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.on('error', (error) => log.write(`${error.message}\n`))
    this.#running.set(name, child)
  }

  async #members(): Promise<Member[]> {
    for (const port of this.#ports.patroni) {
      const signal = AbortSignal.timeout(2_000)
      const reply = await fetch(`http://127.0.0.1:${port}/cluster`, { signal }).catch(() => null)
      const body = reply?.status === 200 ? await reply.json().catch(() => null) : null
      if (body) return body.members
    }
    return []
  }

  async #postmasterPid(name: string): Promise<number> {
    const [pid] = (await readFile(join(this.#folder, name, 'postmaster.pid'), 'utf8')).split('\n')
    return Number(pid)
  }

  /** The end of each log, for a cluster that does not form. */
  async #lastLines(): Promise<string> {
    const names = [...this.#running.keys()]
    const texts = names.map(async (name) => {
      const text = await readFile(join(this.#folder, `${name}.log`), 'utf8').catch(() => '')
      return `${name}: ${text.slice(-400)}`
    })
    return (await Promise.all(texts)).join('\n')
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

/** The children of a PostgreSQL's main process: each is in its own session. */
async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name))
  }
  return found
}
