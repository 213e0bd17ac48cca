import type { SessionInfo } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import type { Auth } from './create-auth.ts'
import { deviceInWords } from './device-in-words.ts'
import { SESSIONS_SHOWN_MAX } from './rules.ts'
import { listOwnSessions } from './session-queries.ts'

/** The member's own sessions, the latest used first: ids to end them by, never what opens them. */
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
