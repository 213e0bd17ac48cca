/** What members do with their own account (docs/product.md#logging-in). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EmailAddress, Instant, PlainText } from '#contract/values.ts'
import { CurrentUser } from './auth.ts'

/** Promised (docs/product.md#times-and-limits). The server also refuses passwords that are easy to guess. */
export const PASSWORD_LENGTH_MIN = 6
/** Limits how long hashing can keep a node busy. */
export const PASSWORD_LENGTH_MAX = 256

const Password = PlainText(PASSWORD_LENGTH_MAX).check(z.minLength(1))
/** Required, except in a store without passwords: a proof of identity takes its place there. */
const OwnPassword = z.optional(Password)
const NewPassword = PlainText(PASSWORD_LENGTH_MAX).check(
  z.minLength(PASSWORD_LENGTH_MIN, 'Password must be at least 6 characters long'),
)
const MailToken = PlainText(128)
const Message = z.object({ message: z.string() })

export const updateEmail = defineEndpoint('session', 'PUT', '/api/profile/email', {
  summary: 'Changes the member’s address; the new one is confirmed by mail, the old one is told.',
  body: z.object({ email: EmailAddress, password: OwnPassword }),
  reply: CurrentUser,
  refusals: ['password_wrong', 'email_taken', 'login_throttled', 'proof_needed'],
})

export const updatePhone = defineEndpoint('session', 'PUT', '/api/profile/phone', {
  summary: 'Changes the member’s phone number.',
  body: z.object({ phone: PlainText(40).check(z.minLength(1)), password: OwnPassword }),
  reply: CurrentUser,
  refusals: ['proof_needed', 'password_wrong', 'login_throttled'],
})

export const updatePassword = defineEndpoint('session', 'PUT', '/api/profile/password', {
  summary: 'Changes the member’s password; every other session ends, this one goes on under a new cookie.',
  body: z.object({ currentPassword: Password, newPassword: NewPassword }),
  reply: Message,
  refusals: ['passwords_off', 'password_wrong', 'password_guessable', 'login_throttled'],
})

export const requestPasswordReset = defineEndpoint('anyone', 'POST', '/api/password-reset', {
  summary: 'Mails a reset link if the address has a member; the answer is the same, and takes as long, if not.',
  body: z.object({ email: PlainText(254).check(z.minLength(1)) }),
  reply: Message,
  refusals: ['passwords_off', 'login_throttled'],
})

export const resetPassword = defineEndpoint('anyone', 'PUT', '/api/password-reset', {
  summary: 'Sets a new password by the link of the reset mail, once; all sessions of the member end.',
  body: z.object({ token: MailToken, newPassword: NewPassword }),
  reply: Message,
  refusals: ['passwords_off', 'mail_link_invalid', 'password_guessable'],
})

export const requestEmailConfirmation = defineEndpoint('session', 'POST', '/api/profile/email-confirmation', {
  summary: 'Mails a link that confirms the member’s present address; an older link then opens nothing.',
  reply: Message,
  refusals: ['login_throttled'],
})

export const confirmEmail = defineEndpoint('anyone', 'PUT', '/api/profile/email-confirmation', {
  summary: 'Marks the address that this token’s link was sent to as verified.',
  body: z.object({ token: MailToken }),
  reply: Message,
  refusals: ['mail_link_invalid'],
})

export const SessionInfo = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: Instant,
  /** Accurate to a day, so that reading does not mean writing. */
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const listSessions = defineEndpoint('session', 'GET', '/api/profile/sessions', {
  summary: 'The member’s own sessions, the latest used first.',
  reply: z.array(SessionInfo),
})

export const endSession = defineEndpoint('session', 'DELETE', '/api/profile/sessions/:sessionId', {
  summary: 'Ends one of the member’s own sessions.',
  params: z.object({ sessionId: PlainText(64) }),
  reply: Message,
  refusals: ['session_not_found'],
})

export const endOtherSessions = defineEndpoint('session', 'DELETE', '/api/profile/sessions', {
  summary: 'Ends every session of the member but this one.',
  reply: z.object({ ended: z.int() }),
})

export const proveIdentity = defineEndpoint('session', 'POST', '/api/profile/proof', {
  summary:
    'Shows the password, and the code of the second factor, once more: for 5 minutes the session may change what opens accounts.',
  body: z.object({ password: Password, code: z.optional(PlainText(40)) }),
  reply: z.object({ until: Instant }),
  refusals: ['passwords_off', 'password_wrong', 'second_factor_required', 'second_factor_wrong', 'login_throttled'],
})

export const beginSecondFactor = defineEndpoint('session', 'POST', '/api/profile/second-factor', {
  summary: 'Makes a secret for an authenticator app; nothing changes until a code of it is confirmed.',
  body: z.object({ password: Password }),
  reply: z.object({
    /** For typing by hand, in base32. */
    secret: z.string(),
    uri: z.string(),
  }),
  refusals: ['passwords_off', 'password_wrong', 'login_throttled'],
})

export const confirmSecondFactor = defineEndpoint('session', 'PUT', '/api/profile/second-factor', {
  summary: 'Turns the second factor on by a code of the app; the recovery codes are shown this once.',
  body: z.object({ code: PlainText(10) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['second_factor_wrong', 'second_factor_not_begun', 'login_throttled'],
})

export const removeSecondFactor = defineEndpoint('session', 'POST', '/api/profile/second-factor/remove', {
  summary: 'Turns the second factor off.',
  body: z.object({ password: Password }),
  reply: Message,
  refusals: ['password_wrong', 'login_throttled', 'proof_needed'],
})
