import { useQuery } from '@tanstack/react-query'
import { listCommissionRates, listMembers } from '#contract/admin/team.ts'
import { getCurrentUser } from '#contract/members/auth.ts'
import { FRESH, query } from '#web/lib/query.ts'

/** A change of a member. It reloads where members appear: the team, their rates, and the header if it is oneself. */
export const MEMBER_CHANGE = {
  affects: [listMembers.path, listCommissionRates.path, getCurrentUser.path],
  isReloadAwaited: true,
}
export const useMembers = () => useQuery({ ...query(listMembers), ...FRESH })
