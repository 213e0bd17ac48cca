import type { ORDER_SORTS } from '#contract/admin/order-screen.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import { SALES_CHANNELS, SALES_DIMENSIONS, type SalesChannel, type SalesDimension } from '#contract/sales/analytics.ts'
import { readDayRange } from '#web/lib/day-range.ts'
import { METHOD_NAMES, ORDER_STATUS_NAMES } from './order-words.ts'

/** The filters of the list; without any, all orders that were paid. */
export interface OrderFilters {
  search: string
  status: OrderStatus | null
  channel: SalesChannel | null
  repId: string
  method: PaymentMethod | null
  from: string
  to: string
  /** The figure of the sales overview that was clicked. */
  figure: { dimension: SalesDimension; value: string; label: string } | null
  sort: OrderSort
  direction: 'asc' | 'desc'
}

export type OrderSort = (typeof ORDER_SORTS)[number]

export const NO_FILTERS: OrderFilters = {
  search: '',
  status: null,
  channel: null,
  repId: '',
  method: null,
  from: '',
  to: '',
  figure: null,
  sort: 'date',
  direction: 'desc',
}

/** Filters as words in a URL. */
export type OrderWords = {
  [Name in
    | 'search'
    | 'status'
    | 'kind'
    | 'member'
    | 'method'
    | 'from'
    | 'to'
    | 'dimension'
    | 'value'
    | 'label'
    | 'sort'
    | 'direction']?: string | undefined
}

const among = <Name extends string>(names: Readonly<Record<Name, string>>, word: string | undefined): Name | null =>
  (Object.keys(names) as Name[]).find((one) => one === word) ?? null

/** Whether orders in a state can be sorted by total. An unpaid order's total may change. */
export const canSortByTotal = (status: OrderStatus | null): boolean =>
  status !== 'awaiting_payment' && status !== 'cancelled'

/** Reads filters from a URL; unknown values are ignored. */
export function filtersOf(words: OrderWords): OrderFilters {
  const dimension = SALES_DIMENSIONS.find((one) => one === words.dimension)
  const status = among(ORDER_STATUS_NAMES, words.status)
  return {
    search: (words.search ?? '').slice(0, 200),
    status,
    channel: SALES_CHANNELS.find((one) => one === words.kind) ?? null,
    repId: words.member ?? '',
    method: among(METHOD_NAMES, words.method),
    ...readDayRange(words),
    figure: dimension ? { dimension, value: words.value ?? '', label: words.label ?? '' } : null,
    sort: words.sort === 'total' && canSortByTotal(status) ? 'total' : 'date',
    direction: words.direction === 'asc' ? 'asc' : 'desc',
  }
}

/** Writes filters for a URL; unset ones are empty. */
export const wordsOf = ({
  search,
  status,
  channel,
  repId,
  method,
  from,
  to,
  figure,
  sort,
  direction,
}: OrderFilters) => ({
  search,
  status: status ?? '',
  kind: channel ?? '',
  member: repId,
  method: method ?? '',
  from,
  to,
  dimension: figure?.dimension ?? '',
  value: figure?.value ?? '',
  label: figure?.label ?? '',
  sort: sort === 'total' ? sort : '',
  direction: direction === 'asc' ? direction : '',
})

/** Choosing an order again reverses it; another one starts with the newest or the highest. */
export const sortedBy = (filters: OrderFilters, sort: OrderSort): OrderFilters => ({
  ...filters,
  sort,
  direction: filters.sort === sort && filters.direction === 'desc' ? 'asc' : 'desc',
})

/** The same order of the list without filters. */
export const withoutFilters = ({ sort, direction }: OrderFilters): OrderFilters => ({ ...NO_FILTERS, sort, direction })

/** Whether any filter is set. */
export const isNarrowed = (filters: OrderFilters): boolean =>
  Object.values(wordsOf({ ...filters, sort: 'date', direction: 'desc' })).some((word) => word !== '')

/** Filters as the server reads them. */
export const queryOf = ({ search, status, channel, repId, method, from, to, figure }: OrderFilters) => ({
  search: search.trim() || undefined,
  status: status ?? undefined,
  channel: channel ?? undefined,
  repId: repId || undefined,
  paymentMethod: method ?? undefined,
  from: from || undefined,
  to: to || undefined,
  dimension: figure?.dimension,
  value: figure?.value,
})
