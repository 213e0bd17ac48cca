/** What the caller earns. Commission is counted when a sale is paid and taken back when it is refunded. */
import * as z from 'zod/mini'
import { Day } from '#contract/days.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PayReport } from './analytics.ts'

/** Dollars; `commission` and a day's sums are negative if more was refunded than sold. */
const sums = { orders: z.int(), paid: z.number(), refunded: z.number(), commission: z.number() }

export const Earnings = z.object({
  timeZone: z.string(),
  startDate: Day,
  endDate: Day,
  ...sums,
  days: z.array(z.object({ date: Day, ...sums })),
})
export type Earnings = z.infer<typeof Earnings>

const period = z.object({ startDate: Day, endDate: Day })

export const getEarnings = defineEndpoint('session', 'GET', '/api/sales/earnings', {
  key: 'read',
  summary: 'The caller’s own paid sales, refunds and commission by day, in the store’s time zone; both days included.',
  query: period,
  reply: Earnings,
  refusals: ['period_invalid'],
})

export const getOwnPayReport = defineEndpoint('session', 'GET', '/api/sales/pay-report', {
  key: 'read',
  summary: 'The caller’s own pay report between two days, both included: what an administrator sees of them.',
  query: period,
  reply: PayReport,
  refusals: ['not_found', 'period_invalid'],
})
