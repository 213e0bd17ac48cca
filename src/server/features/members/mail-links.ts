/**
 * Links that work once: `<verification id>.<token>`. Only the email has the token. The database has its fingerprint and
 * the address it was sent to, so a link opens nothing after the address has changed.
 */
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addLinkToken, endLinks, findLink, type LinkedMemberRow, lockMember } from './mail-link-queries.ts'

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
