import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { listCommissionRates, listMembers } from '#contract/admin/team.ts'
import type { getMemberAnalytics, getPayReport, MemberAnalytics, PayReport } from '#contract/sales/analytics.ts'
import type { UserId } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import type { Days } from '#web/lib/store-days.ts'

const MEMBERS_PATH = '/api/admin/users'
const RATES_PATH = '/api/admin/users/:userId/commission'
const ANALYTICS_PATH = '/api/admin/users/:userId/analytics'
const REPORT_PATH = '/api/admin/users/:userId/pay-report'
/** Where a member appears: the team, their rates, and the name in the header if it is oneself. */
const TOUCHED_PATHS = [MEMBERS_PATH, RATES_PATH, '/api/me']
/** Shown from the cache immediately and reloaded on every visit, because others change the team and sales continue. */
const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The members who may sign in, by name. */
export function useMembers() {
  return useQuery({ ...query<typeof listMembers>(MEMBERS_PATH, {}), ...fresh })
}

/** A member's rates, newest first. */
export function useCommissionRates(userId: UserId) {
  return useQuery({ ...query<typeof listCommissionRates>(RATES_PATH, { userId }), ...fresh })
}

/** A member's sales; while another period loads, the current one stays, identified by its own `period`. */
export function useMemberAnalytics(userId: UserId, period: MemberAnalytics['period']) {
  return useQuery<MemberAnalytics>({
    queryKey: [ANALYTICS_PATH, { userId }, period],
    queryFn: ({ signal }) =>
      callApi<typeof getMemberAnalytics>('GET', ANALYTICS_PATH, { params: { userId }, query: { period }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  })
}

/** The parameters of a pay report; each press of the button is a separate query. */
export interface ReportQuestion {
  days: Days
  questionId: string
}

/** A pay report, read only on request. */
export function usePayReport(userId: UserId, asked: ReportQuestion | null) {
  return useQuery<PayReport>({
    queryKey: [REPORT_PATH, { userId }, asked],
    queryFn: asked
      ? ({ signal }) =>
          callApi<typeof getPayReport>('GET', REPORT_PATH, {
            params: { userId },
            query: { startDate: asked.days.from, endDate: asked.days.to },
            signal,
          })
      : skipToken,
  })
}

const readAgain = (paths: readonly string[]) =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/** Reloads everything that shows members. */
export async function followTeam(): Promise<void> {
  await readAgain(TOUCHED_PATHS)
}

/** The same after a member was removed, whose own data no one can read anymore. */
export async function followRemoval(): Promise<void> {
  await readAgain([MEMBERS_PATH])
}
