import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#contract/refusals.ts'
import { afterHydration, nextTask } from './served-page.ts'

/** `unreachable`: no reply came at all. `unreadable`: a reply that is not ours, such as from a proxy in between. */
export type ApiErrorCode = RefusalCode | 'unreachable' | 'unreadable'

/**
 * Any call that failed. Its `message` is `409: <body>` (docs/product.md#fixed-texts), for logs; screens show `sentence`
 * and decide by `code`.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly sentence: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, bodyText: string, body: Partial<Omit<RefusalBody, 'code'>> & { code?: ApiErrorCode }) {
    super(`${status}: ${bodyText}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unreadable'
    this.sentence = body.message ?? 'We can’t read the store’s reply. Try again in a moment.'
    this.details = body.details ?? {}
  }
}

/** Whether a reply says nothing about the call itself, so the screen's own words say more. */
export const isVague = ({ code }: ApiError): boolean => code === 'unreadable' || code === 'internal'

/** The error of a call without a reply; as far as the browser knows, nothing was changed. */
export const unreachableError = (
  message = 'We can’t reach the store. Check your connection and try again.',
): ApiError => new ApiError(0, 'network error', { code: 'unreachable', message })

/** Reads the reply as the caller's type; null for anything that is not JSON, because a proxy may reply with a page. */
export function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The error of a call with a refusal, or with a reply that is not ours. */
export const answeredError = (status: number, text: string): ApiError =>
  new ApiError(status, text, readJson(text) ?? {})

/** A call's input in addition to its address: path parameters, query and body, if the endpoint has them. */
export type CallInput<E extends Endpoint> = (keyof ParamsOf<E> extends never
  ? { params?: never }
  : { params: ParamsOf<E> }) &
  (keyof QueryOf<E> extends never ? { query?: never } : { query?: QueryValues<keyof QueryOf<E>> }) &
  (BodyInputOf<E> extends undefined
    ? { body?: never }
    : undefined extends BodyInputOf<E>
      ? { body?: BodyInputOf<E> }
      : { body: BodyInputOf<E> }) & { signal?: AbortSignal; isRefresh?: boolean }

/** Query values before they become text; undefined or empty ones are left out. */
type QueryValues<Names extends PropertyKey> = { readonly [Name in Names]?: string | number | undefined }

/** The input may be left out if the endpoint needs none. */
type InputArgument<E extends Endpoint> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Calls the server: `callApi(reservePackage, { params: { packageId } })`. Builds strip the endpoint's schemas, see
 * `build/endpoints.ts`. A call that needs a proof of identity continues once it was given.
 *
 * @throws ApiError for every reply outside 2xx and if no reply comes
 */
export function callApi<E extends Endpoint>(
  { method, path }: E,
  ...[input = {} as CallInput<E>]: InputArgument<E>
): Promise<ReplyOutputOf<E>> {
  return request<ReplyOutputOf<E>>(method, path, input)
}

/** One page of a list: its rows, and the `cursor` of the next page; null at the end. */
export interface Page<Row> {
  rows: Row[]
  next: string | null
}

/** callApi for an endpoint whose list comes in pages. */
export async function callPage<E extends Endpoint & { readonly isPaged: true }>(
  { method, path }: E,
  input: CallInput<E>,
): Promise<Page<ReplyOutputOf<E> extends (infer Row)[] ? Row : never>> {
  const response = await send(method, addressOf(path, input), input)
  return { rows: await read(response), next: response.headers.get('x-next-cursor') }
}

interface RequestParts {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  /** Reloads what is already on screen, so the server does not count it as a view. */
  isRefresh?: boolean | undefined
}

/** callApi for code that is itself generic over endpoints, where their parts cannot be checked one by one. */
export async function request<Reply>(method: string, path: string, parts: RequestParts): Promise<Reply> {
  const attempt = async () => read<Reply>(await send(method, addressOf(path, parts), parts))
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'proof_needed' && (await askForProof())) return attempt()
    throw error
  }
}

/** The address of a call. Absent and empty words of the query are left out. */
export function addressOf(path: string, { params, query }: Pick<RequestParts, 'params' | 'query'>): string {
  const filled = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const words = new URLSearchParams(filled).toString()
  return fillPath(path, params ?? {}) + (words && `?${words}`)
}

async function read<Reply>(response: Response): Promise<Reply> {
  const text = await response.text().catch(() => '')
  if (!response.ok) throw answeredError(response.status, text || response.statusText)
  const reply = readJson<Reply>(text)
  if (reply === null) throw answeredError(response.status, text)
  return reply
}

/** `/api/counties/:state` with `{ state: 'New York' }` becomes `/api/counties/New%20York`. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))

async function send(method: string, url: string, parts: RequestParts): Promise<Response> {
  const { body, signal, isRefresh } = parts
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method, credentials: 'include', headers }
  if (signal) init.signal = signal
  if (isRefresh) headers['x-refresh'] = '1'
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    headers['content-type'] = 'application/json'
  }
  try {
    return await ((method === 'GET' && takeEarlyAnswer(url)) || fetch(url, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachableError()
  }
}

/** Lets a call that needs a proof of identity ask for it; the dialog that asks is in features/members. */
let asker: (() => Promise<boolean>) | undefined

/** Registers the dialog for such calls. @returns a function to stop */
export function answerProofsWith(ask: () => Promise<boolean>): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** @returns whether the member gave a proof; false if they declined, or no dialog can ask */
const askForProof = (): Promise<boolean> => asker?.() ?? Promise.resolve(false)

/** A reply that the page requested before the bundle loaded; written by first.js. */
interface EarlyAnswer {
  readonly url: string
  readonly answer: Promise<Response>
  /** When it came, by this browser's clock; 0 until then. */
  readonly atMs: number
}

const page: typeof globalThis & { earlyAnswer?: EarlyAnswer | undefined } = globalThis
let taken: EarlyAnswer | undefined

/** Returns the reply to a GET that was already sent; once, because the next caller wants fresh data. */
function takeEarlyAnswer(url: string): Promise<Response> | null {
  const early = page.earlyAnswer
  if (early?.url !== url) return null
  page.earlyAnswer = undefined
  taken = early
  return early.answer
}

/** When the early reply that was just taken arrived, since it waited for a while. Undefined for any other; read once. */
export function takeArrival(): number | undefined {
  // Another read may ask while the early one is still on its way.
  const atMs = taken?.atMs || undefined
  taken = undefined
  return atMs
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/**
 * No refetch interval, none on focus, data never goes stale, no retries. The hook that changes data refetches it. A
 * call made offline fails immediately with a sentence, where the library's default would wait silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Read = Endpoint & { method: 'GET' }
type Words = Readonly<Record<string, string | number | undefined>>

/**
 * A read as query options: `useQuery(query(listCounties, { state }))`. The key is the path with its parameters, so the
 * same reads share the same data. It may be called before React has hydrated the page, and resolves after that.
 *
 * @param words of the address after `?`
 */
export function query<E extends Read>(
  { path }: E,
  ...[params = {} as ParamsOf<E>, words]: object extends ParamsOf<E>
    ? [params?: ParamsOf<E>, words?: Words]
    : [params: ParamsOf<E>, words?: Words]
) {
  return queryOptions({
    queryKey: words ? [path, params, words] : [path, params],
    queryFn: async ({ signal, client, queryKey }) => {
      await nextTask()
      const isRefresh = client.getQueryData(queryKey) !== undefined
      return request<ReplyOutputOf<E>>('GET', path, { params, query: words, signal, isRefresh }).finally(afterHydration)
    },
  })
}

/** For what others change too: read again on every visit, and when the window gets the focus. */
export const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const
