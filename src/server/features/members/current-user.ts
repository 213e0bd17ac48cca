import type { CurrentUser } from '#contract/members/auth.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { findMember } from './queries.ts'
import { writeSessionCookies } from './sessions.ts'

/** A member in the contract's words; null when unknown or disabled. */
export async function readMember(ctx: PlatformContext, userId: string): Promise<CurrentUser | null> {
  const [member] = await ctx.database.run(findMember, { userId })
  if (!member) return null
  const isNeeded = ctx.config.isSecondFactorDemanded && member.role === 'admin' && !member.has_second_factor
  return {
    id: member.user_id,
    username: member.username,
    email: member.email,
    phone: member.phone,
    role: member.role,
    isVerified: member.is_verified,
    hasSecondFactor: member.has_second_factor,
    createdAt: member.created_at.toISOString(),
    ...(isNeeded ? { needsSecondFactor: true } : {}),
  }
}

/**
 * As `readMember`, for replies to the member.
 *
 * @throws Refusal `unauthenticated` when they were disabled in this very moment
 */
export async function readOwnMember(ctx: PlatformContext, userId: string): Promise<CurrentUser> {
  const member = await readMember(ctx, userId)
  if (!member) throw new Refusal('unauthenticated')
  return member
}

/**
 * The signed-in member. The page asks at every load, so this is where the browser's cookie is prolonged with its session.
 *
 * @throws Refusal `unauthenticated`
 */
export async function getCurrentUser(ctx: RequestContext, auth: Auth): Promise<CurrentUser> {
  const member = await readOwnMember(ctx, requireMember(ctx).userId)
  const session = auth.readSession(ctx.headers)
  if (session) writeSessionCookies(ctx, auth, session.cookie)
  return member
}
