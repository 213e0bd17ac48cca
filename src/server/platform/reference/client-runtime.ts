/**
 * Calls a store as a program, with an API key. This part is the same for all calls; the types and the list of calls
 * after it are made from the store's contract. Needs nothing but `fetch`.
 */

/** Thrown if the store refuses or fails a call. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly status: number
  /** The reason for programs, such as `out_of_stock`; `message` is for people. */
  readonly code: string
  /** Finds the call in the store's log. */
  readonly requestId: string | null
  /** Seconds to wait before the next try, if the store says so. */
  readonly retryAfter: number | null

  constructor(response: Response, body: { code?: unknown; message?: unknown; requestId?: unknown }) {
    super(typeof body.message === 'string' ? body.message : `The store answered with status ${response.status}.`)
    this.status = response.status
    this.code = typeof body.code === 'string' ? body.code : 'unknown'
    this.requestId = typeof body.requestId === 'string' ? body.requestId : response.headers.get('x-request-id')
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

/** One page of a list. `next` is the `cursor` of the next page; null on the last one. */
export interface Page<Row> {
  rows: Row[]
  next: string | null
}

/** How a call is made: its method and path, and which fields of its input go into the query. */
interface Call {
  readonly method: string
  readonly path: string
  readonly query?: readonly string[]
  /** Its body is JSON, or a file of this media type. */
  readonly body?: string
  readonly reply: 'json' | 'page' | 'file'
}

type Input = Readonly<Record<string, unknown>>

function requestOf({ method, path, query = [], body }: Call, input: Input): { url: string; init: RequestInit } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const take = (name: string): string | undefined => {
    const value = rest.get(name)
    rest.delete(name)
    return value === undefined ? undefined : String(value)
  }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(take(name) ?? ''))
  const search = new URLSearchParams()
  for (const name of query) {
    const value = take(name)
    if (value !== undefined) search.set(name, value)
  }
  const url = search.size > 0 ? `${filled}?${search}` : filled
  if (body === undefined) return { url, init: { method } }
  const isJson = body === 'application/json'
  const sent = isJson ? JSON.stringify(Object.fromEntries(rest)) : (rest.get('file') as Blob | ArrayBuffer)
  return { url, init: { method, headers: { 'content-type': body }, body: sent } }
}

/** Turns a list of calls into functions. */
export function bindCalls(
  calls: Readonly<Record<string, Call>>,
  options: { url: string; key?: string | undefined; fetch?: typeof fetch | undefined },
): Record<string, (input?: Input) => Promise<unknown>> {
  const { url: base, key, fetch: send = fetch } = options
  const make = async (call: Call, input: Input): Promise<unknown> => {
    const { url, init } = requestOf(call, input)
    const headers = { ...init.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const response = await send(new URL(url, base), { ...init, headers })
    if (!response.ok) throw new StoreError(response, await response.json().catch(() => ({})))
    if (call.reply === 'file') return response
    const body: unknown = await response.json()
    return call.reply === 'page' ? { rows: body, next: response.headers.get('x-next-cursor') } : body
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, (input = {}) => make(call, input)]))
}
