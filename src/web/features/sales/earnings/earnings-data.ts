import { queryOptions, useQuery } from '@tanstack/react-query'
import { addDays, type Day, startOfSpan } from '#contract/days.ts'
import type { getEarnings } from '#contract/sales/earnings.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'

/** The first and last day, both included, of a month or of its part up to today. */
export interface Month {
  startDate: Day
  endDate: Day
}

/** This month until today, and the whole month before, in the store's time zone. */
export function monthsAround(today: Day): { current: Month; last: Month } {
  const startDate = startOfSpan(today, 'month')
  const lastEnd = addDays(startDate, -1)
  return {
    current: { startDate, endDate: today },
    last: { startDate: startOfSpan(lastEnd, 'month'), endDate: lastEnd },
  }
}

const earningsQuery = (month: Month) =>
  queryOptions({
    queryKey: ['/api/sales/earnings', month],
    queryFn: ({ signal }) => callApi<typeof getEarnings>('GET', '/api/sales/earnings', { query: { ...month }, signal }),
  })

export function useMonths(): { today: Day; current: Month; last: Month } {
  const timeZone = useStoreZone()
  const today = storeDayOf(serverNow(), timeZone)
  return { today, ...monthsAround(today) }
}

export const useEarnings = (month: Month, isEnabled = true) => useQuery({ ...earningsQuery(month), enabled: isEnabled })
