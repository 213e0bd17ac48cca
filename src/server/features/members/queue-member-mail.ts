import { mayWords } from '#contract/keys/key-scopes.ts'
import { findKeyToTell } from '#server/features/keys/manage-keys.ts'
import type { ComposedMail, MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { type Letter, writeLetter } from '#server/features/messages/write-letter.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, formatMailTime } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import {
  addVerification,
  endLinks,
  findNotice,
  type LinkedMemberRow,
  type LinkPurpose,
  makeLink,
  type Purpose,
} from './mail-links.ts'
import { CONFIRMATION_LINK_MS, INVITATION_MS, NOTICE_MS, RESET_LINK_MS } from './rules.ts'
import { readMember } from './sessions.ts'

/* Emails about a member's own sign-in. Their subject is a verification, which is read when the email is sent. */

const OVER = { failed: 'this message is no longer needed' }

function mailTo(
  ctx: Context,
  member: Pick<LinkedMemberRow, 'address' | 'username'>,
  letter: Omit<Letter, 'name'>,
): ComposedMail {
  return { to: member.address, ...writeLetter({ ...letter, name: member.username }, ctx.config.brand) }
}

/** Composes an email around a link that works once. */
const linkMail =
  (purpose: LinkPurpose, letterOf: (brand: string, url: string) => Omit<Letter, 'name'>): MessageComposer =>
  async (ctx, { subject_id }) => {
    const link = await makeLink(ctx, purpose, subject_id)
    return link ? mailTo(ctx, link.member, letterOf(ctx.config.brand.name, link.url)) : OVER
  }

const composeReset = linkMail('password_reset', (brand, url) => ({
  subject: `Choose a new password for ${brand}`,
  paragraphs: [
    `Someone asked to reset the password for your ${brand} account. If it was you, choose a new one within 30 minutes.`,
    'The link works once. After that, you are signed out on all devices.',
  ],
  button: { text: 'Choose a new password', url },
  small: ['If it was not you, ignore this email. Your password stays the same.'],
}))

const composeConfirmation = linkMail('email_confirmation', (brand, url) => ({
  subject: `Confirm your email address for ${brand}`,
  paragraphs: [
    `Please confirm that this is the email address for your ${brand} account. The link works once and expires in 24 hours.`,
  ],
  button: { text: 'Confirm this address', url },
  small: [`If you do not have a ${brand} account, you can ignore this email.`],
}))

const composePasswordInvitation = linkMail('password_reset', (brand, url) => ({
  subject: `Your ${brand} account`,
  paragraphs: [
    `Someone created a ${brand} account for you. Choose a password to sign in with this email address.`,
    'The link works once and expires in 7 days.',
  ],
  button: { text: 'Choose a password', url },
  small: [`If you do not know ${brand}, you can ignore this email.`],
}))

/** Without passwords there is none to choose: the company's sign-in finds the member by this address. */
const composeInvitation: MessageComposer = async (ctx, message) => {
  const { hasPasswords, oidc, brand } = ctx.config
  if (hasPasswords || !oidc) return composePasswordInvitation(ctx, message)
  const link = await makeLink(ctx, 'password_reset', message.subject_id)
  if (!link) return OVER
  return mailTo(ctx, link.member, {
    subject: `Your ${brand.name} account`,
    paragraphs: [
      `Someone created a ${brand.name} account for you. Sign in with ${oidc.label}; your email address there must be this one.`,
    ],
    button: { text: 'Sign in', url: `${ctx.publicUrl}/login` },
    small: [`If you do not know ${brand.name}, you can ignore this email.`],
  })
}

type NoticePurpose =
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
type Brand = Context['config']['brand']

/** Composes an email that reports a change and opens nothing. */
const noticeMail =
  (
    purpose: NoticePurpose,
    letterOf: (ctx: Context, brand: Brand, changedAt: Date) => Omit<Letter, 'name'>,
  ): MessageComposer =>
  async (ctx, { subject_id }) => {
    const [member] = await ctx.database.run(findNotice, {
      verificationId: subject_id,
      purpose,
      now: ctx.clock.now(),
    })
    return member ? mailTo(ctx, member, letterOf(ctx, ctx.config.brand, member.changed_at)) : OVER
  }

const composeEmailChanged = noticeMail('email_changed', (_ctx, { name, supportEmail }) => ({
  subject: `Your ${name} account has a new email address`,
  paragraphs: [
    `The email address for your ${name} account was changed. From now on, use the new one to sign in. We also send your emails there.`,
    `If it was you, you are all set. If it was not you, email ${supportEmail} right away.`,
  ],
}))

const composePasswordChanged = noticeMail('password_changed', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password for your ${name} account was changed on ${formatMailTime(changedAt, ctx.config.timeZone)}. Your other devices were signed out.`,
    'If it was you, you are all set.',
    `If it was not you, choose a new password now, which signs everyone out, and email ${supportEmail}.`,
  ],
  button: { text: 'Choose a new password', url: `${ctx.publicUrl}/forgot-password` },
}))

const composeSecondFactorRemoved = noticeMail('second_factor_removed', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'Your two-step sign-in was turned off',
  paragraphs: [
    `An administrator turned off two-step sign-in for your ${name} account on ${formatMailTime(changedAt, ctx.config.timeZone)}. You were signed out on all devices and now sign in with just your password.`,
    'You can turn it back on under My Profile.',
    `If you did not ask for this, email ${supportEmail} right away.`,
  ],
}))

const composePasskeyAdded = noticeMail('passkey_added', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'A passkey was added to your account',
  paragraphs: [
    `A passkey was added to your ${name} account on ${formatMailTime(changedAt, ctx.config.timeZone)}. It signs in without your password.`,
    'If it was you, you are all set.',
    `If it was not you, remove it under My Profile right away, and email ${supportEmail}.`,
  ],
  button: { text: 'Open My Profile', url: `${ctx.publicUrl}/profile` },
}))

const composePasskeyRemoved = noticeMail('passkey_removed', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'A passkey was removed from your account',
  paragraphs: [
    `A passkey was removed from your ${name} account on ${formatMailTime(changedAt, ctx.config.timeZone)}. It no longer signs anyone in.`,
    `If it was you, you are all set. If it was not you, email ${supportEmail} right away.`,
  ],
}))

const composeKeyMade: MessageComposer = async (ctx, { subject_id: subject }) => {
  const keyId = subject.split(' ', 1).join()
  const made = await findKeyToTell(ctx, keyId)
  if (!made?.userId) return { failed: 'the key was ended' }
  const member = await readMember(ctx, made.userId, 'password')
  if (!member) return OVER
  const { email: address, username } = member
  const { name, supportEmail } = ctx.config.brand
  return mailTo(
    ctx,
    { address, username },
    {
      subject: `An API key was made for your ${name} account`,
      paragraphs: [
        `The API key “${made.key.name}” was made on ${formatMailTime(made.madeAt, ctx.config.timeZone)}, with ${subject.slice(keyId.length + 1)}. ${mayWords(made.key.scopes)}`,
        'It works until someone ends it, also after you sign out. If it was you, you are all set.',
        `If it was not you, end the key under My Profile right away, change your password, and email ${supportEmail}.`,
      ],
      button: { text: 'Open My Profile', url: `${ctx.publicUrl}/profile` },
    },
  )
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = {
  password_reset: composeReset,
  member_invited: composeInvitation,
  email_confirmation: composeConfirmation,
  email_changed: composeEmailChanged,
  password_changed: composePasswordChanged,
  second_factor_removed: composeSecondFactorRemoved,
  passkey_added: composePasskeyAdded,
  passkey_removed: composePasskeyRemoved,
  key_made: composeKeyMade,
}

const LIVES_MS: Readonly<Record<Purpose, number>> = {
  password_reset: RESET_LINK_MS,
  email_confirmation: CONFIRMATION_LINK_MS,
  email_changed: NOTICE_MS,
  password_changed: NOTICE_MS,
  second_factor_removed: NOTICE_MS,
  passkey_added: NOTICE_MS,
  passkey_removed: NOTICE_MS,
}

/**
 * Queues an email to a member at an address, in the caller's transaction. Each call queues a separate email. A link
 * that confirms an address replaces the one before. Several reset links may be open at once: asking for one in someone
 * else's name must not end the link that they are using.
 *
 * @param mail.verificationId a new id; repeating it queues one email
 */
export async function queueMemberMail(
  ctx: PlatformContext,
  tx: Transaction,
  mail: { purpose: Purpose; verificationId: string; userId: string; address: string },
): Promise<void> {
  const { purpose, verificationId, userId, address } = mail
  const now = ctx.clock.now()
  if (purpose === 'email_confirmation') await tx.run(endLinks, { userId, purposes: [purpose] })
  const expiresAt = addMilliseconds(now, LIVES_MS[purpose])
  await tx.run(addVerification, { verificationId, purpose, userId, address, expiresAt, now })
  await queueMessage(ctx, tx, { messageId: `${purpose}.${verificationId}`, kind: purpose, subjectId: verificationId })
}

/**
 * Queues an email about a changed password, in the transaction that changes it. A member who did not change it finds
 * out while it can still be fixed.
 */
export async function tellPasswordChanged(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'password_changed', verificationId: newId('ver', ctx.clock), ...member })
}

/**
 * Queues an invitation, in the transaction that adds a member without a password. Its link lets them choose one. It
 * opens the same page as a reset and lasts longer.
 */
export async function queueInvitation(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  const verificationId = newId('ver', ctx.clock)
  const now = ctx.clock.now()
  const expiresAt = addMilliseconds(now, INVITATION_MS)
  await tx.run(addVerification, {
    verificationId,
    purpose: 'password_reset',
    userId: member.userId,
    address: member.address,
    expiresAt,
    now,
  })
  await queueMessage(ctx, tx, {
    messageId: `member_invited.${verificationId}`,
    kind: 'member_invited',
    subjectId: verificationId,
  })
}

/** Queues a confirmation of the address, in the transaction that adds a member with a password. */
export async function queueConfirmation(
  ctx: PlatformContext,
  tx: Transaction,
  member: { userId: string; address: string },
): Promise<void> {
  await queueMemberMail(ctx, tx, { purpose: 'email_confirmation', verificationId: newId('ver', ctx.clock), ...member })
}
