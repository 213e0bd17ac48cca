/** PostgreSQL's warning before it reports a COMMIT whose wait for a synchronous standby was canceled. */
const FIELDS = {
  S: 'WARNING',
  V: 'WARNING',
  C: '01000',
  M: 'canceling wait for synchronous replication due to user request',
  D: 'The transaction has already committed locally, but might not have been replicated to the standby.',
  F: 'syncrep.c',
  R: 'SyncRepWaitForLSN',
}

const LENGTH_BYTES = 4

/** The warning as a message of the protocol. */
export function standbyWarning(): Buffer {
  const body = Buffer.from(
    `${Object.entries(FIELDS)
      .map(([type, text]) => `${type}${text}\0`)
      .join('')}\0`,
  )
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeInt32BE(LENGTH_BYTES + body.length)
  return Buffer.concat([Buffer.from('N'), length, body])
}
