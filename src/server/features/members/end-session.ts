import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { clearSessionCookies } from './session-cookies.ts'
import { endOwnOthers, endOwnSession } from './session-queries.ts'

/**
 * Ends one of the member's own sessions; the one that asks takes its cookies along.
 *
 * @throws Refusal `session_not_found` for one that ended, never was or is somebody else's
 */
export async function endSession(ctx: RequestContext, auth: Auth, sessionId: string): Promise<{ message: string }> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [ended] = await ctx.database.run(endOwnSession, { userId, sessionId, token, now: ctx.clock.now() })
  if (!ended) throw new Refusal('session_not_found')
  if (ended.is_current) clearSessionCookies(ctx, auth)
  return { message: 'The session has ended.' }
}

/** Ends every session of the member but the one that asks. */
export async function endOtherSessions(ctx: RequestContext, auth: Auth): Promise<{ ended: number }> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [row] = await ctx.database.run(endOwnOthers, { userId, token })
  return { ended: row?.ended ?? 0 }
}
