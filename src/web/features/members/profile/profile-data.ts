import type { CurrentUser, getCurrentUser } from '#contract/members/auth.ts'
import type { listPasskeys } from '#contract/members/passkeys.ts'
import type { listSessions } from '#contract/members/profile.ts'
import { query, queryClient } from '#web/lib/query.ts'

/** The member's own sessions, last used first. */
export const sessionsQuery = query<typeof listSessions>('/api/profile/sessions', {})

/** The member's own passkeys, oldest first. */
export const passkeysQuery = query<typeof listPasskeys>('/api/profile/passkeys', {})

const userKey = query<typeof getCurrentUser>('/api/me', {}).queryKey

/** Shows a change to the member everywhere immediately. */
export function showUser(change: Partial<CurrentUser>): void {
  queryClient.setQueryData(userKey, (user) => user && { ...user, ...change })
}
