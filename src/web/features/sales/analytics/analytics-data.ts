import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Span } from '#contract/days.ts'
import type { getAdminAnalytics, getSalesOverview, SalesDimension, SalesOverview } from '#contract/sales/analytics.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query } from '#web/lib/query.ts'
import type { Days } from '#web/lib/store-days.ts'

/** How often admin analytics are read while they are open. */
const POLL_MS = 30_000
const OVERVIEW_PATH = '/api/admin/sales-overview'
/** Old figures are shown immediately and reloaded, also when the user returns to them. */
const live = { staleTime: 0, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const

/** The all-time figures, and the revenue of each package. */
export function useAdminAnalytics() {
  return useQuery({ ...query<typeof getAdminAnalytics>('/api/admin/analytics', {}), ...live })
}

/** The parameters of an overview. */
export interface OverviewQuestion extends Days {
  by: Span
  dimension: SalesDimension
}

/** The overview with its parameters: while the next one loads, the last one is shown with its own parameters. */
export interface AnsweredOverview extends SalesOverview {
  asked: OverviewQuestion
}

/** The sales of a period; loads nothing without a period. */
export function useSalesOverview(asked: OverviewQuestion | null) {
  return useQuery({
    queryKey: [OVERVIEW_PATH, asked],
    queryFn: async ({ signal }): Promise<AnsweredOverview | null> => {
      if (!asked) return null
      const overview = await callApi<typeof getSalesOverview>('GET', OVERVIEW_PATH, { query: { ...asked }, signal })
      return { ...overview, asked }
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    ...live,
  })
}
