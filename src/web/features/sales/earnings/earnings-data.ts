import { useQuery } from '@tanstack/react-query'
import { addDays, type Day, startOfSpan } from '#contract/days.ts'
import { getEarnings } from '#contract/sales/earnings.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'

/** The first and last day, both included, of a month or of its part up to today. */
type Month = { startDate: Day; endDate: Day }

/** This month until today, and the whole month before, in the store's time zone. */
export function useMonths(): { today: Day; current: Month; last: Month } {
  const timeZone = useStoreZone()
  const today = storeDayOf(serverNow(), timeZone)
  const startDate = startOfSpan(today, 'month')
  const endDate = addDays(startDate, -1)
  return { today, current: { startDate, endDate: today }, last: { startDate: startOfSpan(endDate, 'month'), endDate } }
}

/** What the member earns in a month. */
export const useEarnings = (month: Month, isEnabled = true) =>
  useQuery({
    queryKey: [getEarnings.path, month],
    queryFn: ({ signal }) => callApi(getEarnings, { query: { ...month }, signal }),
    enabled: isEnabled,
  })
