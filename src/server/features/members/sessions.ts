/** Lists and ends sessions for their member. */
import type { ReplyOf } from '#contract/endpoint.ts'
import type { logOut as endpoint } from '#contract/members/auth.ts'
import type { SessionInfo } from '#contract/members/profile.ts'
import { writeAccess } from '#server/features/audit/record-access.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { deviceInWords } from '#server/platform/device-in-words.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Auth, SIGNED_IN_HINT_COOKIE } from './create-auth.ts'
import { endSession as endSessionStatement } from './queries.ts'
import { SESSION_COOKIE_MS, SESSIONS_SHOWN_MAX } from './rules.ts'
import { endOwnOthers, endOwnSession, listOwnSessions } from './session-queries.ts'

/** Sets the session cookie, and the hint for scripts that there is a session. */
export function writeSessionCookies(ctx: RequestContext, auth: Auth, cookie: string): void {
  const maxAgeSeconds = SESSION_COOKIE_MS / 1_000
  ctx.setCookie(auth.sessionCookie, cookie, { isHttpOnly: true, maxAgeSeconds })
  ctx.setCookie(SIGNED_IN_HINT_COOKIE, '1', { isHttpOnly: false, maxAgeSeconds })
}

/** Deletes both cookies. */
export function clearSessionCookies(ctx: RequestContext, auth: Auth): void {
  ctx.clearCookie(auth.sessionCookie)
  ctx.clearCookie(SIGNED_IN_HINT_COOKIE)
}

/** Lists the member's own sessions, last used first, with ids to end them by but nothing that opens them. */
export async function listSessions(ctx: RequestContext, auth: Auth): Promise<SessionInfo[]> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const rows = await ctx.database.run(listOwnSessions, {
    userId,
    token,
    now: ctx.clock.now(),
    limit: SESSIONS_SHOWN_MAX,
  })
  return rows.map((row) => ({
    id: row.session_id,
    device: deviceInWords(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    isCurrent: row.is_current,
  }))
}

/**
 * Ends one of the member's own sessions. If it is the caller's, its cookies are deleted too.
 *
 * @throws Refusal `session_not_found` if it ended, never existed or belongs to someone else
 */
export async function endSession(ctx: RequestContext, auth: Auth, sessionId: string): Promise<{ message: string }> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [ended] = await ctx.database.run(endOwnSession, { userId, sessionId, token, now: ctx.clock.now() })
  if (!ended) throw new Refusal('session_not_found')
  if (ended.is_current) clearSessionCookies(ctx, auth)
  return { message: 'The session has ended.' }
}

/** Ends every session of the member except the caller's. */
export async function endOtherSessions(ctx: RequestContext, auth: Auth): Promise<{ ended: number }> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [row] = await ctx.database.run(endOwnOthers, { userId, token })
  return { ended: row?.ended ?? 0 }
}

/** Ends the session for good, so a copy of its cookie opens nothing. Does nothing without a session. */
export async function logOut(ctx: RequestContext, auth: Auth): Promise<ReplyOf<typeof endpoint>> {
  const session = auth.readSession(ctx.headers)
  if (session) await ctx.database.run(endSessionStatement, { token: session.token })
  clearSessionCookies(ctx, auth)
  ctx.clearBrowserCache()
  const message = 'Logged out successfully'
  if (ctx.actor.kind !== 'member') return { message }
  const { userId, startedBy } = ctx.actor
  await writeAccess(ctx, { action: 'logged_out', account: { userId } })
  const isAtIssuer = startedBy === 'oidc' || startedBy === 'oidc_two_factors'
  return { message, ...(isAtIssuer && ctx.config.oidc ? { stillAt: ctx.config.oidc.label } : {}) }
}
