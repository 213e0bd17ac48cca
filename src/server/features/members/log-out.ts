import { writeAccess } from '#server/features/audit/record-access.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Auth } from './create-auth.ts'
import { endSession } from './queries.ts'
import { clearSessionCookies } from './session-cookies.ts'

/** Ends the session for good, so that a copy of its cookie opens nothing; without a session it does nothing. */
export async function logOut(ctx: RequestContext, auth: Auth): Promise<{ message: string }> {
  const session = auth.readSession(ctx.headers)
  if (session) await ctx.database.run(endSession, { token: session.token })
  clearSessionCookies(ctx, auth)
  ctx.clearBrowserCache()
  if (ctx.actor.kind === 'member')
    await writeAccess(ctx, { action: 'logged_out', account: { userId: ctx.actor.userId } })
  return { message: 'Logged out successfully' }
}
