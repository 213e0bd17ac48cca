/** The numbers of sign-in. */
import type { Role } from '#contract/values.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'

/** What the administrator of `ADMIN_EMAIL` is called at first. */
export const ADMINISTRATOR_NAME = 'Administrator'

/** How long a session lives unused, and how much of that may be over before it is prolonged: reading must not mean writing. */
const IDLE: Readonly<Record<Role, { maxMs: number; prolongAfterMs: number }>> = {
  sales: { maxMs: days(7), prolongAfterMs: days(1) },
  admin: { maxMs: hours(12), prolongAfterMs: minutes(15) },
}
/** How long a browser keeps its session's cookie. The session may end before. */
export const SESSION_COOKIE_MS = IDLE.sales.maxMs
/** A session ends this long after its log-in, however much it is used. */
const SESSION_LIFE_MS = days(30)
/** How long a session may do what `requireProof` guards: enough for one errand on the team screen. */
export const PROOF_MS = minutes(5)

/** When a session ends that is used now and no more. */
export function sessionEnd(session: { role: Role; createdAt: Date }, now: Date): Date {
  const life = addMilliseconds(session.createdAt, SESSION_LIFE_MS)
  return new Date(Math.min(addMilliseconds(now, IDLE[session.role].maxMs).getTime(), life.getTime()))
}

/** Whether a session's end is to be written anew: it is much too early, or later than it may be. */
export function isEndStale(role: Role, written: Date, right: Date): boolean {
  const missing = right.getTime() - written.getTime()
  return missing < 0 || missing > IDLE[role].prolongAfterMs
}

export const ATTEMPT_WINDOW_MS = minutes(15)
/** Guesses at an account by strangers. */
export const ATTEMPTS_PER_ACCOUNT_MAX = 10
/** Guesses at an account from an address that it knows: its owner's tabs may also all log in at once. */
export const ATTEMPTS_PER_KNOWN_ADDRESS_MAX = 30
/** Guesses from one address at any accounts; an office shares one. */
export const ATTEMPTS_PER_ADDRESS_MAX = 50
/** How long a network address stays known to an account after a log-in. */
export const KNOWN_ADDRESS_MS = days(90)

/** Guesses at the present password, and at codes, by whoever has a session of the member. */
export const PROOFS_PER_MEMBER_MAX = 10

/** How long a reset link works: time to find the mail, not to find an old one. */
export const RESET_LINK_MS = minutes(30)
/** How long an invitation works: over a holiday. */
export const INVITATION_MS = days(7)
/** How long a link works that confirms an address. */
export const CONFIRMATION_LINK_MS = days(1)
/** How long the address is kept that is told of a change: as long as a mail server is asked to take the mail. */
export const NOTICE_MS = days(3)

export const MAILING_WINDOW_MS = hours(1)
/** Mails that one address, or one member, can make us send within the window. */
export const MAILS_PER_RECIPIENT_MAX = 5
/** Mails that one network address can make us send within the window; an office shares one. */
export const MAILS_PER_ADDRESS_MAX = 20

/** Sessions in a member's list; a script that signs in all day has more. */
export const SESSIONS_SHOWN_MAX = 100
