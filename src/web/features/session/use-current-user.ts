import { useQuery } from '@tanstack/react-query'
import type { getCurrentUser } from '#contract/auth.ts'
import { query } from '#web/lib/query.ts'

/** Set beside the session cookie, readable, worth nothing: it only spares visitors a question that would be answered 401. */
const SIGNED_IN_HINT = 'leadyard_signed_in=1'
/** SPEC.md section 9. */
const USER_FRESH_MS = 5 * 60 * 1000

/** The signed-in member, asked for once at the start; undefined for visitors and until the answer is here. */
export function useCurrentUser() {
  const isHinted = document.cookie.split('; ').includes(SIGNED_IN_HINT)
  const { data } = useQuery({
    ...query<typeof getCurrentUser>('/api/me', {}),
    staleTime: USER_FRESH_MS,
    enabled: isHinted,
  })
  return data
}
