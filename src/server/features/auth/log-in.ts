import type { CurrentUser, logIn as endpoint } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { readMember } from './current-user.ts'
import { writeSessionCookies } from './session-cookies.ts'
import { beginAttempt, endAttempt } from './throttle.ts'

/**
 * Starts a session and hands it to the browser; one that it had before ends.
 * A wrong password, an unknown address and a disabled member get the same answer after the same work.
 *
 * @throws Refusal `login_failed`, `login_throttled`
 */
export async function logIn(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoint>): Promise<CurrentUser> {
  const email = input.email.trim().toLowerCase()
  const attempt = await beginAttempt(ctx, email)
  const session = await auth.startSession(email, input.password, ctx.headers['user-agent'])
  if (!session) throw new Refusal('login_failed')

  await endAttempt(ctx, attempt, auth.readSession(ctx.headers)?.token ?? null)
  const member = await readMember(ctx, session.userId)
  // Disabled in this very moment.
  if (!member) throw new Refusal('login_failed')
  writeSessionCookies(ctx, auth, session.cookie)
  return member
}
