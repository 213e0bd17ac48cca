/** The store's PostgreSQL in a drill, which stops and starts it. */
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseInstallation } from '#server/platform/postgres/installation.ts'
import { ensurePostmaster } from '#server/platform/postgres/postmaster.ts'
import { isAlive, readPostmasterFile } from '#server/platform/postgres/postmaster-file.ts'
import { findPostgresProgram } from '#server/platform/postgres/program.ts'
import { openServerLog } from '#server/platform/postgres/server-log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'

/** How PostgreSQL is stopped: cleanly, immediately, or by force. */
export type StopWord = 'fast' | 'immediate' | 'kill'
const SIGNALS: Readonly<Record<StopWord, NodeJS.Signals>> = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' }

/** The store's PostgreSQL: the product's own, with fsync. */
export class DrillPostgres {
  readonly dataDir: string
  #settings: Readonly<Record<string, string>>
  #server: EmbeddedPostgres

  private constructor(dataDir: string, settings: Readonly<Record<string, string>>, server: EmbeddedPostgres) {
    this.dataDir = dataDir
    this.#settings = settings
    this.#server = server
  }

  static async start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<DrillPostgres> {
    return new DrillPostgres(dataDir, settings, await startServer(dataDir, settings))
  }

  /** As the owner, who may migrate, as a node with DATABASE_URL does. */
  get url(): string {
    return this.#server.ownerUrl
  }

  /** The process id of its main process. */
  async pid(): Promise<number> {
    const file = await readPostmasterFile(join(this.dataDir, 'postgres'))
    if (!file) throw new Error('PostgreSQL is not running')
    return file.pid
  }

  /** Ends it, and waits until it is gone. */
  async halt(how: StopWord): Promise<void> {
    const pid = await this.pid()
    process.kill(pid, SIGNALS[how])
    while (await isAlive(pid)) await wait(20)
  }

  /** Starts it again on the same folder, at another port. */
  async startAgain(): Promise<void> {
    // Releases what the previous run held in this process.
    await this.#server.stop()
    this.#server = await startServer(this.dataDir, this.#settings)
  }

  /**
   * Only starts it again: the product's start writes, which would wait for a missing standby.
   *
   * @returns its new address
   */
  async startBare(): Promise<string> {
    const installation = await chooseInstallation(this.dataDir, await findPostgresProgram(), () => undefined)
    const serverLog = await openServerLog(join(this.dataDir, 'postgres.log'))
    const options = { settings: this.#settings, serverLog, log: () => undefined }
    const { port } = await ensurePostmaster(installation, options).finally(() => serverLog.close())
    const url = new URL(this.url)
    url.port = String(port)
    return url.href
  }

  /** Ends it and removes its folder: as root, it is elsewhere than the drill's own. */
  async stop(): Promise<void> {
    await this.#server.stop()
    await this.halt('immediate').catch(() => undefined)
    await rm(await realpath(join(this.dataDir, 'postgres')), { recursive: true, force: true })
  }
}

function startServer(dataDir: string, settings: Readonly<Record<string, string>>): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, settings, log: () => undefined })
}
