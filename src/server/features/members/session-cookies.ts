import type { RequestContext } from '#server/platform/context.ts'
import { type Auth, SIGNED_IN_HINT_COOKIE } from './create-auth.ts'
import { SESSION_COOKIE_MS } from './rules.ts'

/** Hands the session to the browser, with the hint for its scripts that there is one. */
export function writeSessionCookies(ctx: RequestContext, auth: Auth, cookie: string): void {
  const maxAgeSeconds = SESSION_COOKIE_MS / 1_000
  ctx.setCookie(auth.sessionCookie, cookie, { isHttpOnly: true, maxAgeSeconds })
  ctx.setCookie(SIGNED_IN_HINT_COOKIE, '1', { isHttpOnly: false, maxAgeSeconds })
}

/** Takes both back. */
export function clearSessionCookies(ctx: RequestContext, auth: Auth): void {
  ctx.clearCookie(auth.sessionCookie)
  ctx.clearCookie(SIGNED_IN_HINT_COOKIE)
}
