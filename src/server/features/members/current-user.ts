import type { CurrentUser } from '#contract/members/auth.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { findMember } from './queries.ts'
import { hasTwoFactors, type StartedBy } from './rules.ts'
import { writeSessionCookies } from './sessions.ts'

/**
 * Returns a member as in the contract; null if unknown or disabled.
 *
 * @param startedBy the proofs that started the session of the reply
 */
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
    username: member.username,
    email: member.email,
    phone: member.phone,
    role: member.role,
    isVerified: member.is_verified,
    hasSecondFactor: member.has_second_factor,
    createdAt: member.created_at.toISOString(),
    ...(member.has_passkey ? { hasPasskey: true } : {}),
    ...(isNeeded ? { needsSecondFactor: true } : {}),
  }
}

/**
 * Like `readMember`, for replies to the member.
 *
 * @throws Refusal `unauthenticated` if they were just disabled
 */
export async function readOwnMember(ctx: PlatformContext, userId: string): Promise<CurrentUser> {
  const member = await readMember(ctx, userId, requireMember(ctx).startedBy ?? 'password')
  if (!member) throw new Refusal('unauthenticated')
  return member
}

/**
 * Returns the signed-in member. The page asks at every load, so this also extends the browser's cookie along with the
 * session.
 *
 * @throws Refusal `unauthenticated`
 */
export async function getCurrentUser(ctx: RequestContext, auth: Auth): Promise<CurrentUser> {
  const member = await readOwnMember(ctx, requireMember(ctx).userId)
  const session = auth.readSession(ctx.headers)
  if (session) writeSessionCookies(ctx, auth, session.cookie)
  return member
}
