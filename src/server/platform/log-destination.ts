/**
 * Where lines go whose reader may be slow, stop reading, or leave. A shop must not wait for whoever reads its log.
 *
 * pino's own destination writes synchronously, and to a full pipe it sleeps and tries again for as long as the pipe is
 * full: nothing else runs meanwhile, not even the handler of a signal. Node's stream writes at once while there is room
 * and keeps the rest, so a line is still out before the process that wrote it can die of the next one.
 */
import type { Writable } from 'node:stream'

/** What is kept for a reader that does not keep up; lines beyond it are counted and left out. */
export const BACKLOG_BYTES_MAX = 1_048_576

/** Takes whole lines. */
export interface LogDestination {
  write(line: string): void
}

/**
 * Keeps the process alive when the reader of one of its streams is gone. Otherwise the next line written would be an uncaught
 * error, whose report would be the next such line.
 */
export function ignoreWriteErrors(stream: Writable): void {
  stream.on('error', () => undefined)
}

/** Writes lines to a stream and never waits. Once there is room again, a line says how many were left out. */
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
