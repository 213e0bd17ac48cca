import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/issuer.ts'
import type { Role } from '#contract/values.ts'
import type { SignInConfig } from '#server/config/sign-in-config.ts'
import { type AccessEvent, writeAccess } from '#server/features/audit/record-access.ts'
import { writeAuditOf } from '#server/features/audit/write-audit.ts'
import { endKeysOfMember } from '#server/features/keys/manage-keys.ts'
import type { WebContext } from '#server/gateways/context.ts'
import * as openid from '#server/gateways/issuer/openid.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { invariant, LostRace, Refusal, unlessLost } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import { addAccount, endEverySession } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { giveTicket, takeTicket } from './log-in.ts'
import { endLinks } from './mail-links.ts'
import { deleteAllPasskeys } from './passkeys.ts'
import { proveSession } from './prove-identity.ts'
import { endSession, markJoined, setPassword } from './queries.ts'
import { removeFactor } from './second-factor-codes.ts'
import { tellSession } from './session-word.ts'
import { readMember, writeSessionCookies } from './sessions.ts'
import { countTicket, recordFailure } from './throttle.ts'

/** The role that the claims give: administrator if they name both, null if they name neither. */
function roleOf(claims: openid.Claims, { roleClaim, adminRole, salesRole }: NonNullable<SignInConfig['oidc']>) {
  const found = openid.readClaim(claims, roleClaim)
  const roles: unknown[] = Array.isArray(found) ? found : [found]
  if (adminRole !== undefined && roles.includes(adminRole)) return 'admin'
  return salesRole !== undefined && roles.includes(salesRole) ? 'sales' : null
}

/** Finds and locks the member of an identity, removed or not. */
export const findIdentified = statement('members.find_identified')`
  select u.user_id, u.username, u.role, u.disabled_at is not null as is_disabled
  from identities i join users u using (user_id) where i.issuer = $issuer and i.subject = $subject for no key update of u`

type IdentifiedRow = RowOf<typeof findIdentified>

export const findByAddress = statement('members.find_by_address')`
  select u.user_id, u.username, u.role, u.is_verified, u.disabled_at is not null as is_disabled,
    exists (select from identities i where i.user_id = u.user_id and i.issuer = $issuer) as is_linked
  from users u where u.email = $email for no key update of u`

/** Links an identity to a member; no row if another call linked one of them first. */
export const linkIdentity = statement('members.link_identity')`
  insert into identities (issuer, subject, user_id, created_at) values ($issuer, $subject, $userId, $now)
  on conflict do nothing returning user_id`

export const changeRole = statement('members.change_role')`
  update users set role = $role, updated_at = $now where user_id = $userId returning ${tellSession('user_id')} as told`

export const endSessionsOf = statement('members.end_sessions_of_identity')`
  with member as (select user_id from identities where issuer = $issuer and subject = $subject),
  keys as (delete from api_keys where owner_id in (select 'user:' || user_id from member))
  delete from sessions where user_id in (select user_id from member) returning ${tellSession('user_id')} as told`

const NAME_LENGTH_MAX = 100

/**
 * Finds the member for whom the issuer vouches: by issuer and subject, the first time by their verified address.
 * Someone with a role and no member gets one. The role follows the claim, and API keys end when it changes; without
 * one, sessions and keys end. @throws Refusal see `finishIssuerLogIn`; `oidc_not_linked` for a removed member, or
 * someone else's address
 */
async function identifyMember(ctx: RequestContext, auth: Auth, identity: openid.IssuedIdentity): Promise<string> {
  const { oidc } = ctx.config
  invariant(oidc, 'an identity comes from a configured issuer')
  const { issuer, subject, claims } = identity
  const role = roleOf(claims, oidc)
  if (!role) {
    // Someone who lost their role there must not keep using what they opened here before.
    await ctx.database.run(endSessionsOf, { issuer, subject })
    const message = `You logged in at ${oidc.label}, but your account there has no role in this store. Ask whoever manages it to give you one.`
    throw new Refusal('oidc_no_role', { message })
  }
  // Hashing takes longer than a transaction should. Accounts that need a password get one that no one knows.
  const unknownHash = await auth.hashPassword(newToken())
  const tryIt = (isAgain: boolean) =>
    inTransaction(ctx, async (tx) => {
      const [known] = await tx.run(findIdentified, { issuer, subject })
      if (known?.is_disabled) throw new Refusal('oidc_not_linked.removed')
      const member = known ?? (await linkMember(ctx, tx, { identity, role, unknownHash, isAgain }))
      if (member.role !== role) await followRole(ctx, tx, member, role)
      return member.user_id
    })
  // Another call may link or add the same person at the same moment.
  return (await unlessLost(() => tryIt(false))) ?? tryIt(true)
}

interface NewLink {
  identity: openid.IssuedIdentity
  role: Role
  unknownHash: string
  /** The first try lost a race. */
  isAgain: boolean
}

async function linkMember(ctx: RequestContext, tx: Transaction, link: NewLink): Promise<IdentifiedRow> {
  const { issuer, subject, claims } = link.identity
  if (claims.email_verified !== true || typeof claims.email !== 'string') throw new Refusal('oidc_email_unverified')
  const email = readAddress(claims.email).toLowerCase()
  const [present] = await tx.run(findByAddress, { email, issuer })
  if (present?.is_disabled) throw new Refusal('oidc_not_linked.removed')
  // Perhaps linked to the same person by a call that finished after we looked.
  if (present?.is_linked && !link.isAgain) throw new LostRace()
  if (present?.is_linked) throw new Refusal('oidc_not_linked')
  if (present && !present.is_verified) await replaceCredentials(ctx, tx, present.user_id, link.unknownHash)
  const member = present ?? (await addMember(ctx, tx, link, email))
  const now = ctx.clock.now()
  await tx.run(markJoined, { userId: member.user_id, now })
  const [linked] = await tx.run(linkIdentity, { issuer, subject, userId: member.user_id, now })
  if (!linked) throw new LostRace()
  const { user_id: memberId, username } = member
  await writeAuditOf(ctx, tx, memberId, { action: 'identity_linked', subject: username, target: memberId })
  return member
}

/** The address was never confirmed, so someone else may have set these up and must not keep a way into the account. */
async function replaceCredentials(ctx: RequestContext, tx: Transaction, userId: string, passwordHash: string) {
  await tx.run(setPassword, { userId, passwordHash, now: ctx.clock.now() })
  await tx.run(deleteAllPasskeys, { userId })
  await tx.run(removeFactor, { userId })
  await tx.run(endLinks, { userId, purposes: ['password_reset'] })
  await endEverySession(tx, userId)
}

async function addMember(ctx: RequestContext, tx: Transaction, link: NewLink, email: string): Promise<IdentifiedRow> {
  const { role, identity, unknownHash } = link
  const { name } = identity.claims
  const ownName = oneLine(typeof name === 'string' ? name : '') ?? email.split('@')[0] ?? email
  const username = ownName.slice(0, NAME_LENGTH_MAX)
  const userId = await addAccount(ctx, tx, { username, email, role, passwordHash: unknownHash })
  if (!userId) throw new LostRace()
  const after = { email, role, by: 'sign-in' }
  await writeAuditOf(ctx, tx, userId, { action: 'member_created', subject: username, target: userId, after })
  return { user_id: userId, username, role, is_disabled: false }
}

async function followRole(ctx: RequestContext, tx: Transaction, member: IdentifiedRow, role: Role): Promise<void> {
  const { user_id: userId, username } = member
  await tx.run(changeRole, { userId, role, now: ctx.clock.now() })
  await endKeysOfMember(tx, userId)
  await writeAuditOf(ctx, tx, userId, {
    action: 'member_role_changed',
    subject: username,
    target: userId,
    before: { role: member.role },
    after: { role, by: 'sign-in' },
  })
}

const FAILURES = {
  oidc_refused: 'oidc_failed',
  oidc_no_role: 'oidc_failed',
  oidc_email_unverified: 'oidc_failed',
  oidc_not_linked: 'oidc_failed',
  login_throttled: 'login_throttled',
} as const

/** The page that the issuer sends the browser back to; registered there. */
const RETURN_PATH = '/login'

function issuerOf(ctx: WebContext): openid.IssuerGateway {
  if (!ctx.gateways.issuer) throw new Refusal('oidc_off')
  return ctx.gateways.issuer
}

/** Starts logging in at the issuer. @throws Refusal `oidc_off`, `issuer_unavailable`, `login_throttled` */
export async function beginIssuerLogIn(
  ctx: WebContext,
  { next = '', isAgain = false }: BodyOf<typeof endpoints.beginIssuerLogIn>,
) {
  const issuer = issuerOf(ctx)
  await countTicket(ctx)
  const returnUrl = ctx.publicUrl + RETURN_PATH
  const { url, secrets } = await withIssuer(ctx, () => issuer.begin({ returnUrl, isAgain }))
  giveTicket(ctx, 'oidc', { ...secrets, next, again: isAgain ? 'yes' : '' })
  return { url }
}

/** Starts a session, or continues it as proven if that was asked for. @throws Refusal see the contract */
export async function finishIssuerLogIn(ctx: WebContext, auth: Auth, body: BodyOf<typeof endpoints.finishIssuerLogIn>) {
  const issuer = issuerOf(ctx)
  let account: AccessEvent['account'] = null
  try {
    await countTicket(ctx)
    const { state = '', nonce = '', verifier = '', next = '', again = '' } = (await takeTicket(ctx, 'oidc')) ?? {}
    if (!state || !nonce || !verifier) throw new Refusal('oidc_refused.late')
    const returned = new URL(`${ctx.publicUrl}${RETURN_PATH}?${body.query}`)
    const isAgain = again !== ''
    const secrets = { state, nonce, verifier }
    const identity = await withIssuer(ctx, () => issuer.finish({ returned, secrets, isAgain }))
    const userId = await identifyMember(ctx, auth, identity)
    account = { userId }
    return { member: await (isAgain ? proveAgain : startSession)(ctx, auth, userId, identity), next: next || null }
  } catch (error) {
    recordFailure(ctx, account, FAILURES, error)
    throw error
  }
}

/** The issuer says whether the person used two factors. @see https://www.rfc-editor.org/rfc/rfc8176 */
const startedByOf = ({ claims: { amr } }: openid.IssuedIdentity) =>
  Array.isArray(amr) && amr.includes('mfa') ? 'oidc_two_factors' : 'oidc'

async function startSession(ctx: WebContext, auth: Auth, userId: string, identity: openid.IssuedIdentity) {
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

async function proveAgain(ctx: WebContext, auth: Auth, userId: string, identity: openid.IssuedIdentity) {
  // Someone else at the same issuer proves nothing about this session.
  if (ctx.actor.kind !== 'member' || ctx.actor.userId !== userId) throw new Refusal('oidc_refused.other')
  const startedBy = startedByOf(identity)
  await proveSession(ctx, auth, userId, startedBy === 'oidc' ? null : startedBy)
  const member = await readMember(ctx, userId, startedBy === 'oidc' ? (ctx.actor.startedBy ?? 'password') : startedBy)
  if (!member) throw new Refusal('oidc_not_linked.removed')
  return member
}

async function withIssuer<Result>(ctx: WebContext, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof openid.IssuerError)) throw error
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'the issuer did not sign someone in')
    if (error.kind === 'unreachable')
      throw new Refusal(ctx.config.hasPasswords ? 'issuer_unavailable' : 'issuer_unavailable.alone')
    throw new Refusal(error.kind === 'canceled' ? 'oidc_refused.canceled' : 'oidc_refused')
  }
}
