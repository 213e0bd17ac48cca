import { type CurrentUser, getCurrentUser } from '#contract/members/auth.ts'
import { listPasskeys } from '#contract/members/passkeys.ts'
import { listSessions } from '#contract/members/profile.ts'
import { query, queryClient } from '#web/lib/call-api.ts'

export const sessionsQuery = query(listSessions)

export const passkeysQuery = query(listPasskeys)

const userKey = query(getCurrentUser).queryKey

/** Shows a change to the member everywhere immediately. */
export function showUser(change: Partial<CurrentUser>): void {
  queryClient.setQueryData(userKey, (user) => user && { ...user, ...change })
}
