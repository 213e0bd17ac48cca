import type { RefusalBody, RefusalCode } from '#contract/refusals.ts'

/** `unreachable`: no answer came at all. `unreadable`: an answer that is not ours, e.g. from a proxy in between. */
export type ApiErrorCode = RefusalCode | 'unreachable' | 'unreadable'

/**
 * Any call that did not succeed.
 * Its own `message` is `409: <body>` as SPEC.md section 8 says, for logs; screens show `sentence` and decide by `code`.
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
    this.sentence = body.message ?? 'The store gave an answer we could not read. Please try again in a moment.'
    this.details = body.details ?? {}
  }
}

/** Whether an answer says nothing about the call itself, so that a screen's own words say more. */
export const isVague = ({ code }: ApiError): boolean => code === 'unreadable' || code === 'internal'

/** The error of a call without an answer; nothing was changed as far as the browser knows. */
export function unreachableError(
  message = 'The store cannot be reached. Check your connection and try again.',
): ApiError {
  return new ApiError(0, 'network error', { code: 'unreachable', message })
}

/** The answer as the type the caller names; null for anything that is not JSON, because a proxy may answer with a page. */
export function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The error of a call that was answered with a refusal, or with something that is not ours. */
export const answeredError = (status: number, text: string): ApiError =>
  new ApiError(status, text, readJson(text) ?? {})
