/** All refunds as administrators list them: failed ones first to handle, the others to look up. */
import * as z from 'zod/mini'
import type { CsvCells } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { REFUND_REASONS, REFUND_STATES, refundReason } from '#contract/payments/refund-states.ts'
import { Instant, OrderId, PlainText } from '#contract/values.ts'

export const REFUNDS_PAGE_DEFAULT = 50
export const REFUNDS_PAGE_MAX = 200

export const AdminRefund = z.object({
  id: z.string(),
  /** Dollars as text: what goes back the way the money came, and what was returned as store credit. */
  amount: z.string(),
  credit: z.string(),
  reason: z.enum(REFUND_REASONS),
  /** What the administrator wrote, and who; null if the store decided. */
  note: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  /** `pending`: the store sends it, again at `nextAt`. `failed`: retrying it cannot help; a person decides. */
  state: z.enum(REFUND_STATES),
  isByHand: z.boolean(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  providerRefundId: z.nullable(z.string()),
  createdAt: Instant,
  madeAt: z.nullable(Instant),
})
export type AdminRefund = z.infer<typeof AdminRefund>

export const ListedRefund = z.extend(AdminRefund, {
  orderId: OrderId,
  reference: z.string(),
  fullName: z.nullable(z.string()),
  nextAt: z.nullable(Instant),
})
export type ListedRefund = z.infer<typeof ListedRefund>

const Filters = z.object({ state: z.optional(z.enum(REFUND_STATES)) })

export const listRefunds = defineEndpoint('admin', 'GET', '/api/admin/refunds', {
  key: 'read',
  summary: 'All refunds or those in one state, the newest first.',
  query: z.extend(Filters, {
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(REFUNDS_PAGE_MAX))),
  }),
  reply: z.array(ListedRefund),
  isPaged: true,
})

export const REFUND_COUNT_MAX = 10_000

export const countRefunds = defineEndpoint('admin', 'GET', '/api/admin/refund-count', {
  key: 'read',
  summary: 'How many refunds there are, or are in one state; `isMore`: at least so many.',
  query: Filters,
  reply: z.object({ count: z.int(), isMore: z.boolean() }),
})

export const exportRefunds = defineEndpoint('admin', 'GET', '/api/admin/refunds.csv', {
  key: 'read',
  summary: 'All refunds or those in one state as a CSV file, newest first; streamed, and written to the audit log.',
  query: Filters,
  file: CSV_TYPE,
})

/** Refunds as rows of a file. */
export const REFUND_CELLS: CsvCells<ListedRefund> = {
  Order: (refund) => refund.reference,
  State: (refund) => refund.state,
  'Money back': (refund) => refund.amount,
  'Store credit': (refund) => refund.credit,
  Why: (refund) => refundReason(refund),
  By: (refund) => refund.decidedBy,
  'Decided (zone)': (refund, clock) => clock(refund.createdAt),
  'Refunded (zone)': (refund, clock) => clock(refund.madeAt),
  'By hand': (refund) => (refund.isByHand ? 'yes' : 'no'),
  Tries: (refund) => refund.attempts,
  'Last answer': (refund) => refund.lastError,
  'Refund ID': (refund) => refund.providerRefundId,
  Buyer: (refund) => refund.fullName,
}
