import { findKeyToTell } from '#server/features/keys/manage-keys.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { Letter } from '#server/features/messages/write-letter.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days, formatMailTime, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import * as mailLinks from './mail-links.ts'
import { readMember } from './sessions.ts'

/* Emails about a member's own sign-in. Their subject is a verification, which is read when the email is sent. */

const LIVES_MS = {
  // Enough time to find the email, but not to find an old one.
  password_reset: minutes(30),
  // Long enough for a vacation.
  member_invited: days(7),
  email_confirmation: days(1),
  // Emails without a link: as long as the store tries to send them.
  email_changed: days(3),
  password_changed: days(3),
  second_factor_removed: days(3),
  passkey_added: days(3),
  passkey_removed: days(3),
}

type MailKind = keyof typeof LIVES_MS

type UnnamedLetter = Omit<Letter, 'name'>

const OVER = { failed: 'this message is no longer needed' }

const mailTo = (
  { address, username }: Pick<mailLinks.LinkedMemberRow, 'address' | 'username'>,
  letter: UnnamedLetter,
) => ({ to: address, name: username, ...letter })

/** Composes an email around a link that works once. */
const linkMail =
  (purpose: mailLinks.LinkPurpose, letterOf: (brand: string, url: string) => UnnamedLetter): MessageComposer =>
  async (ctx, { subject_id }) => {
    const link = await mailLinks.makeLink(ctx, purpose, subject_id)
    return link ? mailTo(link.member, letterOf(ctx.config.brand.name, link.url)) : OVER
  }

const composePasswordInvitation = linkMail('password_reset', (brand, url) => ({
  subject: `Your ${brand} account`,
  paragraphs: [
    `You were added to the ${brand} team. Choose a password, then log in with this email address.`,
    'The link works once and expires in 7 days.',
  ],
  button: { text: 'Choose a password', url },
  small: [`If you do not know ${brand}, you can ignore this email.`],
}))

/** Without passwords there is none to choose: the company's sign-in finds the member by this address. */
const composeInvitation: MessageComposer = async (ctx, message) => {
  const { hasPasswords, oidc, brand } = ctx.config
  if (hasPasswords || !oidc) return composePasswordInvitation(ctx, message)
  const link = await mailLinks.makeLink(ctx, 'password_reset', message.subject_id)
  if (!link) return OVER
  return mailTo(link.member, {
    subject: `Your ${brand.name} account`,
    paragraphs: [
      `You were added to the ${brand.name} team. Log in with ${oidc.label}; your email address there must be this one.`,
    ],
    button: { text: 'Log in', url: `${ctx.publicUrl}/login` },
    small: [`If you do not know ${brand.name}, you can ignore this email.`],
  })
}

/** Composes an email that reports a change and opens nothing. */
const noticeMail =
  (
    purpose: Exclude<MailKind, mailLinks.LinkPurpose | 'member_invited'>,
    letterOf: (brand: Context['config']['brand'], changedAt: string, publicUrl: string) => UnnamedLetter,
  ): MessageComposer =>
  async (ctx, { subject_id: verificationId }) => {
    const { brand, timeZone } = ctx.config
    const [member] = await ctx.database.run(mailLinks.findNotice, { verificationId, purpose, now: ctx.clock.now() })
    if (!member) return OVER
    return mailTo(member, letterOf(brand, formatMailTime(member.changed_at, timeZone), ctx.publicUrl))
  }

const profileButton = (publicUrl: string) => ({ text: 'Open My Profile', url: `${publicUrl}/profile` })

const composeKeyMade: MessageComposer = async (ctx, { subject_id: subject }) => {
  const made = await findKeyToTell(ctx, subject)
  if (!made?.userId) return { failed: 'the key was ended' }
  const member = await readMember(ctx, made.userId, 'password')
  if (!member) return OVER
  const { brand } = ctx.config
  return {
    to: member.email,
    name: member.username,
    subject: `An API key was made for your ${brand.name} account`,
    paragraphs: [
      made.words,
      'It works until someone ends it, also after you log out. If it was you, you are all set.',
      `If it was not you, end the key under My Profile right away, change your password, and email ${brand.supportEmail}.`,
    ],
    button: profileButton(ctx.publicUrl),
  }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = {
  password_reset: linkMail('password_reset', (brand, url) => ({
    subject: `Choose a new password for ${brand}`,
    paragraphs: [
      `Someone asked to reset the password for your ${brand} account. If it was you, choose a new one within 30 minutes.`,
      'The link works once. After that, you are logged out on all devices.',
    ],
    button: { text: 'Choose a new password', url },
    small: ['If it was not you, ignore this email. Your password stays the same.'],
  })),
  member_invited: composeInvitation,
  email_confirmation: linkMail('email_confirmation', (brand, url) => ({
    subject: `Confirm your email address for ${brand}`,
    paragraphs: [
      `Please confirm that this is the email address for your ${brand} account. The link works once and expires in 24 hours.`,
    ],
    button: { text: 'Confirm this address', url },
    small: [`If you do not have a ${brand} account, you can ignore this email.`],
  })),
  email_changed: noticeMail('email_changed', ({ name, supportEmail }) => ({
    subject: `Your ${name} account has a new email address`,
    paragraphs: [
      `The email address for your ${name} account was changed. From now on, use the new one to log in. We also send your emails there.`,
      `If it was you, you are all set. If it was not you, email ${supportEmail} right away.`,
    ],
  })),
  password_changed: noticeMail('password_changed', ({ name, supportEmail }, changedAt, publicUrl) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password for your ${name} account was changed on ${changedAt}. Your other devices were logged out.`,
      'If it was you, you are all set.',
      `If it was not you, choose a new password now, which signs everyone out, and email ${supportEmail}.`,
    ],
    button: { text: 'Choose a new password', url: `${publicUrl}/forgot-password` },
  })),
  second_factor_removed: noticeMail('second_factor_removed', ({ name, supportEmail }, changedAt) => ({
    subject: 'Your two-step sign-in was turned off',
    paragraphs: [
      `An administrator turned off two-step sign-in for your ${name} account on ${changedAt}. You were logged out on all devices and now log in with just your password.`,
      'You can turn it back on under My Profile.',
      `If you did not ask for this, email ${supportEmail} right away.`,
    ],
  })),
  passkey_added: noticeMail('passkey_added', ({ name, supportEmail }, changedAt, publicUrl) => ({
    subject: 'A passkey was added to your account',
    paragraphs: [
      `A passkey was added to your ${name} account on ${changedAt}. It logs in without your password.`,
      'If it was you, you are all set.',
      `If it was not you, remove it under My Profile right away, and email ${supportEmail}.`,
    ],
    button: profileButton(publicUrl),
  })),
  passkey_removed: noticeMail('passkey_removed', ({ name, supportEmail }, changedAt) => ({
    subject: 'A passkey was removed from your account',
    paragraphs: [
      `A passkey was removed from your ${name} account on ${changedAt}. It no longer signs anyone in.`,
      `If it was you, you are all set. If it was not you, email ${supportEmail} right away.`,
    ],
  })),
  key_made: composeKeyMade,
}

/**
 * Queues an email to a member at an address, in the caller's transaction. A link that confirms an address replaces the
 * one before. Several reset links may be open at once: asking for one in someone else's name must not end the link that
 * they are using. An invitation's link opens the same page as a reset and lasts longer.
 * @param mail.verificationId absent: a new email; repeating one queues one email
 */
export async function queueMemberMail(
  ctx: PlatformContext,
  tx: Transaction,
  mail: { kind: MailKind; userId: string; address: string; verificationId?: string },
): Promise<void> {
  const { kind, userId, address, verificationId = newId('ver', ctx.clock) } = mail
  const now = ctx.clock.now()
  const purpose = kind === 'member_invited' ? 'password_reset' : kind
  if (kind === 'email_confirmation') await tx.run(mailLinks.endLinks, { userId, purposes: [kind] })
  const expiresAt = addMilliseconds(now, LIVES_MS[kind])
  await tx.run(mailLinks.addVerification, { verificationId, purpose, userId, address, expiresAt, now })
  await queueMessage(ctx, tx, { messageId: `${kind}.${verificationId}`, kind, subjectId: verificationId })
}
