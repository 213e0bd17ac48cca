import { getAttention } from '#contract/admin/attention.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { getAdminOrder, listOrders } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { getBuyerCredit } from '#contract/credit/credits.ts'
import { listOrderDeliveries } from '#contract/delivery/delivery.ts'
import { listFulfillment } from '#contract/delivery/fulfillment.ts'
import { listPaymentRequests } from '#contract/links/payment-requests.ts'
import type { PaymentMethod } from '#contract/orders/orders.ts'
import * as contract from '#contract/sales/analytics.ts'
import { readDayRange } from '#web/lib/filter-fields.tsx'
import type { TeamSearch } from '#web/paths.ts'
import { METHODS, STATUS_FILTERS, type StatusFilter } from './order-words.ts'

/** What a refund affects: the order, its deliveries, its buyer’s credit, figures, pay, its email, attention. */
export const TOUCHED_PATHS = [
  listOrders.path,
  getAdminOrder.path,
  getBuyerCredit.path,
  listOrderDeliveries.path,
  listFulfillment.path,
  contract.getAdminAnalytics.path,
  contract.getSalesOverview.path,
  listMessages.path,
  getAttention.path,
  listAuditEntries.path,
  listPaymentRequests.path,
]

/** The filters of the list as a URL has them; empty if not set. Without any, it has all orders that were paid. */
export interface OrderFilters {
  search: string
  status: StatusFilter | ''
  kind: contract.SalesChannel | ''
  member: string
  method: PaymentMethod | ''
  from: string
  to: string
  /** The figure of the sales overview that was clicked, and its name there. */
  dimension: contract.SalesDimension | ''
  value: string
  label: string
  /** Empty: by date. */
  sort: 'total' | ''
  /** Empty: the newest or the highest first. */
  direction: 'asc' | ''
}

/** Whether orders in a state can be sorted by total. An unpaid order's total may change. */
export const canSortByTotal = (status: StatusFilter | ''): boolean =>
  status !== 'awaiting_payment' && status !== 'cancelled'

/** Reads filters from a URL; unknown values are ignored. */
export function filtersOf(words: TeamSearch): OrderFilters {
  const status = (Object.keys(STATUS_FILTERS) as StatusFilter[]).find((one) => one === words.status) ?? ''
  const dimension = contract.SALES_DIMENSIONS.find((one) => one === words.dimension) ?? ''
  return {
    search: (words.search ?? '').slice(0, 200),
    status,
    kind: contract.SALES_CHANNELS.find((one) => one === words.kind) ?? '',
    member: words.member ?? '',
    method: METHODS.find((one) => one === words.method) ?? '',
    ...readDayRange(words),
    dimension,
    value: dimension && (words.value ?? ''),
    label: dimension && (words.label ?? ''),
    sort: words.sort === 'total' && canSortByTotal(status) ? 'total' : '',
    direction: words.direction === 'asc' ? 'asc' : '',
  }
}

/** Choosing an order again reverses it; another one starts with the newest or the highest. */
export function sortedBy(filters: OrderFilters, key: string): OrderFilters {
  const sort = key === 'total' ? key : ''
  return { ...filters, sort, direction: filters.sort === sort && !filters.direction ? 'asc' : '' }
}

/** The same order of the list without filters. */
export const withoutFilters = ({ sort, direction }: OrderFilters): OrderFilters => filtersOf({ sort, direction })

export const isNarrowed = (filters: OrderFilters): boolean =>
  Object.values({ ...filters, sort: '', direction: '' }).some((word) => word !== '')

/** Filters as the server reads them. */
export const queryOf = ({ search, status, kind, member, method, from, to, dimension, value }: OrderFilters) => ({
  search: search.trim(),
  status,
  channel: kind,
  repId: member,
  paymentMethod: method,
  from,
  to,
  dimension,
  value,
})
