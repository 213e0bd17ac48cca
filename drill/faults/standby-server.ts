/** A standby that follows the store's PostgreSQL through its own proxy, and can be frozen and promoted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseInstallation } from '#server/platform/postgres/installation.ts'
import { findPostgresProgram, spawnOptions } from '#server/platform/postgres/program.ts'
import { settingArguments } from '#server/platform/postgres/settings.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { freePort } from '../../bench/lab/free-port.ts'
import { DrillPostgres } from './drill-postgres.ts'

/** Its name in the primary's `synchronous_standby_names`. */
const STANDBY_NAME = 'drill_standby'

const run = promisify(execFile)
const FOLLOWS_WITHIN_MS = 120_000

export class StandbyServer {
  readonly #dataDir: string
  readonly #clusterDir: string
  readonly #process: ChildProcess
  readonly #port: number
  /** Between the two. Data that was sent but not yet read is lost with it. */
  readonly #wire: DatabaseProxy

  private constructor(dataDir: string, clusterDir: string, child: ChildProcess, port: number, wire: DatabaseProxy) {
    this.#dataDir = dataDir
    this.#clusterDir = clusterDir
    this.#process = child
    this.#port = port
    this.#wire = wire
  }

  /** Copies an idle PostgreSQL and makes the copy follow it. From then on, commits wait for the copy. */
  static async follow(primary: DrillPostgres, dataDir: string): Promise<StandbyServer> {
    await primary.halt('fast')
    const original = await realpath(join(primary.dataDir, 'postgres'))
    const clusterDir = join(dirname(original), 'standby')
    await mkdir(dataDir)
    await run('cp', ['-a', original, clusterDir])
    await run('cp', ['-a', join(primary.dataDir, 'postgres-password'), dataDir])
    await symlink(clusterDir, join(dataDir, 'postgres'))
    await primary.startAgain()

    const wire = await DatabaseProxy.open(primary.url)
    const { port: wirePort, username, password } = new URL(wire.url)
    await writeFile(join(clusterDir, 'standby.signal'), '')
    const source = `host=127.0.0.1 port=${wirePort} user=${username} password=${password} application_name=${STANDBY_NAME}`
    await appendFile(join(clusterDir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    const { program, user } = await chooseInstallation(dataDir, await findPostgresProgram(), () => undefined)
    const port = await freePort()
    const child = spawn(program.postgres, ['-D', clusterDir, ...settingArguments(clusterDir, port, {})], {
      ...spawnOptions(user),
      stdio: 'ignore',
    })
    const standby = new StandbyServer(dataDir, clusterDir, child, port, wire)
    await withClient(primary.url, (client) => waitForIt(client))
    return standby
  }

  /** Stops it in the middle of whatever it does, and cuts its connection. */
  async freeze(): Promise<void> {
    this.#wire.silence()
    for (const pid of await this.#pids()) process.kill(pid, 'SIGSTOP')
  }

  /** Resumes it with what it has, without its primary, and promotes it. */
  async promote(): Promise<DrillPostgres> {
    await this.#wire.refuse()
    for (const pid of await this.#pids()) process.kill(pid, 'SIGCONT')
    await withClient(this.#urlOf(await readPassword(this.#dataDir)), (client) => client.query('select pg_promote()'))
    return DrillPostgres.start(this.#dataDir)
  }

  /** Ends it, unless it was promoted and already ended, and removes its folder. */
  async stop(): Promise<void> {
    await this.#wire.close()
    for (const pid of await this.#pids()) process.kill(pid, 'SIGKILL')
    await rm(this.#clusterDir, { recursive: true, force: true })
  }

  #urlOf(password: string): string {
    return `postgres://leadyard:${password}@127.0.0.1:${this.#port}/leadyard`
  }

  /** The main process and its children, main process first: each is in its own session. */
  async #pids(): Promise<number[]> {
    const main = this.#process.pid
    if (main === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return []
    const children: number[] = []
    for (const name of await readdir('/proc')) {
      const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === main) children.push(Number(name))
    }
    return [main, ...children]
  }
}

/** Waits until it follows, and makes commits wait for it from then on. */
async function waitForIt(client: pg.Client): Promise<void> {
  const started = performance.now()
  const until = async (sql: string) => {
    while ((await client.query(sql)).rowCount === 0) {
      if (performance.now() - started > FOLLOWS_WITHIN_MS) throw new Error('the standby does not follow')
      await wait(100)
    }
  }
  await until(`select from pg_stat_replication where application_name = '${STANDBY_NAME}' and state = 'streaming'`)
  await client.query(`alter system set synchronous_standby_names = '${STANDBY_NAME}'`)
  await client.query('select pg_reload_conf()')
  await until(`select from pg_stat_replication where application_name = '${STANDBY_NAME}' and sync_state = 'sync'`)
}

async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
