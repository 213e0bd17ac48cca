/** The limits and durations of sign-in. */
import type { Role } from '#contract/values.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'

/** The first name of the administrator of `ADMIN_EMAIL`. */
export const ADMINISTRATOR_NAME = 'Administrator'

/**
 * How long an unused session lasts, and how much of that may pass before it is extended, so that reading does not mean
 * writing.
 */
const IDLE: Readonly<Record<Role, { maxMs: number; prolongAfterMs: number }>> = {
  sales: { maxMs: days(7), prolongAfterMs: days(1) },
  admin: { maxMs: hours(12), prolongAfterMs: minutes(15) },
}
/** How long a browser keeps its session's cookie. The session may end before. */
export const SESSION_COOKIE_MS = IDLE.sales.maxMs
/** A session ends this long after login, however much it is used. */
const SESSION_LIFE_MS = days(30)
/** How long a session may do what `requireProof` guards: enough for one errand on the team screen. */
export const PROOF_MS = minutes(5)

/** When a session ends if it is used now and never again. */
export function sessionEnd(session: { role: Role; createdAt: Date }, now: Date): Date {
  const life = addMilliseconds(session.createdAt, SESSION_LIFE_MS)
  return new Date(Math.min(addMilliseconds(now, IDLE[session.role].maxMs).getTime(), life.getTime()))
}

/** Whether a session's end must be rewritten, because it is much too early or later than allowed. */
export function isEndStale(role: Role, written: Date, right: Date): boolean {
  const missing = right.getTime() - written.getTime()
  return missing < 0 || missing > IDLE[role].prolongAfterMs
}

/**
 * The proofs that started a session: the password (with the member's second factor, if they have one), a passkey, or
 * the issuer, with two factors if it said so.
 */
export const STARTED_BY = ['password', 'passkey', 'oidc', 'oidc_two_factors'] as const
export type StartedBy = (typeof STARTED_BY)[number]

/** Whether a session started with two factors. @param hasSecondFactor of the member: then the password came with it */
export function hasTwoFactors(startedBy: StartedBy, hasSecondFactor: boolean): boolean {
  return startedBy === 'password' ? hasSecondFactor : startedBy !== 'oidc'
}

/** How long a browser may take between starting and finishing a ceremony of a passkey, or a sign-in at the issuer. */
export const TICKET_MS = minutes(5)
/** Such starts from one network within the window of attempts; an office shares one. */
export const TICKETS_PER_ADDRESS_MAX = 200

export const ATTEMPT_WINDOW_MS = minutes(15)
/** Guesses at an account by strangers. */
export const ATTEMPTS_PER_ACCOUNT_MAX = 10
/** Guesses at an account from an address that it knows. The owner's tabs may all log in at once. */
export const ATTEMPTS_PER_KNOWN_ADDRESS_MAX = 30
/** Guesses from one address at any accounts; an office shares one. */
export const ATTEMPTS_PER_ADDRESS_MAX = 50
/** How long a network address stays known to an account after a log-in. */
export const KNOWN_ADDRESS_MS = days(90)

/** Guesses at the current password and at codes, within a session of the member. */
export const PROOFS_PER_MEMBER_MAX = 10

/** How long a reset link works: enough time to find the email, but not to find an old one. */
export const RESET_LINK_MS = minutes(30)
/** How long an invitation works: long enough for a vacation. */
export const INVITATION_MS = days(7)
/** How long a link to confirm an address works. */
export const CONFIRMATION_LINK_MS = days(1)
/** How long the store keeps an address that must be told about a change: as long as it tries to send the email. */
export const NOTICE_MS = days(3)

export const MAILING_WINDOW_MS = hours(1)
/** Emails to one address or one member within the window. */
export const MAILS_PER_RECIPIENT_MAX = 5
/** Emails that one network address can cause within the window; an office shares one. */
export const MAILS_PER_ADDRESS_MAX = 20

/** Sessions shown to a member; a script that signs in all day has more. */
export const SESSIONS_SHOWN_MAX = 100
