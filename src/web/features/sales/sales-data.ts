import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getStoreConfig } from '#contract/admin/operations.ts'
import { listCounties, listStates } from '#contract/catalogue/catalogue.ts'
import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import { getCurrentUser } from '#contract/members/auth.ts'
import { getEarnings } from '#contract/sales/earnings.ts'
import { query } from '#web/lib/call-api.ts'
import { type Days, periodOf } from '#web/lib/format-day.ts'

/** Reads whose data rarely changes, so their age says nothing about what is on screen. */
const LASTING_PATHS: readonly unknown[] = [getStoreConfig.path, getCurrentUser.path, listStates.path, listCounties.path]

/** Reloads what is on screen. A failed read is shown where its data is. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => client.refetchQueries({ type: 'active' }) })
}

/** When the oldest part of what is on screen was read, in milliseconds since 1970; null if nothing was. */
export function useLastRead(): number | null {
  const cache = useQueryClient().getQueryCache()
  const oldestRead = () => {
    const onScreen = cache.getAll().filter((read) => read.isActive() && isTelling(read.queryKey[0]))
    const times = onScreen.map((read) => read.state.dataUpdatedAt).filter((time) => time > 0)
    return times.length === 0 ? null : Math.min(...times)
  }
  return useSyncExternalStore((listener) => cache.subscribe(listener), oldestRead)
}

const isTelling = (path: unknown): boolean =>
  typeof path === 'string' && path.startsWith('/api/') && !LASTING_PATHS.includes(path)

/** Counts over the customers and payment requests that the member sees: their own, an administrator's all. */
export const salesStatisticsQuery = query(getSalesStatistics)

/** What the member earns in a month. */
export const useEarnings = (month: Days, isEnabled = true) =>
  useQuery({ ...query(getEarnings, {}, periodOf(month)), enabled: isEnabled })
