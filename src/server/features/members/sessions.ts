import type { ReplyOf } from '#contract/endpoint.ts'
import type { CurrentUser, logOut as endpoint } from '#contract/members/auth.ts'
import type { SessionInfo } from '#contract/members/profile.ts'
import { writeAccess } from '#server/features/audit/record-access.ts'
import { type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { deviceInWords } from '#server/platform/text/device-in-words.ts'
import { type Auth, SIGNED_IN_HINT_COOKIE } from './create-auth.ts'
import { endSession as endSessionStatement, findMember } from './queries.ts'
import { hasTwoFactors, SESSION_COOKIE_MS, type StartedBy } from './rules.ts'
import { tellSession } from './session-word.ts'

/** A script that logs in all day has more. */
const SESSIONS_SHOWN_MAX = 100

/* Tokens are compared in SQL and never returned. */

/** Last used first. `token` is the caller's, here and below. */
export const listOwnSessions = statement('members.list_own_sessions')`
  select session_id, user_agent, created_at, updated_at, token = $token? as is_current from sessions
  where user_id = $userId and expires_at > $now order by updated_at desc, session_id desc limit $limit`

export const endOwnSession = statement('members.end_own_session')`
  delete from sessions where user_id = $userId and session_id = $sessionId and expires_at > $now
  returning token = $token? as is_current, ${tellSession('user_id')} as told`

export const endOwnOthers = statement('members.end_own_others')`
  with ended as (delete from sessions where user_id = $userId and token <> $token? returning session_id, ${tellSession('user_id')} as told)
  select count(*)::int as ended from ended`

export const endAllSessions = statement('members.end_all_sessions')`
  delete from sessions where user_id = $userId returning session_id, ${tellSession('user_id')} as told`

/** Records a proof and gives the session a new token. `startedBy` null: it counts as started as before. */
export const markProven = statement('members.mark_proven')`
  update sessions set token = $newOne, proven_until = $provenUntil, started_by = coalesce($startedBy?, started_by)
  where user_id = $userId and token = $token? returning session_id`

export const findProof = statement('members.find_proof')`
  select session_id from sessions where user_id = $userId and token = $token? and proven_until > $now`

export const rotateSession = statement('members.rotate_session')`
  update sessions set token = $newOne where user_id = $userId and token = $token? returning session_id`

/** Sets the session cookie, and the hint for scripts that there is a session. */
export function writeSessionCookies(ctx: RequestContext, auth: Auth, cookie: string): void {
  const maxAgeSeconds = SESSION_COOKIE_MS / 1_000
  ctx.setCookie(auth.sessionCookie, cookie, { isHttpOnly: true, maxAgeSeconds })
  ctx.setCookie(SIGNED_IN_HINT_COOKIE, '1', { isHttpOnly: false, maxAgeSeconds })
}

function clearSessionCookies(ctx: RequestContext, auth: Auth): void {
  ctx.clearCookie(auth.sessionCookie)
  ctx.clearCookie(SIGNED_IN_HINT_COOKIE)
}

/** Lists the member's own sessions, last used first, with ids to end them by but nothing that opens them. */
export async function listSessions(ctx: RequestContext, auth: Auth): Promise<SessionInfo[]> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const now = ctx.clock.now()
  const rows = await ctx.database.run(listOwnSessions, { userId, token, now, limit: SESSIONS_SHOWN_MAX })
  return rows.map((row) => ({
    id: row.session_id,
    device: deviceInWords(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    isCurrent: row.is_current,
  }))
}

/** Ends a session, and the cookies if it is the caller's. @throws Refusal `session_not_found`, also for another's */
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
  const [row] = await ctx.database.run(endOwnOthers, { userId, token: auth.readSession(ctx.headers)?.token ?? null })
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

/** Returns a member as in the contract; null if unknown or disabled. `startedBy` is of the session of the reply. */
export async function readMember(
  ctx: PlatformContext,
  userId: string,
  startedBy: StartedBy,
): Promise<CurrentUser | null> {
  const [member] = await ctx.database.run(findMember, { userId })
  if (!member) return null
  const isLacking = !hasTwoFactors(startedBy, member.has_second_factor)
  const isNeeded = ctx.config.isSecondFactorDemanded && member.role === 'admin' && isLacking
  return {
    id: member.user_id,
    ...shownOf(member, 'username', 'email', 'phone', 'role', 'is_verified', 'has_second_factor', 'created_at'),
    ...(member.has_passkey ? { hasPasskey: true } : {}),
    ...(isNeeded ? { needsSecondFactor: true } : {}),
  }
}

/** Like `readMember`, for replies to the member. @throws Refusal `unauthenticated` if they were just disabled */
export async function readOwnMember(ctx: PlatformContext, userId: string): Promise<CurrentUser> {
  const member = await readMember(ctx, userId, requireMember(ctx).startedBy ?? 'password')
  if (!member) throw new Refusal('unauthenticated')
  return member
}

/** The page asks at every load, so this also extends the browser's cookie. @throws Refusal `unauthenticated` */
export async function getCurrentUser(ctx: RequestContext, auth: Auth): Promise<CurrentUser> {
  const member = await readOwnMember(ctx, requireMember(ctx).userId)
  const session = auth.readSession(ctx.headers)
  if (session) writeSessionCookies(ctx, auth, session.cookie)
  return member
}
