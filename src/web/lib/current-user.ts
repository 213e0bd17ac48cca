import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CurrentUser, getCurrentUser } from '#contract/members/auth.ts'
import { ApiError, callApi } from '#web/lib/call-api.ts'

/** Set next to the session cookie, readable, worth nothing: it only spares visitors a call that would return 401. */
const SIGNED_IN_HINT = 'leadyard_signed_in=1'

/** The logged-in member, loaded once at the start; null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [getCurrentUser.path, {}],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    if (!document.cookie.split('; ').includes(SIGNED_IN_HINT)) return null
    try {
      return await callApi(getCurrentUser, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') return null
      throw error
    }
  },
  staleTime: 5 * 60 * 1000,
})

/** The logged-in member; undefined for visitors and until the reply is here. */
export const useCurrentUser = () => useQuery(currentUserQuery).data ?? undefined
