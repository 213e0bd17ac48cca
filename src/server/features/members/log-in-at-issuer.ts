import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/issuer.ts'
import { type AccessEvent, writeAccess } from '#server/features/audit/record-access.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type IssuedIdentity, IssuerError, type IssuerGateway } from '#server/gateways/issuer/issuer-gateway.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { readMember } from './current-user.ts'
import { identifyMember } from './identify-member.ts'
import { proveSession } from './prove-identity.ts'
import { endSession } from './queries.ts'
import { saysTwoFactors } from './role-claims.ts'
import { writeSessionCookies } from './sessions.ts'
import { giveTicket, takeTicket } from './sign-in-tickets.ts'
import { countTicket, recordFailure } from './throttle.ts'

const FAILURES = {
  oidc_refused: 'oidc_failed',
  oidc_no_role: 'oidc_failed',
  oidc_email_unverified: 'oidc_failed',
  oidc_not_linked: 'oidc_failed',
  login_throttled: 'login_throttled',
} as const

/** The page that the issuer sends the browser back to; registered there. */
const RETURN_PATH = '/login'

/** @throws Refusal `oidc_off` */
function issuerOf(ctx: WebContext): IssuerGateway {
  if (!ctx.gateways.issuer) throw new Refusal('oidc_off')
  return ctx.gateways.issuer
}

/**
 * Starts signing in at the issuer.
 *
 * @throws Refusal `oidc_off`, `issuer_unavailable`, `login_throttled`
 */
export async function beginIssuerLogIn(
  ctx: WebContext,
  { next = '', isAgain = false }: BodyOf<typeof endpoints.beginIssuerLogIn>,
): Promise<ReplyOf<typeof endpoints.beginIssuerLogIn>> {
  const issuer = issuerOf(ctx)
  await countTicket(ctx)
  const returnUrl = ctx.publicUrl + RETURN_PATH
  const { url, secrets } = await withIssuer(ctx, () => issuer.begin({ returnUrl, isAgain }))
  giveTicket(ctx, 'oidc', { ...secrets, next, again: isAgain ? 'yes' : '' })
  return { url }
}

/**
 * Starts a session for the member whom the issuer vouches for; the browser's earlier session ends. If the sign-in was
 * to prove who is at the screen, the session continues as proven instead. The login, or the reason for refusing it,
 * goes into the audit log.
 *
 * @throws Refusal `oidc_off`, `oidc_refused`, `oidc_no_role`, `oidc_email_unverified`, `oidc_not_linked`,
 * `issuer_unavailable`, `login_throttled`
 */
export async function finishIssuerLogIn(
  ctx: WebContext,
  auth: Auth,
  { query }: BodyOf<typeof endpoints.finishIssuerLogIn>,
): Promise<ReplyOf<typeof endpoints.finishIssuerLogIn>> {
  const issuer = issuerOf(ctx)
  let account: AccessEvent['account'] = null
  try {
    await countTicket(ctx)
    const ticket = await takeTicket(ctx, 'oidc')
    const { state = '', nonce = '', verifier = '', next = '', again = '' } = ticket ?? {}
    if (!state || !nonce || !verifier) throw new Refusal('oidc_refused.late')
    const returned = new URL(`${ctx.publicUrl}${RETURN_PATH}?${query}`)
    const isAgain = again !== ''
    const identity = await withIssuer(ctx, () =>
      issuer.finish({ returned, secrets: { state, nonce, verifier }, isAgain }),
    )
    const { userId } = await identifyMember(ctx, auth, identity)
    account = { userId }
    const member = isAgain
      ? await proveAgain(ctx, auth, userId, identity)
      : await startSession(ctx, auth, userId, identity)
    return { member, next: next || null }
  } catch (error) {
    recordFailure(ctx, account, FAILURES, error)
    throw error
  }
}

const startedByOf = ({ claims }: IssuedIdentity) => (saysTwoFactors(claims) ? 'oidc_two_factors' : 'oidc')

async function startSession(ctx: WebContext, auth: Auth, userId: string, identity: IssuedIdentity) {
  const startedBy = startedByOf(identity)
  const session = await auth.openSession(userId, ctx.headers['user-agent'], { startedBy, isProven: false })
  const member = session && (await readMember(ctx, userId, startedBy))
  // Removed just now.
  if (!member) throw new Refusal('oidc_not_linked.removed')
  const former = auth.readSession(ctx.headers)
  if (former) await ctx.database.run(endSession, { token: former.token })
  writeSessionCookies(ctx, auth, auth.cookieOf(session.token))
  await writeAccess(ctx, { action: 'logged_in', account: { userId }, facts: { with: 'issuer' } })
  return member
}

async function proveAgain(ctx: WebContext, auth: Auth, userId: string, identity: IssuedIdentity) {
  // Someone else at the same issuer proves nothing about this session.
  if (ctx.actor.kind !== 'member' || ctx.actor.userId !== userId) throw new Refusal('oidc_refused.other')
  const startedBy = startedByOf(identity)
  await proveSession(ctx, auth, userId, startedBy === 'oidc' ? null : startedBy)
  const member = await readMember(ctx, userId, startedBy === 'oidc' ? (ctx.actor.startedBy ?? 'password') : startedBy)
  if (!member) throw new Refusal('oidc_not_linked.removed')
  return member
}

/** @throws Refusal `issuer_unavailable`, `oidc_refused` */
async function withIssuer<Result>(ctx: WebContext, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'the issuer did not sign someone in')
    if (error.kind === 'unreachable')
      throw new Refusal(ctx.config.hasPasswords ? 'issuer_unavailable' : 'issuer_unavailable.alone')
    throw new Refusal(error.kind === 'canceled' ? 'oidc_refused.canceled' : 'oidc_refused')
  }
}
