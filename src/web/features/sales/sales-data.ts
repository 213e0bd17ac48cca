import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import { getEarnings } from '#contract/sales/earnings.ts'
import { query } from '#web/lib/call-api.ts'
import { type Days, periodOf } from '#web/lib/format-day.ts'

/** Reloads what is on screen. A failed read is shown where its data is. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => client.refetchQueries({ type: 'active' }) })
}

/** Counts over the customers and payment requests that the member sees: their own, an administrator's all. */
export const salesStatisticsQuery = query(getSalesStatistics)

/** What the member earns in a month. */
export const useEarnings = (month: Days, isEnabled = true) =>
  useQuery({ ...query(getEarnings, {}, periodOf(month)), enabled: isEnabled })
