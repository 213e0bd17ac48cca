/** Reads just enough of a client's messages to PostgreSQL to know when it commits. */

/** A start-up message has no type byte; every other message starts with one. */
const TYPE_BYTES = 1
const LENGTH_BYTES = 4
const PROTOCOL_MAJOR = 3
const QUERY = 'Q'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)

/** A prepared statement that waits for the standby at its end, like a COMMIT (`readConfirmed`). */
const CONFIRMED = /_confirmed$/

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
export class CommitWatcher {
  #pending = Buffer.alloc(0)
  #isStarted = false

  /** Whether a COMMIT, as a simple query, or a statement of `readConfirmed` ends in this chunk. */
  seesCommit(chunk: Buffer): boolean {
    this.#pending = Buffer.concat([this.#pending, chunk])
    let isCommit = false
    for (;;) {
      const head = this.#isStarted ? TYPE_BYTES : 0
      if (this.#pending.length < head + LENGTH_BYTES) return isCommit
      const end = head + this.#pending.readInt32BE(head)
      if (this.#pending.length < end) return isCommit
      const message = this.#pending.subarray(0, end)
      this.#pending = this.#pending.subarray(end)
      if (!this.#isStarted) {
        // Before it a client may ask for encryption, in the same format.
        this.#isStarted = message.readUInt16BE(LENGTH_BYTES) === PROTOCOL_MAJOR
        continue
      }
      const body = message.subarray(TYPE_BYTES + LENGTH_BYTES)
      if (message[0] === QUERY) isCommit ||= /\bcommit\b/i.test(body.toString())
      // A portal's name comes before the statement's; each ends with a zero.
      if (message[0] === BIND) isCommit ||= CONFIRMED.test(body.toString().split('\0')[1] ?? '')
    }
  }
}
