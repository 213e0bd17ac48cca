/** A proxy between a store and its database that an experiment can cut, silence, slow down, or break at the reply to a COMMIT. */
import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { AnswerCounter, type CommitKind, CommitWatcher, standbyWarning } from './commit-watcher.ts'

/**
 * `pass`: as if it were not there. `refuse`: nothing listens. `silent`: bytes wait, and new connections are accepted
 * but never answered. `slow`: each reply comes later.
 */
export type Mode = 'pass' | 'refuse' | 'silent' | 'slow'

/**
 * What happens to a COMMIT: its reply is cut off, never comes, or comes with the warning that the standby did not
 * confirm it; or the COMMIT itself is lost. `swallowed`: it is done for certain, then its reply is cut off or, with
 * `swallowed silently`, never comes.
 */
export type CommitFault = 'answer cut' | 'no answer' | 'unconfirmed' | 'lost' | 'swallowed' | 'swallowed silently'

export interface Delay {
  /** Of each reply, in milliseconds. */
  ms: number
  /** What may come on top, at random. */
  jitterMs?: number
  /** What the store sends is delayed as well. */
  isBothWays?: boolean
}

interface Wire {
  client: Socket
  server: Socket
  /** Bytes that wait while the proxy is silent. */
  waiting: { to: Socket; chunk: Buffer }[]
  /** Forwards nothing anymore, as if a firewall had dropped it. */
  isDead: boolean
  /** After how many more bytes to the client it is cut, in the middle of whatever they are. */
  bytesLeft: number
  /** Delayed bytes of each direction, in order, and when they arrive. */
  late: Map<Socket, { at: number; chunk: Buffer }[]>
}

export class DatabaseProxy {
  /** How many COMMITs were broken. */
  commitsBroken = 0
  #mode: Mode = 'pass'
  #delay: Delay = { ms: 0 }
  /** Chosen by the system, and kept. */
  #port = 0
  #target: URL
  #takeCommitFault: (kind: CommitKind) => CommitFault | null = () => null
  #takeBytes: () => number = () => Number.POSITIVE_INFINITY
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

  /** Open connections forward nothing anymore; new ones are not affected. */
  forgetWires(): void {
    for (const wire of this.#wires) wire.isDead = true
  }

  slowDown(delay: Delay): void {
    this.#mode = 'slow'
    this.#delay = delay
  }

  /** @param draw called for each connection, open or new: after how many more bytes to the store it is cut */
  cutAfter(draw: () => number): void {
    this.#takeBytes = draw
    for (const wire of this.#wires) wire.bytesLeft = draw()
  }

  /** Cuts every connection with RST. @returns how many */
  reset(): number {
    const wires = [...this.#wires]
    for (const wire of wires) this.#cut(wire)
    return wires.length
  }

  /**
   * @param draw called at each commit: what happens to it, or null for nothing
   * @param kinds also `alone`: statements that write outside any transaction
   */
  breakCommits(draw: () => CommitFault | null, kinds: readonly CommitKind[] = ['commit']): void {
    this.#takeCommitFault = (kind) => (kinds.includes(kind) ? draw() : null)
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
    const bytesLeft = this.#takeBytes()
    const wire: Wire = { client, server, waiting: [], isDead: false, bytesLeft, late: new Map() }
    this.#wires.add(wire)
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
    this.#watchCommits(wire)
  }

  #watchCommits(wire: Wire): void {
    const { client, server } = wire
    const watcher = new CommitWatcher()
    const counter = new AnswerCounter()
    let broken: { fault: CommitFault; answer: number } | null = null
    client.on('data', (chunk) => {
      const found = watcher.findCommit(chunk)
      const fault = found && !broken && this.#takeCommitFault(found.kind)
      if (found && fault) {
        broken = { fault, answer: found.answer }
        this.commitsBroken += 1
        if (fault === 'lost') return this.#cut(wire)
      }
      this.#carry(wire, server, chunk)
    })
    server.on('data', (chunk) => {
      const end = counter.findEnd(chunk, broken?.answer ?? 0)
      switch (broken?.fault) {
        case 'answer cut':
          return this.#cut(wire)
        case 'no answer':
          wire.isDead = true
          return
        case 'unconfirmed':
          broken = null
          this.#carry(wire, client, standbyWarning())
          break
        case 'swallowed':
        case 'swallowed silently':
          // Answers to what came before it arrive, so the store waits for nothing but this one.
          if (counter.answers < broken.answer - 1) break
          if (end === null) return
          if (broken.fault === 'swallowed') return this.#cut(wire)
          wire.isDead = true
          return
      }
      this.#carry(wire, client, chunk)
    })
  }

  #carry(wire: Wire, to: Socket, chunk: Buffer): void {
    if (wire.isDead) return
    if (to === wire.client) {
      wire.bytesLeft -= chunk.length
      if (wire.bytesLeft < 0) {
        to.write(chunk.subarray(0, chunk.length + wire.bytesLeft), () => this.#cut(wire))
        wire.isDead = true
        return
      }
    }
    const { ms, jitterMs = 0, isBothWays = false } = this.#delay
    if (this.#mode === 'silent') wire.waiting.push({ to, chunk })
    else if (this.#mode === 'slow' && (to === wire.client || isBothWays))
      this.#writeLater(wire, to, chunk, ms + Math.random() * jitterMs)
    else this.#write(wire, to, chunk)
  }

  #write(wire: Wire, to: Socket, chunk: Buffer): void {
    // Bytes must not overtake those that are still delayed.
    if (wire.late.get(to)?.length) this.#writeLater(wire, to, chunk, 0)
    else to.write(chunk)
  }

  #writeLater(wire: Wire, to: Socket, chunk: Buffer, ms: number): void {
    const queue = wire.late.get(to) ?? []
    wire.late.set(to, queue)
    const at = Math.max(performance.now() + ms, queue.at(-1)?.at ?? 0)
    queue.push({ at, chunk })
    setTimeout(() => {
      // Whichever timer is first: the oldest bytes go first.
      const next = queue.shift()
      if (next && !wire.isDead) to.write(next.chunk)
    }, at - performance.now())
  }
}
