import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from './current-user.ts'

/** The signed-in member; undefined for visitors and until the reply is here. */
export function useCurrentUser() {
  return useQuery(currentUserQuery).data ?? undefined
}
