/**
 * Links that work once: `<verification id>.<token>`. Only the email has the token. The database has its fingerprint and
 * the address it was sent to, so a link opens nothing after the address has changed.
 */

import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { statement } from '#server/platform/statement.ts'

/** What a verification is for. */
export type Purpose =
  | 'password_reset'
  | 'email_confirmation'
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'

/** The member that a link or notice is for, unless it is over. */
export interface LinkedMemberRow {
  user_id: string
  username: string
  /** The address that it was sent to. */
  address: string
}

/** Adds a verification for an address. Repeating it changes nothing. */
export const addVerification = statement<{
  verificationId: string
  purpose: string
  userId: string
  address: string
  expiresAt: Date
  now: Date
}>(
  'auth.add_verification',
  `insert into verifications (verification_id, identifier, value, expires_at, created_at, updated_at)
   values ($verificationId, $purpose || ':' || $userId, $address, $expiresAt, $now, $now) on conflict (verification_id) do nothing`,
)

/** Adds a token's fingerprint to a link, unless it is over or the member has changed their address. */
export const addLinkToken = statement<
  { verificationId: string; purpose: string; token: string; now: Date },
  LinkedMemberRow
>(
  'auth.add_link_token',
  `update verifications v set value = v.value || ' ' || $token, updated_at = $now from users u
   where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now
     and u.user_id = v.user_id and u.email = v.address and u.disabled_at is null
   returning u.user_id, u.username, u.email as address`,
)

/** Finds whose link it is by its token's fingerprint, unless it is over, used, or the member has changed their address. */
export const findLink = statement<
  { verificationId: string; purpose: string; token: string; now: Date },
  LinkedMemberRow
>(
  'auth.find_link',
  `select u.user_id, u.username, u.email as address from verifications v
   join users u using (user_id)
   where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now
     and $token = any(v.tokens) and u.email = v.address and u.disabled_at is null`,
)

/** Finds whom to tell about a change, at which address, and when it was. */
export const findNotice = statement<
  { verificationId: string; purpose: string; now: Date },
  LinkedMemberRow & { changed_at: Date }
>(
  'auth.find_notice',
  `select u.user_id, u.username, v.address, v.created_at as changed_at from verifications v join users u using (user_id)
   where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now`,
)

/** Ends all links of a member for these purposes, used or not. */
export const endLinks = statement<{ userId: string; purposes: readonly string[] }>(
  'auth.end_links',
  `delete from verifications where identifier = any(array(select purpose || ':' || $userId from unnest($purposes::text[]) as purpose))`,
)

/**
 * Makes changes to a member's sign-in wait for each other; every such transaction starts with it. Sessions can start in
 * the meantime.
 */
export const lockMember = statement<{ userId: string }, { email: string; is_verified: boolean }>(
  'auth.lock_member',
  'select email, is_verified from users where user_id = $userId and disabled_at is null for no key update',
)

/** The purpose of a link. */
export type LinkPurpose = 'password_reset' | 'email_confirmation'

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  password_reset: '/reset-password',
  email_confirmation: '/confirm-email',
}

const LINK_FORM = /^(ver_[0-9a-z]{22})\.([A-Za-z0-9_-]{32})$/

/**
 * Creates the link for an email that is about to be sent. Each try gets its own token, and earlier ones stay valid,
 * since no one knows which try arrived.
 *
 * @returns null if the link is over
 */
export async function makeLink(
  ctx: Context,
  purpose: LinkPurpose,
  verificationId: string,
): Promise<{ member: LinkedMemberRow; url: string } | null> {
  const token = newToken()
  const values = { verificationId, purpose, token: fingerprint(token), now: ctx.clock.now() }
  const [member] = await ctx.database.run(addLinkToken, values)
  return member ? { member, url: `${ctx.publicUrl}${PATHS[purpose]}?token=${verificationId}.${token}` } : null
}

/**
 * Finds whose link this is, without using it up.
 *
 * @throws Refusal `mail_link_invalid`, whatever the reason
 */
export async function readLink(
  ctx: PlatformContext,
  executor: Executor,
  purpose: LinkPurpose,
  link: string,
): Promise<LinkedMemberRow> {
  const [, verificationId, token] = LINK_FORM.exec(link.trim()) ?? []
  if (!verificationId || !token) throw new Refusal('mail_link_invalid')
  const [member] = await executor.run(findLink, {
    verificationId,
    purpose,
    token: fingerprint(token),
    now: ctx.clock.now(),
  })
  if (!member) throw new Refusal('mail_link_invalid')
  return member
}

/**
 * Uses up a link and all other links of the member for the same purpose. If two calls use links of one member, the
 * second waits and finds its link gone.
 *
 * @throws Refusal `mail_link_invalid`
 */
export async function useLink(
  ctx: PlatformContext,
  tx: Transaction,
  purpose: LinkPurpose,
  link: string,
): Promise<LinkedMemberRow> {
  const { user_id } = await readLink(ctx, tx, purpose, link)
  await tx.run(lockMember, { userId: user_id })
  const member = await readLink(ctx, tx, purpose, link)
  await tx.run(endLinks, { userId: user_id, purposes: [purpose] })
  return member
}
