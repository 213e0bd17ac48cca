import type { Role } from '#contract/values.ts'
import { writeAuditOf } from '#server/features/audit/write-audit.ts'
import { endKeysOfMember } from '#server/features/keys/manage-keys.ts'
import type { IssuedIdentity } from '#server/gateways/issuer/issuer-gateway.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { newToken } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { LostRace, unlessLost } from '#server/platform/lost-race.ts'
import { oneLine, readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addAccount, endEverySession } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import {
  changeRole,
  endSessionsOf,
  findByAddress,
  findIdentified,
  type IdentifiedRow,
  linkIdentity,
} from './identity-queries.ts'
import { endLinks } from './mail-link-queries.ts'
import { deleteAllPasskeys } from './passkey-queries.ts'
import { markJoined, setPassword } from './profile-queries.ts'
import { roleOf } from './role-claims.ts'
import { removeFactor } from './second-factor-queries.ts'

const NAME_LENGTH_MAX = 100

/**
 * Finds the member for whom the issuer vouches: by issuer and subject, the first time by their verified address. Someone
 * with a role and no member gets one. The role follows the claim each time, and API keys end when it changes; without
 * one, the member's sessions and keys end.
 *
 * @throws Refusal `oidc_no_role`, `oidc_email_unverified`; `oidc_not_linked` for a removed member, or if the member of
 * the address is linked to someone else there
 */
export async function identifyMember(
  ctx: RequestContext,
  auth: Auth,
  identity: IssuedIdentity,
): Promise<{ userId: string }> {
  const { oidc } = ctx.config
  invariant(oidc, 'an identity comes from a configured issuer')
  const role = roleOf(identity.claims, oidc)
  if (!role) {
    // Someone who lost their role there must not keep using what they opened here before.
    await ctx.database.run(endSessionsOf, { issuer: identity.issuer, subject: identity.subject })
    throw new Refusal('oidc_no_role', { message: noRole(oidc.label) })
  }
  // Hashing takes longer than a transaction should. Accounts that need a password get one that no one knows.
  const unknownHash = await auth.hashPassword(newToken())
  const tryIt = (isAgain: boolean) =>
    inTransaction(ctx, async (tx) => {
      const [known] = await tx.run(findIdentified, { issuer: identity.issuer, subject: identity.subject })
      if (known?.is_disabled) throw new Refusal('oidc_not_linked.removed')
      const member = known ?? (await linkMember(ctx, tx, { identity, role, unknownHash, isAgain }))
      if (member.role !== role) await followRole(ctx, tx, member, role)
      return { userId: member.user_id }
    })
  // Another call may link or add the same person at the same moment.
  return (await unlessLost(() => tryIt(false))) ?? tryIt(true)
}

const noRole = (label: string) =>
  `You signed in at ${label}, but your account there has no role in this store. Ask whoever manages it to give you one.`

interface NewLink {
  identity: IssuedIdentity
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

/**
 * The address was never confirmed, so someone else may have set these up. They must not keep a way into an account that
 * its owner now uses.
 */
async function replaceCredentials(ctx: RequestContext, tx: Transaction, userId: string, passwordHash: string) {
  await tx.run(setPassword, { userId, passwordHash, now: ctx.clock.now() })
  await tx.run(deleteAllPasskeys, { userId })
  await tx.run(removeFactor, { userId })
  await tx.run(endLinks, { userId, purposes: ['password_reset'] })
  await endEverySession(tx, userId)
}

async function addMember(
  ctx: RequestContext,
  tx: Transaction,
  { identity, role, unknownHash }: NewLink,
  email: string,
): Promise<IdentifiedRow> {
  const { name } = identity.claims
  const username = (oneLine(typeof name === 'string' ? name : '') ?? email.split('@')[0] ?? email).slice(
    0,
    NAME_LENGTH_MAX,
  )
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
