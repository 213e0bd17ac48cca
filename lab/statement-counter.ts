/**
 * Loaded into a node before its own code (`--import`). Records every statement that its PostgreSQL clients send, and
 * the HTTP request that caused it; sends them over the channel when asked. Everything is counted: the store's named
 * statements, transaction control, and those of the job queue and the sandbox.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import pg from 'pg'

export interface SentStatement {
  /** `PUT /api/…` of the request that caused it; null for timers, jobs and deliveries. */
  cause: string | null
  /** The statement's name, or else the start of its text. */
  name: string
  /** It was sent before the ones ahead of it on its connection were answered, so no one waited for it alone. */
  isBehind: boolean
}

const current = new AsyncLocalStorage<string>()
const sent: SentStatement[] = []

const emit = Server.prototype.emit
Object.defineProperty(Server.prototype, 'emit', {
  value: function emitWithin(this: Server, ...values: unknown[]) {
    const [event, request] = values
    const isRequest =
      event === 'request' && typeof request === 'object' && request && 'url' in request && 'method' in request
    if (!isRequest) return Reflect.apply(emit, this, values)
    return current.run(`${String(request.method)} ${String(request.url)}`, () => Reflect.apply(emit, this, values))
  },
})

function nameOf(query: unknown): string {
  if (typeof query === 'string') return query.trim().replace(/\s+/g, ' ').slice(0, 60)
  if (!query || typeof query !== 'object') return 'unknown'
  if ('name' in query && typeof query.name === 'string') return query.name
  return 'text' in query ? nameOf(query.text) : 'unknown'
}

const query = pg.Client.prototype.query
Object.defineProperty(pg.Client.prototype, 'query', {
  value: function queryAndRemember(this: pg.Client, ...values: unknown[]) {
    const isBehind = Reflect.get(this, '_activeQuery') != null || Reflect.get(this, '_sentQueryQueue').length > 0
    sent.push({ cause: current.getStore() ?? null, name: nameOf(values[0]), isBehind })
    return Reflect.apply(query, this, values)
  },
})

process.on('message', () => process.send?.(sent.splice(0)))
process.channel?.unref()
