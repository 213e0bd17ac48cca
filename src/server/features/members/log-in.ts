import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser, logIn as endpoint } from '#contract/members/auth.ts'
import { writeAccess } from '#server/features/audit/record-access.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signInAddress } from './accounts.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import type { Auth } from './create-auth.ts'
import { readMember } from './current-user.ts'
import { isOutdated } from './passwords.ts'
import { replacePassword } from './profile-queries.ts'
import { type CredentialRow, endSession, findCredential, readPasswordHash } from './queries.ts'
import { requirePasswords } from './require-passwords.ts'
import { writeSessionCookies } from './sessions.ts'
import { beginAttempt, endAttempt, recordFailure } from './throttle.ts'

const LOG_IN_FAILURES = {
  login_failed: 'login_failed',
  login_throttled: 'login_throttled',
  second_factor_wrong: 'second_factor_failed',
} as const

/**
 * Whether a password that was right a moment ago still is. Comparing hashes is not enough, since another login may have
 * renewed the hash.
 */
async function isStillRight(
  ctx: RequestContext,
  auth: Auth,
  credential: CredentialRow,
  password: string,
): Promise<boolean> {
  const [present] = await ctx.database.run(readPasswordHash, { userId: credential.user_id })
  if (!present) return false
  return present.password_hash === credential.password_hash || auth.verifyPassword(password, present.password_hash)
}

/** Hashes a password again if its hash has old parameters. Only at login do we know the password. */
async function renewHash(ctx: RequestContext, auth: Auth, credential: CredentialRow, password: string): Promise<void> {
  const { user_id, password_hash } = credential
  if (!isOutdated(password_hash)) return
  const renewed = await auth.hashPassword(password)
  await ctx.database.run(replacePassword, {
    userId: user_id,
    passwordHash: renewed,
    now: ctx.clock.now(),
    formerHash: password_hash,
  })
}

/**
 * Starts a session and gives it to the browser; its earlier session ends. The login, or the reason for refusing it,
 * goes into the audit log. A wrong password, an unknown address and a disabled member get the same reply after the same
 * work. If the member has a second factor, no session starts and no guess is forgiven until it is checked.
 *
 * @throws Refusal `passwords_off`, `login_failed`, `login_throttled`, `second_factor_required`, `second_factor_wrong`
 */
export async function logIn(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoint>): Promise<CurrentUser> {
  requirePasswords(ctx)
  const email = signInAddress(input.email)
  try {
    const member = await startSession(ctx, auth, email, input)
    await writeAccess(ctx, { action: 'logged_in', account: { userId: member.id } })
    return member
  } catch (error) {
    recordFailure(ctx, { email }, LOG_IN_FAILURES, error)
    throw error
  }
}

async function startSession(
  ctx: RequestContext,
  auth: Auth,
  email: string,
  input: BodyOf<typeof endpoint>,
): Promise<CurrentUser> {
  const attempt = await beginAttempt(ctx, email)
  const [credential] = await ctx.database.run(findCredential, { email, typed: input.email.trim().toLowerCase() })
  const isRight = await auth.verifyPassword(input.password, credential?.password_hash ?? '')
  if (!credential?.is_member || !isRight) throw new Refusal('login_failed')
  await checkSecondFactor(ctx, credential.user_id, input.code)

  const session = await auth.openSession(credential.user_id, ctx.headers['user-agent'])
  // Disabled just now.
  if (!session) throw new Refusal('login_failed')
  // Check again once the session exists. If the password changes at the same moment, either that change ends this
  // session with the others, or we see it here.
  const member = (await isStillRight(ctx, auth, credential, input.password))
    ? await readMember(ctx, credential.user_id, 'password')
    : null
  if (!member) {
    await ctx.database.run(endSession, { token: session.token })
    throw new Refusal('login_failed')
  }
  await renewHash(ctx, auth, credential, input.password)
  await endAttempt(ctx, attempt, auth.readSession(ctx.headers)?.token ?? null)
  writeSessionCookies(ctx, auth, auth.cookieOf(session.token))
  return member
}
