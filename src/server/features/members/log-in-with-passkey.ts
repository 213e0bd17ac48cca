import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type * as endpoints from '#contract/members/passkeys.ts'
import { type AccessEvent, writeAccess } from '#server/features/audit/record-access.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkPasskey, readPasskey } from './check-passkey.ts'
import type { Auth } from './create-auth.ts'
import { readMember } from './current-user.ts'
import { optionsToSign } from './passkey-library.ts'
import { listPasskeys } from './passkey-queries.ts'
import { proveSession } from './prove-identity.ts'
import { writeSessionCookies } from './sessions.ts'
import { giveTicket, takeTicket } from './sign-in-tickets.ts'
import { beginAttempt, beginProof, countTicket, endAttempt, endProof, recordFailure } from './throttle.ts'

const LOG_IN_FAILURES = {
  passkey_unknown: 'passkey_failed',
  passkey_refused: 'passkey_failed',
  passkey_copied: 'passkey_copied',
  login_throttled: 'login_throttled',
} as const
const PROOF_FAILURES = { ...LOG_IN_FAILURES, login_throttled: 'proof_failed' } as const

/**
 * Starts signing in with a passkey. It asks for no address: the person chooses one of the keys on the device.
 *
 * @throws Refusal `login_throttled`
 */
export async function beginPasskeyLogIn(ctx: WebContext): Promise<ReplyOf<typeof endpoints.beginPasskeyLogIn>> {
  await countTicket(ctx)
  const options = await optionsToSign(ctx, [])
  giveTicket(ctx, 'passkey_log_in', { challenge: options.challenge })
  return { ...options }
}

/**
 * Starts a session by a passkey and gives it to the browser; its earlier session ends. The device has recognized its
 * person, so it stands for password and second factor, and counts as a proof. The login, or the reason for refusing it,
 * goes into the audit log.
 *
 * @throws Refusal `passkey_unknown`, `passkey_refused`, `passkey_copied`, `login_throttled`
 */
export async function logInWithPasskey(
  ctx: WebContext,
  auth: Auth,
  { credential }: BodyOf<typeof endpoints.logInWithPasskey>,
): Promise<CurrentUser> {
  /** Filled in as soon as it is known, for the log. */
  let account: AccessEvent['account'] = null
  try {
    const attempt = await beginAttempt(ctx, `passkey ${credential.id}`)
    const ticket = await takeTicket(ctx, 'passkey_log_in')
    if (!ticket?.challenge) throw new Refusal('passkey_refused.late')
    const passkey = await readPasskey(ctx, credential.id)
    const { user_id: userId } = passkey
    account = { userId }
    await checkPasskey(ctx, passkey, ticket.challenge, credential)

    const start = { startedBy: 'passkey', isProven: true } as const
    const session = await auth.openSession(userId, ctx.headers['user-agent'], start)
    const member = session && (await readMember(ctx, userId, 'passkey'))
    // Removed just now.
    if (!member) throw new Refusal('passkey_unknown')
    await endAttempt(ctx, attempt, auth.readSession(ctx.headers)?.token ?? null)
    writeSessionCookies(ctx, auth, auth.cookieOf(session.token))
    await writeAccess(ctx, { action: 'logged_in', account: { userId }, facts: { with: 'passkey' } })
    return member
  } catch (error) {
    recordFailure(ctx, account, LOG_IN_FAILURES, error)
    throw error
  }
}

/** Starts a proof of identity by one of the member's own passkeys. */
export async function beginPasskeyProof(ctx: WebContext): Promise<ReplyOf<typeof endpoints.beginPasskeyProof>> {
  const { userId } = requireMember(ctx)
  const present = await ctx.database.run(listPasskeys, { userId })
  const known = present.map((row) => ({ id: row.credential_id, transports: row.transports }))
  const options = await optionsToSign(ctx, known)
  giveTicket(ctx, 'passkey_proof', { challenge: options.challenge, userId })
  return { ...options }
}

/**
 * Checks one of the member's own passkeys instead of password and code; see `proveIdentity`. From then on their session
 * has two factors.
 *
 * @throws Refusal `passkey_unknown`, also for someone else's, `passkey_refused`, `passkey_copied`, `login_throttled`,
 * `unauthenticated`
 */
export async function proveWithPasskey(
  ctx: WebContext,
  auth: Auth,
  { credential }: BodyOf<typeof endpoints.proveWithPasskey>,
): Promise<ReplyOf<typeof endpoints.proveWithPasskey>> {
  const { userId } = requireMember(ctx)
  try {
    const proof = await beginProof(ctx, userId)
    const ticket = await takeTicket(ctx, 'passkey_proof')
    if (!ticket?.challenge || ticket.userId !== userId) throw new Refusal('passkey_refused.late')
    const passkey = await readPasskey(ctx, credential.id)
    if (passkey.user_id !== userId) throw new Refusal('passkey_unknown')
    await checkPasskey(ctx, passkey, ticket.challenge, credential)
    await endProof(ctx, proof)
  } catch (error) {
    recordFailure(ctx, { userId }, PROOF_FAILURES, error)
    throw error
  }
  return proveSession(ctx, auth, userId, 'passkey')
}
