import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminOrder, getAdminOrder, listOrders, ORDER_SORTS, refundOrder } from '#contract/admin/order-screen.ts'
import type { listMembers } from '#contract/admin/team.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import { SALES_CHANNELS, SALES_DIMENSIONS, type SalesChannel, type SalesDimension } from '#contract/sales/analytics.ts'
import type { OrderId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { addressOf, callApi } from '#web/lib/call-api.ts'
import { readDayRange } from '#web/lib/day-range.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { useCount } from '#web/lib/use-count.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'
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

type OrderSort = (typeof ORDER_SORTS)[number]

const NO_FILTERS: OrderFilters = {
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
type OrderWords = {
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
const queryOf = ({ search, status, channel, repId, method, from, to, figure }: OrderFilters) => ({
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

const LIST_PATH = '/api/admin/orders'
const ORDER_PATH = '/api/admin/orders/:orderId'
export const CREDIT_PATH = '/api/admin/orders/:orderId/credit'
/** What a refund affects: the order, its deliveries, its buyer’s credit, figures, pay, its email, attention. */
const TOUCHED_PATHS = [
  LIST_PATH,
  ORDER_PATH,
  CREDIT_PATH,
  '/api/sales/orders/:reference/deliveries',
  '/api/admin/fulfilment',
  '/api/admin/analytics',
  '/api/admin/sales-overview',
  '/api/admin/messages',
  '/api/admin/attention',
  '/api/admin/audit',
  '/api/sales/payment-requests',
]
/** A due refund or a waiting email is done within seconds. */
const WATCH_MS = 5_000

const sortedQueryOf = (filters: OrderFilters) => ({
  ...queryOf(filters),
  sort: filters.sort,
  direction: filters.direction,
})

/** The matching orders, newest first unless sorted otherwise. */
export function useOrders(filters: OrderFilters) {
  return usePages<typeof listOrders>(LIST_PATH, sortedQueryOf(filters), {
    againMs: 3 * WATCH_MS,
    isWatched: (rows) => rows.some((row) => row.status === 'awaiting_payment'),
  })
}

/** How many orders match, in words: `935`, or `10,000+` if not all were counted. */
export const useOrderCount = (filters: OrderFilters): string | undefined =>
  useCount('/api/admin/order-count', queryOf(filters))

/** Where the matching orders are a file. */
export const exportAddress = (filters: OrderFilters): string =>
  addressOf('/api/admin/orders.csv', { query: sortedQueryOf(filters) })

/** One order; reloaded every 5 s while something about it is in progress. */
export function useAdminOrder(orderId: string) {
  return useQuery({
    ...query<typeof getAdminOrder>(ORDER_PATH, { orderId: orderId as OrderId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_MS : false),
  })
}

const isUnderWay = ({ refunds, messages }: AdminOrder): boolean =>
  refunds.some(({ state }) => state === 'pending') || messages.some(({ state }) => state === 'waiting')

/** Names of the members who sell, for the filter. */
export function useReps(): readonly { id: string; name: string }[] {
  const { data } = useQuery({ ...query<typeof listMembers>('/api/admin/users', {}), staleTime: 60_000 })
  return data?.map(({ id, username }) => ({ id, name: username })) ?? []
}

/** Reloads everything that a change of orders may have affected. Not awaited: the change is already made. */
export const readOrdersAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** What the refund dialog sends. */
export interface RefundAsked {
  reason: string
  lines?: { lineNumber: number; amount?: string; isReturned: boolean }[]
}

type Refunded = ReplyOutputOf<typeof refundOrder>

/** Makes a refund. If a reply is lost, pressing again finds the same refund. */
export function useRefund(orderId: OrderId) {
  const attempt = useRef<Attempt | null>(null)
  return useMutation<Refunded, ApiError, RefundAsked>({
    mutationFn: (asked) => {
      attempt.current = attemptFor(attempt.current, JSON.stringify(asked))
      const { attemptId } = attempt.current
      return callApi<typeof refundOrder>('POST', '/api/admin/orders/:orderId/refunds', {
        params: { orderId },
        body: { ...asked, attemptId },
      })
    },
    onSuccess: ({ amount, credit, isByHand }) => {
      attempt.current = null
      const money = (Math.round(Number(amount) * 100) - Math.round(Number(credit) * 100)) / 100
      const creditWords = Number(credit) > 0 ? `${formatDollars(credit)} is back in the buyer’s store credit.` : ''
      const moneyWords = isByHand
        ? `Now send ${formatDollars(money)} back yourself; the store can’t do it for you.`
        : `${formatDollars(money)} is going back to the buyer’s card.`
      showToast({
        title: isByHand ? 'Refund recorded' : money > 0 ? 'Refund on its way' : 'Refund made',
        description: [money > 0 ? moneyWords : '', creditWords].filter(Boolean).join(' '),
      })
    },
    onSettled: readOrdersAgain,
  })
}
