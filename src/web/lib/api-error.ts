import type { RefusalBody, RefusalCode } from '#contract/refusals.ts'

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
