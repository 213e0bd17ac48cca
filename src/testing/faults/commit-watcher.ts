/** Reads just enough of a client's messages to PostgreSQL to know when it commits. */

/** A start-up message has no type byte; every other message starts with one. */
const TYPE_BYTES = 1
const LENGTH_BYTES = 4
const PROTOCOL_MAJOR = 3
const QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)

/** A prepared statement that waits for the standby at its end, like a COMMIT (`readConfirmed`). */
const CONFIRMED = /_confirmed$/
const WRITES = /\b(insert|update|delete)\b/i

/** What commits: COMMIT or a statement of `readConfirmed`, or a statement that writes outside any transaction. */
export type CommitKind = 'commit' | 'alone'

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
export class CommitWatcher {
  /** How many answers that end with "ready" were asked for, the one to the start-up included. */
  asked = 0
  #pending = Buffer.alloc(0)
  #isStarted = false
  #isInTransaction = false
  /** Prepared statements that write; the one without a name is replaced by each Parse. */
  readonly #writing = new Set<string>()

  /** Whether something that commits ends in this chunk, and after which answer it has been done. */
  findCommit(chunk: Buffer): { kind: CommitKind; answer: number } | null {
    this.#pending = Buffer.concat([this.#pending, chunk])
    let found: { kind: CommitKind; answer: number } | null = null
    for (;;) {
      const head = this.#isStarted ? TYPE_BYTES : 0
      if (this.#pending.length < head + LENGTH_BYTES) return found
      const end = head + this.#pending.readInt32BE(head)
      if (this.#pending.length < end) return found
      const message = this.#pending.subarray(0, end)
      this.#pending = this.#pending.subarray(end)
      if (!this.#isStarted) {
        // Before it a client may ask for encryption, in the same format.
        this.#isStarted = message.readUInt16BE(LENGTH_BYTES) === PROTOCOL_MAJOR
        if (this.#isStarted) this.asked = 1
        continue
      }
      const kind = this.#kindOf(message)
      // A Bind is answered with the Sync that follows it.
      if (kind) found = { kind, answer: message[0] === BIND ? this.asked + 1 : this.asked }
    }
  }

  #kindOf(message: Buffer): CommitKind | null {
    const body = message.subarray(TYPE_BYTES + LENGTH_BYTES)
    if (message[0] === SYNC) this.asked += 1
    if (message[0] === QUERY) {
      this.asked += 1
      const text = body.toString()
      if (/\b(begin|start transaction)\b/i.test(text)) this.#isInTransaction = true
      if (/\b(commit|rollback)\b/i.test(text)) this.#isInTransaction = false
      return /\bcommit\b/i.test(text) ? 'commit' : null
    }
    if (message[0] === PARSE) {
      const [name = '', text = ''] = body.toString().split('\0')
      if (WRITES.test(text)) this.#writing.add(name)
      else this.#writing.delete(name)
    }
    if (message[0] !== BIND) return null
    // A portal's name comes before the statement's; each ends with a zero.
    const name = body.toString().split('\0')[1] ?? ''
    if (CONFIRMED.test(name)) return 'commit'
    return this.#writing.has(name) && !this.#isInTransaction ? 'alone' : null
  }
}

const READY = 'Z'.charCodeAt(0)

/** Counts PostgreSQL's answers, each of which ends with "ready". */
export class AnswerCounter {
  answers = 0
  #pending = Buffer.alloc(0)

  /** @returns how many bytes of this chunk come before the end of an answer, or null if it does not end here */
  findEnd(chunk: Buffer, answer: number): number | null {
    const before = this.#pending.length
    this.#pending = Buffer.concat([this.#pending, chunk])
    const total = this.#pending.length
    let found: number | null = null
    while (this.#pending.length >= TYPE_BYTES + LENGTH_BYTES) {
      const end = TYPE_BYTES + this.#pending.readInt32BE(TYPE_BYTES)
      if (this.#pending.length < end) break
      const type = this.#pending[0]
      this.#pending = this.#pending.subarray(end)
      if (type !== READY) continue
      this.answers += 1
      if (this.answers === answer) found = Math.max(0, total - this.#pending.length - before)
    }
    return found
  }
}

/** PostgreSQL's warning before it reports a COMMIT whose wait for a synchronous standby was canceled. */
const STANDBY_FIELDS = {
  S: 'WARNING',
  V: 'WARNING',
  C: '01000',
  M: 'canceling wait for synchronous replication due to user request',
  D: 'The transaction has already committed locally, but might not have been replicated to the standby.',
  F: 'syncrep.c',
  R: 'SyncRepWaitForLSN',
}

/** The warning as a message of the protocol. */
export function standbyWarning(): Buffer {
  const body = Buffer.from(
    `${Object.entries(STANDBY_FIELDS)
      .map(([type, text]) => `${type}${text}\0`)
      .join('')}\0`,
  )
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeInt32BE(LENGTH_BYTES + body.length)
  return Buffer.concat([Buffer.from('N'), length, body])
}
