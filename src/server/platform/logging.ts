/** Structured logs: JSON for machines, readable lines for a terminal. No bodies, no addresses, no tokens in paths. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import type { Writable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { minutes } from './clock.ts'

/** What is kept for a reader that does not keep up; lines beyond it are counted and dropped. */
export const BACKLOG_BYTES_MAX = 1_048_576

interface LogDestination {
  write(line: string): void
}

/** Otherwise a reader that is gone is an uncaught error, whose report would be the next line to write. */
export function ignoreWriteErrors(stream: Writable): void {
  stream.on('error', () => undefined)
}

/**
 * Never waits for the reader: pino's own destination sleeps while a pipe is full, and nothing else runs, not even a
 * signal handler. While there is room, a line is out before the process that wrote it can die of the next one.
 */
export function openLogDestination(stream: Writable): LogDestination {
  let leftOut = 0
  ignoreWriteErrors(stream)
  return {
    write(line) {
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

/** Where `npm start` puts the bundled server, as stack traces name it. */
const BUNDLE = new URL('../../../dist/server/main.js', import.meta.url)
/** Faults repeat themselves: a storm of the same one must not read the map for each line of the log. */
const KNOWN_MAX = 1_000
const known = new Map<string, string>()
let lastMap: { bundle: string; map: WeakRef<SourceMap> } | undefined

/** Replaces places of our own code in a stack trace by source file and line, if the server runs as one bundled file. */
export function sourceStack(stack: string, bundle: URL = BUNDLE): string {
  // Split at a fixed text: a stack starts with its error's message, which may be long and come from a stranger.
  const [before = '', ...pieces] = stack.split(`${bundle.href}:`)
  return pieces.reduce((named, piece) => {
    const [place, line, column] = /^(\d+):(\d+)/.exec(piece) ?? []
    if (place === undefined) return `${named}${bundle.href}:${piece}`
    return `${named}${nameOf(bundle, Number(line), Number(column))}${piece.slice(place.length)}`
  }, before)
}

function nameOf(bundle: URL, line: number, column: number): string {
  const place = `${bundle.href}:${line}:${column}`
  const name = known.get(place) ?? findSource(bundle, line, column) ?? place
  if (known.size < KNOWN_MAX) known.set(place, name)
  return name
}

function findSource(bundle: URL, line: number, column: number): string | undefined {
  try {
    const held = lastMap?.bundle === bundle.href ? lastMap.map.deref() : undefined
    const map = held ?? new SourceMap(JSON.parse(readFileSync(new URL(`${bundle.href}.map`), 'utf8')))
    lastMap = { bundle: bundle.href, map: new WeakRef(map) }
    const entry = map.findEntry(line - 1, column - 1)
    // The nearest mapping before it is of another line, so it belongs to other code.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    return undefined
  }
}

const LEVELS: Readonly<Record<number, [name: string, color: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info', 32],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 35],
}

const paint = (color: number, text: string) => `\u001b[${color}m${text}\u001b[0m`

/** Returns a JSON line as people read it; anything else as it is. */
export function readableLine(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { level, time, msg, err, ...fields } = entry
  const [name, color] = LEVELS[Number(level)] ?? ['log', 37]
  const clock = typeof time === 'string' ? time.slice(11, 19) : ''
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const stack = err && typeof err === 'object' && 'stack' in err ? `\n  ${String(err.stack)}` : ''
  return `${paint(90, clock)} ${paint(color, name.padEnd(5))} ${msg} ${paint(90, rest)}${stack}\n`
}

export const readableLines = (destination: LogDestination): LogDestination => ({
  write: (line) => destination.write(readableLine(line)),
})

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** PostgreSQL's errors have rows and values in `detail` and `where`, and others whole requests, so few fields are kept. */
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

/** A request's log, which is created when the first line is written: most requests write none. */
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

/** What follows these is a secret, however short it is. */
const BEFORE_SECRETS = /\/(orders|order|payment|payment-request|invoice|delivery|verify-email)\/[^/]+/g
/** Long, and not just lowercase letters and hyphens. By appearance, since no one remembers to list the next such path. */
const LIKE_A_TOKEN = /\/(?![a-z-]+(?:\/|$))[^/]{20,}/g

/** Returns a path fit for the log, without tokens of orders, payments, invoices and mailed links. */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(BEFORE_SECRETS, '/$1/:token').replace(LIKE_A_TOKEN, '/:token').slice(0, 200)
}

const EVERY_MS = minutes(1)
/** More than the store has: a kind is a message, perhaps with the name of a job or timer, never a value. */
const KINDS_MAX = 200

export type RareWarnings = (log: Pick<Log, 'warn'>, fields: object, message: string, kind?: string) => void

/** The next line of a kind says how many were left out before it (`more`). @param nowMs the clock of the process */
export function openRareWarnings(nowMs: () => number = () => performance.now()): RareWarnings {
  const kinds = new Map<string, { at: number; more: number }>()
  return (log, fields, message, kind = message) => {
    const last = kinds.get(kind)
    if (last && nowMs() - last.at < EVERY_MS) {
      last.more += 1
      return
    }
    if (!last && kinds.size >= KINDS_MAX) kinds.clear()
    kinds.set(kind, { at: nowMs(), more: 0 })
    log.warn(last?.more ? { ...fields, more: last.more } : fields, message)
  }
}

/** The same for one log. */
export function oncePerMinute(log: Pick<Log, 'warn'>): (fields: object, message: string, kind?: string) => void {
  const warn = openRareWarnings()
  return (fields, message, kind) => warn(log, fields, message, kind)
}
