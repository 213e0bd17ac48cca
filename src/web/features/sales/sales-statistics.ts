import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import { query } from '#web/lib/query.ts'

/** Counts over the customers and payment requests that the member sees: their own, an administrator's all. */
export const salesStatisticsQuery = query(getSalesStatistics)
