/** Structured logs on standard output: JSON for machines, readable lines for a terminal. No personal data: no bodies, no addresses, no tokens in paths. */
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { type LogDestination, openLogDestination } from './log-destination.ts'
import { readableLines } from './readable-lines.ts'
import { sourceStack } from './source-stack.ts'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Returns what the log keeps of an error. PostgreSQL's errors repeat the failing row in `detail` and the values in
 * `where`, and other libraries attach whole requests, so only these fields are taken.
 */
function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const field = (name: string) => (name in error ? Reflect.get(error, name) : undefined)
  const { name: type, message, stack, cause } = error
  return {
    type,
    message,
    stack: stack && sourceStack(stack),
    code: field('code'),
    constraint: field('constraint'),
    cause: cause instanceof Error ? loggableError(cause) : undefined,
  }
}

/** Standard output, for all logs of the process. */
let standardOutput: LogDestination | undefined

/** Creates the process's own log; requests log through children that carry their id. */
export function createLog(level: string): pino.Logger {
  if (!standardOutput) {
    const lines = openLogDestination(process.stdout)
    standardOutput = process.stdout.isTTY ? readableLines(lines) : lines
  }
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggableError },
    redact: {
      paths: [
        ...['email', 'password', 'token', 'clientSecret'].flatMap((name) => [name, `*.${name}`]),
        // No line of ours has headers. A library's might.
        ...['authorization', 'cookie'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      ],
      censor: '[redacted]',
    },
  }
  return pino(options, standardOutput)
}

/**
 * Returns a log for one request that is created when the first line is written; most requests write none. Fastify asks
 * for one before each request.
 */
export function lazyRequestLog(parent: FastifyBaseLogger, bindings: object): FastifyBaseLogger {
  return new LazyLog(parent, bindings)
}

/** Adds fields to the lines of a request's log, from the next line on; of no effect once a line is written. */
export function addToRequestLog(log: FastifyBaseLogger, fields: object): void {
  if (log instanceof LazyLog) log.add(fields)
}

class LazyLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  #bindings: object
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: object) {
    this.#parent = parent
    this.#bindings = bindings
  }

  #open(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(this.#bindings)
    return this.#child
  }

  add(fields: object): void {
    this.#bindings = { ...this.#bindings, ...fields }
  }

  get level(): string {
    return this.#parent.level
  }

  child(bindings: pino.Bindings): FastifyBaseLogger {
    return this.#open().child(bindings)
  }

  fatal(...line: unknown[]): void {
    Reflect.apply(this.#open().fatal, this.#child, line)
  }
  error(...line: unknown[]): void {
    Reflect.apply(this.#open().error, this.#child, line)
  }
  warn(...line: unknown[]): void {
    Reflect.apply(this.#open().warn, this.#child, line)
  }
  info(...line: unknown[]): void {
    Reflect.apply(this.#open().info, this.#child, line)
  }
  debug(...line: unknown[]): void {
    Reflect.apply(this.#open().debug, this.#child, line)
  }
  trace(...line: unknown[]): void {
    Reflect.apply(this.#open().trace, this.#child, line)
  }
  silent(): void {}
}

/** Path segments followed by something that others must not read, however short it is. */
const BEFORE_SECRETS = /\/(orders|order|payment|payment-request|invoice|delivery|verify-email)\/[^/]+/g

/**
 * What tokens look like: long, and not just lowercase letters and hyphens like the words of our own paths. By
 * appearance, since no one would remember this list when adding the next path with a token.
 */
const LIKE_A_TOKEN = /\/(?![a-z-]+(?:\/|$))[^/]{20,}/g

/**
 * Returns a path fit for the log, without anything that is or may be a secret (tokens of orders, payments, invoices and
 * mailed links).
 */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(BEFORE_SECRETS, '/$1/:token').replace(LIKE_A_TOKEN, '/:token').slice(0, 200)
}
