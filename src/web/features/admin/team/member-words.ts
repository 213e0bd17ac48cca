/** Words about members in the team tab. */
import type { TeamMember } from '#contract/admin/team.ts'
import type { Role } from '#contract/values.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

/** The badge of a role in this dialog; the profile calls an admin Administrator. */
export const ROLE_BADGES: Readonly<Record<Role, string>> = { admin: 'Admin', sales: 'Sales Representative' }

/** In the order offered; sales is the default. */
export const ROLES: readonly Role[] = ['sales', 'admin']

/** The state of a member’s account, in a word. */
export function statusOf({ isVerified, isInvited }: Pick<TeamMember, 'isVerified' | 'isInvited'>): {
  word: string
  tone: StatusTone
} {
  if (isInvited) return { word: 'Invited', tone: 'waiting' }
  return isVerified ? { word: 'Verified', tone: 'done' } : { word: 'Pending', tone: 'plain' }
}

/** `10%`, `12.5%`. */
export function ratePercent(rate: number): string {
  return `${rate}%`
}

/** What is wrong with a typed rate in percent; undefined if it is valid. */
export function rateComplaint(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return 'Enter a rate.'
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 100
    ? undefined
    : 'Enter a rate between 0 and 100, with two decimals at most.'
}
