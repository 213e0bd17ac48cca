/** Emails about a member's own sign-in. Their subject is a verification, which is read when the email is sent. */
import type { ComposedMail, MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { type Letter, writeLetter } from '#server/features/messages/write-letter.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatMailTime } from '#server/platform/store-time.ts'
import { findNotice, type LinkedMemberRow } from './mail-link-queries.ts'
import { type LinkPurpose, makeLink } from './mail-links.ts'

const OVER = { failed: 'what it was about is over' }

function mailTo(ctx: Context, member: LinkedMemberRow, letter: Omit<Letter, 'name'>): ComposedMail {
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
    `Somebody asked to reset the password of your ${brand} account. If it was you, choose a new one within 30 minutes.`,
    'The link works once. You are then signed out everywhere.',
  ],
  button: { text: 'Choose a new password', url },
  small: ['If it was not you, ignore this mail: your password stays as it is.'],
}))

const composeConfirmation = linkMail('email_confirmation', (brand, url) => ({
  subject: `Confirm your email address for ${brand}`,
  paragraphs: [`Please confirm that this is the address of your ${brand} account. The link works once, for 24 hours.`],
  button: { text: 'Confirm this address', url },
  small: [`If you do not have an account at ${brand}, ignore this mail: nothing happens without you.`],
}))

const composeInvitation = linkMail('password_reset', (brand, url) => ({
  subject: `Your account at ${brand}`,
  paragraphs: [
    `An account at ${brand} was made for you. Choose a password to sign in with this address.`,
    'The link works once, for 7 days.',
  ],
  button: { text: 'Choose a password', url },
  small: [`If you do not know ${brand}, ignore this mail: nothing happens without you.`],
}))

type Brand = Context['config']['brand']

/** Composes an email that reports a change and opens nothing. */
const noticeMail =
  (
    purpose: 'email_changed' | 'password_changed' | 'second_factor_removed',
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
    `The email address of your ${name} account was changed. You sign in with the new one from now on, and mails go there.`,
    `If it was you, there is nothing to do. If it was not you, write to ${supportEmail} at once.`,
  ],
}))

const composePasswordChanged = noticeMail('password_changed', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your ${name} account was changed on ${formatMailTime(changedAt, ctx.config.timeZone)}. Your other devices were signed out.`,
    'If it was you, there is nothing to do.',
    `If it was not you, choose a new password now, which signs out whoever did it, and write to ${supportEmail}.`,
  ],
  button: { text: 'Choose a new password', url: `${ctx.publicUrl}/forgot-password` },
}))

const composeSecondFactorRemoved = noticeMail('second_factor_removed', (ctx, { name, supportEmail }, changedAt) => ({
  subject: 'Your two-step sign-in was turned off',
  paragraphs: [
    `An administrator turned off the two-step sign-in of your ${name} account on ${formatMailTime(changedAt, ctx.config.timeZone)}. You were signed out everywhere and sign in with your password only.`,
    'Turn it on again under My Profile.',
    `If you did not ask for this, write to ${supportEmail} at once.`,
  ],
}))

/** By message kind; app.ts passes them to `messages`. */
export const composers: MessageComposers = {
  password_reset: composeReset,
  member_invited: composeInvitation,
  email_confirmation: composeConfirmation,
  email_changed: composeEmailChanged,
  password_changed: composePasswordChanged,
  second_factor_removed: composeSecondFactorRemoved,
}
