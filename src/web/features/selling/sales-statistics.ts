import type { getSalesStatistics } from '#contract/payment-requests.ts'
import { query } from '#web/lib/query.ts'

/** Counts over the member's own customers and payment requests. */
export const salesStatisticsQuery = query<typeof getSalesStatistics>('/api/sales/statistics', {})
