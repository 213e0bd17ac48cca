/** A proxy between a store and its database that a drill can cut, silence, slow down, or break at the reply to a COMMIT. */
import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { CommitWatcher } from './commit-watcher.ts'
import { standbyWarning } from './standby-warning.ts'

/**
 * `pass`: as if it were not there. `refuse`: nothing listens. `silent`: bytes wait, and new connections are accepted
 * but never answered. `slow`: each reply comes `delayMs` later.
 */
export type Mode = 'pass' | 'refuse' | 'silent' | 'slow'

/**
 * What happens to a COMMIT: its reply is cut off, never comes, or comes with the warning that the standby did not
 * confirm it; or the COMMIT itself is lost.
 */
export type CommitFault = 'answer cut' | 'no answer' | 'unconfirmed' | 'lost'

interface Wire {
  client: Socket
  server: Socket
  /** Bytes that wait while the proxy is silent. */
  waiting: { to: Socket; chunk: Buffer }[]
  /** Forwards nothing any more, as if a firewall had dropped it. */
  isDead: boolean
}

export class DatabaseProxy {
  /** How many COMMITs were broken. */
  commitsBroken = 0
  #mode: Mode = 'pass'
  #delayMs = 0
  /** Chosen by the system, and kept. */
  #port = 0
  #target: URL
  #takeCommitFault: () => CommitFault | null = () => null
  readonly #wires = new Set<Wire>()
  readonly #server = createServer({ noDelay: true }, (client) => this.#accept(client))

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
  }

  /** Opens the proxy on its own port. */
  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(databaseUrl)
    await proxy.#listen()
    return proxy
  }

  /** Where a store finds its database. */
  get url(): string {
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  /** New connections go to another PostgreSQL; open ones stay where they are. */
  retarget(databaseUrl: string): void {
    this.#target = new URL(databaseUrl)
  }

  async pass(): Promise<void> {
    if (this.#mode === 'refuse') await this.#listen()
    this.#mode = 'pass'
    for (const wire of this.#wires)
      if (!wire.isDead) for (const { to, chunk } of wire.waiting.splice(0)) to.write(chunk)
  }

  async refuse(): Promise<void> {
    this.#mode = 'refuse'
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.reset()
    await closed
  }

  silence(): void {
    this.#mode = 'silent'
  }

  /** Open connections forward nothing any more; new ones are not affected. */
  forgetWires(): void {
    for (const wire of this.#wires) wire.isDead = true
  }

  slowDown(delayMs: number): void {
    this.#mode = 'slow'
    this.#delayMs = delayMs
  }

  /** Cuts every connection with RST. @returns how many */
  reset(): number {
    const wires = [...this.#wires]
    for (const wire of wires) this.#cut(wire)
    return wires.length
  }

  /** @param draw called at each COMMIT: what happens to it, or null for nothing */
  breakCommits(draw: () => CommitFault | null): void {
    this.#takeCommitFault = draw
  }

  async close(): Promise<void> {
    if (this.#mode !== 'refuse') await this.refuse()
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address && typeof address === 'object') this.#port = address.port
  }

  #cut(wire: Wire): void {
    wire.client.resetAndDestroy()
    wire.server.destroy()
    this.#wires.delete(wire)
  }

  #accept(client: Socket): void {
    const { port } = this.#target
    const host = decodeURIComponent(this.#target.hostname)
    const server = openSocket(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port), noDelay: true },
    )
    const wire: Wire = { client, server, waiting: [], isDead: false }
    this.#wires.add(wire)
    const watcher = new CommitWatcher()
    let fault: CommitFault | null = null
    for (const socket of [client, server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        // A silent connection does not report its end either.
        if ((this.#mode === 'silent' || wire.isDead) && socket === server) return
        client.destroy()
        server.destroy()
        this.#wires.delete(wire)
      })
    }
    client.on('data', (chunk) => {
      if (watcher.seesCommit(chunk)) {
        fault = this.#takeCommitFault()
        if (fault) this.commitsBroken += 1
        if (fault === 'lost') return this.#cut(wire)
      }
      this.#carry(wire, server, chunk)
    })
    server.on('data', (chunk) => {
      if (fault === 'answer cut') return this.#cut(wire)
      if (fault === 'unconfirmed') {
        fault = null
        this.#carry(wire, client, standbyWarning())
      }
      if (fault === 'no answer') {
        wire.isDead = true
        return
      }
      if (this.#mode !== 'slow') return this.#carry(wire, client, chunk)
      setTimeout(() => this.#carry(wire, client, chunk), this.#delayMs)
    })
  }

  #carry(wire: Wire, to: Socket, chunk: Buffer): void {
    if (wire.isDead) return
    if (this.#mode === 'silent') wire.waiting.push({ to, chunk })
    else to.write(chunk)
  }
}
