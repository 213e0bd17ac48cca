import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DeskOrder, getDeskOrder, listOrders, refundOrder } from '#contract/admin/order-desk.ts'
import type { listMembers } from '#contract/admin/team.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import { SALES_CHANNELS, SALES_DIMENSIONS, type SalesChannel, type SalesDimension } from '#contract/sales/analytics.ts'
import type { OrderId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { readDayRange } from '#web/lib/day-range.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'
import { METHOD_NAMES, ORDER_STATUS_NAMES } from './order-words.ts'

const LIST_PATH = '/api/admin/orders'
const ORDER_PATH = '/api/admin/orders/:orderId'
export const CREDIT_PATH = '/api/admin/orders/:orderId/credit'
/** What a refund changes: the order, its deliveries, its buyer’s credit, figures, pay, the mail about it, what waits. */
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
/** A refund that is due, or a mail that waits, is over within seconds. */
const WATCH_MS = 5_000

/** Which orders the list shows; all that were paid, where nothing is said. */
export interface OrderFilters {
  search: string
  status: OrderStatus | null
  channel: SalesChannel | null
  repId: string
  method: PaymentMethod | null
  from: string
  to: string
  /** What a figure of the sales overview was made of. */
  figure: { dimension: SalesDimension; value: string; label: string } | null
}

export const NO_FILTERS: OrderFilters = {
  search: '',
  status: null,
  channel: null,
  repId: '',
  method: null,
  from: '',
  to: '',
  figure: null,
}

/** An address, or what else says in words what is asked for. */
export type OrderWords = {
  [Name in 'search' | 'status' | 'kind' | 'member' | 'method' | 'from' | 'to' | 'dimension' | 'value' | 'label']?:
    | string
    | undefined
}

const among = <Name extends string>(names: Readonly<Record<Name, string>>, word: string | undefined): Name | null =>
  (Object.keys(names) as Name[]).find((one) => one === word) ?? null

/** Reads an address; anything in it that is not known counts as not said. */
export function filtersOf(words: OrderWords): OrderFilters {
  const dimension = SALES_DIMENSIONS.find((one) => one === words.dimension)
  return {
    search: (words.search ?? '').slice(0, 200),
    status: among(ORDER_STATUS_NAMES, words.status),
    channel: SALES_CHANNELS.find((one) => one === words.kind) ?? null,
    repId: words.member ?? '',
    method: among(METHOD_NAMES, words.method),
    ...readDayRange(words),
    figure: dimension ? { dimension, value: words.value ?? '', label: words.label ?? '' } : null,
  }
}

/** Says filters in an address; what is not asked for is empty. */
export const wordsOf = ({ search, status, channel, repId, method, from, to, figure }: OrderFilters) => ({
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
})

/** Whether fewer than all paid orders are shown. */
export const isNarrowed = (filters: OrderFilters): boolean =>
  Object.values(wordsOf(filters)).some((word) => word !== '')

/** The orders that fit, the newest first. */
export function useOrders({ search, status, channel, repId, method, from, to, figure }: OrderFilters) {
  const words = {
    search: search.trim() || undefined,
    status: status ?? undefined,
    channel: channel ?? undefined,
    repId: repId || undefined,
    paymentMethod: method ?? undefined,
    from: from || undefined,
    to: to || undefined,
    dimension: figure?.dimension,
    value: figure?.value,
  }
  return usePages<typeof listOrders>(LIST_PATH, words, {
    againMs: 3 * WATCH_MS,
    isWatched: (rows) => rows.some((row) => row.status === 'awaiting_payment'),
  })
}

/** One order; read again every 5 s while something about it is under way. */
export function useDeskOrder(orderId: string) {
  return useQuery({
    ...query<typeof getDeskOrder>(ORDER_PATH, { orderId: orderId as OrderId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_MS : false),
  })
}

const isUnderWay = ({ refunds, messages }: DeskOrder): boolean =>
  refunds.some(({ state }) => state === 'pending') || messages.some(({ state }) => state === 'waiting')

/** Names of the members who sell, for the filter. */
export function useReps(): readonly { id: string; name: string }[] {
  const { data } = useQuery({ ...query<typeof listMembers>('/api/admin/users', {}), staleTime: 60_000 })
  return data?.map(({ id, username }) => ({ id, name: username })) ?? []
}

/** What the refund dialog sends. */
export interface RefundAsked {
  reason: string
  lines?: { lineNumber: number; amount?: string; isReturned: boolean }[]
}

type Refunded = ReplyOutputOf<typeof refundOrder>

/** Gives money back. Pressed once more after a lost answer it finds the refund that it made. */
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
      const creditWords = Number(credit) > 0 ? `${formatDollars(credit)} is the buyer’s store credit again.` : ''
      const moneyWords = isByHand
        ? `Now send ${formatDollars(money)} back yourself; the store cannot.`
        : `${formatDollars(money)} goes back to the buyer’s card.`
      showToast({
        title: isByHand ? 'Refund written down' : money > 0 ? 'Refund on its way' : 'Refund made',
        description: [money > 0 ? moneyWords : '', creditWords].filter(Boolean).join(' '),
      })
    },
    onSettled: () => {
      for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
    },
  })
}
