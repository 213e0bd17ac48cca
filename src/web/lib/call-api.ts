import type { BodyInputOf, Endpoint, ParamsOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { ApiError, unreachableError } from './api-error.ts'

/** What a call carries besides its address: the parts of the path, and the body where the endpoint has one. */
export type CallInput<E extends Endpoint> = (keyof ParamsOf<E> extends never
  ? { params?: never }
  : { params: ParamsOf<E> }) &
  (BodyInputOf<E> extends undefined ? { body?: never } : { body: BodyInputOf<E> }) & { signal?: AbortSignal }

/**
 * The one door to the server: `callApi<typeof reservePackage>('PUT', '/api/packages/:packageId/reserve', …)`.
 * The endpoint is named as a type only, so that its schemas stay out of the bundle; method and path are checked against it.
 *
 * @throws ApiError for every answer outside 2xx and when no answer comes
 */
export function callApi<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: CallInput<E>,
): Promise<ReplyOutputOf<E>> {
  return request<ReplyOutputOf<E>>(method, path, input)
}

interface RequestParts {
  params?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** callApi for code that is itself generic over endpoints, where their parts cannot be checked one by one. */
export async function request<Reply>(method: string, path: string, parts: RequestParts): Promise<Reply> {
  const response = await send(method, fillPath(path, parts.params ?? {}), parts.body, parts.signal)
  const text = await response.text().catch(() => '')
  if (!response.ok) throw new ApiError(response.status, text || response.statusText, readJson(text) ?? {})
  const reply = readJson<Reply>(text)
  if (reply === null) throw new ApiError(response.status, text, {})
  return reply
}

/** `/api/counties/:state` with `{ state: 'New York' }` becomes `/api/counties/New%20York`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

async function send(method: string, url: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const init: RequestInit = { method, credentials: 'include', headers: { accept: 'application/json' } }
  if (signal) init.signal = signal
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { accept: 'application/json', 'content-type': 'application/json' }
  }
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachableError()
  }
}

/** The answer as the type the caller names; null for anything that is not JSON, because a proxy may answer with a page. */
function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
