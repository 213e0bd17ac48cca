import type { IncomingHttpHeaders } from 'node:http'

/** Undefined if a request has no cookie of this name, or one that cannot be decoded. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const [key = '', ...rest] = part.split('=')
    if (key.trim() !== name) continue
    try {
      return decodeURIComponent(rest.join('=').trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
