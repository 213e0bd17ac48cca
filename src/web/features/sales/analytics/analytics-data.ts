import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Span } from '#contract/days.ts'
import * as contract from '#contract/sales/analytics.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import type { Days } from '#web/lib/format-day.ts'

/** Old figures are shown immediately and reloaded, also when the user returns to them. */
const live = { ...FRESH, refetchInterval: 30_000 } as const

/** The all-time figures, and the revenue of each package. */
export const useAdminAnalytics = () => useQuery({ ...query(contract.getAdminAnalytics), ...live })

export interface OverviewQuestion extends Days {
  by: Span
  dimension: contract.SalesDimension
}

/** The overview with its parameters: while the next one loads, the last one is shown with its own parameters. */
export interface AnsweredOverview extends contract.SalesOverview {
  asked: OverviewQuestion
}

/** The sales of a period; loads nothing without a period. */
export function useSalesOverview(asked: OverviewQuestion | null) {
  return useQuery({
    queryKey: [contract.getSalesOverview.path, asked],
    queryFn: async ({ signal }): Promise<AnsweredOverview | null> => {
      if (!asked) return null
      const overview = await callApi(contract.getSalesOverview, { query: { ...asked }, signal })
      return { ...overview, asked }
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    ...live,
  })
}
