import type { CurrentUser } from '#contract/auth.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { findMember } from './queries.ts'
import { writeSessionCookies } from './session-cookies.ts'

/** A member in the contract's words; null when unknown or disabled. */
export async function readMember(ctx: PlatformContext, userId: string): Promise<CurrentUser | null> {
  const [member] = await ctx.database.run(findMember, [userId])
  if (!member) return null
  return {
    id: member.user_id,
    username: member.username,
    email: member.email,
    phone: member.phone,
    role: member.role,
    isVerified: member.is_verified,
    createdAt: member.created_at.toISOString(),
  }
}

/**
 * The signed-in member. The page asks at every load, so this is where the browser's cookie is prolonged with its session.
 *
 * @throws Refusal `unauthenticated`
 */
export async function getCurrentUser(ctx: RequestContext, auth: Auth): Promise<CurrentUser> {
  const member = ctx.actor.kind === 'member' ? await readMember(ctx, ctx.actor.userId) : null
  if (!member) throw new Refusal('unauthenticated')
  const session = auth.readSession(ctx.headers)
  if (session) writeSessionCookies(ctx, auth, session.cookie)
  return member
}
