import { useQuery } from '@tanstack/react-query'
import type { listMembers } from '#contract/admin/team.ts'
import { FRESH, query } from '#web/lib/query.ts'

export const MEMBERS_PATH = '/api/admin/users'
export const RATES_PATH = '/api/admin/users/:userId/commission'

/** A change of a member. It reloads where members appear: the team, their rates, and the header if it is oneself. */
export const MEMBER_CHANGE = { affects: [MEMBERS_PATH, RATES_PATH, '/api/me'], isReloadAwaited: true }
export const useMembers = () => useQuery({ ...query<typeof listMembers>(MEMBERS_PATH, {}), ...FRESH })
