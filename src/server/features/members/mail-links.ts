/**
 * Links that work once: `<verification id>.<token>`. Only the email has the token. The database has its fingerprint and
 * the address it was sent to, so a link opens nothing after the address has changed.
 */
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { requireRow } from '#server/platform/errors.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'

/** Adds a verification for an address. Repeating it changes nothing. */
export const addVerification = statement('members.add_verification')`
  insert into verifications (verification_id, identifier, value, expires_at, created_at, updated_at)
  values ($verificationId, $purpose || ':' || $userId, $address, $expiresAt, $now, $now) on conflict (verification_id) do nothing`

export const addLinkToken = statement('members.add_link_token')`
  update verifications v set value = v.value || ' ' || $token, updated_at = $now from users u
  where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now
    and u.user_id = v.user_id and u.email = v.address and u.disabled_at is null
  returning u.user_id, u.username, u.email as address`

/** By its token's fingerprint, unless it is over or used, or the member has changed their address. */
export const findLink = statement('members.find_link')`
  select u.user_id, u.username, u.email as address from verifications v
  join users u using (user_id)
  where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now
    and $token = any(v.tokens) and u.email = v.address and u.disabled_at is null`

/** What an email about sign-in needs of its member, unless it is over. `address` is where it was sent. */
export type LinkedMemberRow = RowOf<typeof findLink>

export const findNotice = statement('members.find_notice')`
  select u.user_id, u.username, v.address, v.created_at as changed_at from verifications v join users u using (user_id)
  where v.verification_id = $verificationId and v.purpose = $purpose and v.expires_at > $now`

export const endLinks = statement('members.end_links')`
  delete from verifications where identifier = any(array(select purpose || ':' || $userId from unnest($purposes::text[]) as purpose))`

/** Every transaction that changes a member's sign-in starts with this lock. Sessions can start in the meantime. */
export const lockMember = statement('members.lock_member')`
  select email, is_verified from users where user_id = $userId and disabled_at is null for no key update`

export type LinkPurpose = 'password_reset' | 'email_confirmation'

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  password_reset: '/reset-password',
  email_confirmation: '/confirm-email',
}

const LINK_FORM = /^(ver_[0-9a-z]{22})\.([A-Za-z0-9_-]{32})$/

/** Makes the link for an email; null if it is over. Earlier tries' tokens stay valid: no one knows which arrived. */
export async function makeLink(ctx: Context, purpose: LinkPurpose, verificationId: string) {
  const token = newToken()
  const values = { verificationId, purpose, token: fingerprint(token), now: ctx.clock.now() }
  const [member] = await ctx.database.run(addLinkToken, values)
  return member ? { member, url: `${ctx.publicUrl}${PATHS[purpose]}?token=${verificationId}.${token}` } : null
}

/** Finds whose link this is, without using it up. @throws Refusal `mail_link_invalid`, whatever the reason */
export async function readLink(ctx: PlatformContext, executor: Executor, purpose: LinkPurpose, link: string) {
  const [, verificationId = '', token = ''] = LINK_FORM.exec(link.trim()) ?? []
  const values = { verificationId, purpose, token: fingerprint(token), now: ctx.clock.now() }
  return requireRow(token ? await executor.run(findLink, values) : [], 'mail_link_invalid')
}

/** Uses up all links like it; of two calls, the second finds its link gone. @throws Refusal `mail_link_invalid` */
export async function useLink(ctx: PlatformContext, tx: Transaction, purpose: LinkPurpose, link: string) {
  const { user_id } = await readLink(ctx, tx, purpose, link)
  await tx.run(lockMember, { userId: user_id })
  const member = await readLink(ctx, tx, purpose, link)
  await tx.run(endLinks, { userId: user_id, purposes: [purpose] })
  return member
}
