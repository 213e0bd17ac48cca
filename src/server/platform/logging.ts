/** Structured logs on standard output. No personal data: no bodies, no addresses, no tokens in paths. */
import { pino } from 'pino'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The process's own log; requests log through children that carry their id. */
export function createLog(level: string): pino.Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['email', '*.email', 'password', '*.password', 'token', '*.token', 'clientSecret', '*.clientSecret'],
      censor: '[redacted]',
    },
  })
}

/** A path fit for the log: what stands for a secret (order, payment and invoice tokens) is cut out. */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(/\/(orders|order|payment|payment-request|invoice|delivery)\/[^/]+/g, '/$1/:token').slice(0, 200)
}
