import type { Role } from '#contract/values.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import type { Actor, Member } from '#server/platform/context.ts'

export const ADMINISTRATOR_NAME = 'Administrator'

/** How long an unused session lasts, and how much of that may pass before it is extended: reading rarely writes. */
const IDLE: Readonly<Record<Role, { maxMs: number; prolongAfterMs: number }>> = {
  sales: { maxMs: days(7), prolongAfterMs: days(1) },
  admin: { maxMs: hours(12), prolongAfterMs: minutes(15) },
}
/** The session may end before. */
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

/** What started a session: the password (with the second factor, if the member has one), a passkey, or the issuer. */
export const STARTED_BY = ['password', 'passkey', 'oidc', 'oidc_two_factors'] as const
export type StartedBy = (typeof STARTED_BY)[number]

/** Whether a session started with two factors. @param hasSecondFactor of the member: then the password came with it */
export function hasTwoFactors(startedBy: StartedBy, hasSecondFactor: boolean): boolean {
  return startedBy === 'password' ? hasSecondFactor : startedBy !== 'oidc'
}

declare module '#server/platform/context.ts' {
  interface Member {
    /** What they earn from a sale made now, in hundredths of a percent. */
    readonly commissionBps: number
  }
}

/** What a member may act as: an administrator who must have a second factor and has none may only do what a rep may. */
export function actorOf(
  member: Member & { startedBy: StartedBy },
  hasSecondFactor: boolean,
  isSecondFactorDemanded: boolean,
): Actor {
  const isDemanded = isSecondFactorDemanded && member.role === 'admin'
  const isLacking = isDemanded && !hasTwoFactors(member.startedBy, hasSecondFactor)
  return { kind: 'member', ...member, ...(isLacking && { role: 'sales', lacksSecondFactor: true }) }
}

/** How long a browser may take between starting and finishing a ceremony of a passkey, or a sign-in at the issuer. */
export const TICKET_MS = minutes(5)
