/**
 * Writes lines to a reader that may be slow, stop reading, or leave. A shop must not wait for the reader of its log.
 *
 * pino's own destination writes synchronously. If a pipe is full, it sleeps and retries until there is room, and
 * nothing else runs in the meantime, not even a signal handler. Node's stream writes at once while there is room and
 * keeps the rest, so a line is still out before the process that wrote it can die of the next one.
 */
import type { Writable } from 'node:stream'

/** What is kept for a reader that does not keep up; lines beyond it are counted and dropped. */
export const BACKLOG_BYTES_MAX = 1_048_576

/** Takes whole lines. */
export interface LogDestination {
  write(line: string): void
}

/**
 * Keeps the process alive if the reader of one of its streams is gone. Otherwise the next line would be an uncaught
 * error, whose report would be the next such line.
 */
export function ignoreWriteErrors(stream: Writable): void {
  stream.on('error', () => undefined)
}

/** Writes lines to a stream and never waits. Once there is room again, a line says how many were dropped. */
export function openLogDestination(stream: Writable): LogDestination {
  let leftOut = 0
  ignoreWriteErrors(stream)
  return {
    write(line) {
      // A reader that left does not come back.
      if (stream.errored || stream.destroyed) return
      if (stream.writableLength + line.length > BACKLOG_BYTES_MAX) {
        leftOut += 1
        return
      }
      if (leftOut > 0) stream.write(`${JSON.stringify({ level: 40, leftOut, msg: 'log lines were left out' })}\n`)
      leftOut = 0
      stream.write(line)
    },
  }
}
