import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type {
  CashAppQueueEntry,
  listCashAppDecisions,
  listCashAppOrders,
  rejectCashAppOrder,
  verifyCashAppOrder,
} from '#contract/payments/cash-app.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

const QUEUE_PATH = '/api/admin/cash-app-orders'
const DECISIONS_PATH = '/api/admin/cash-app-decisions'
const TOUCHED_PATHS = [
  QUEUE_PATH,
  DECISIONS_PATH,
  '/api/admin/orders',
  '/api/admin/orders/:orderId',
  '/api/admin/analytics',
  '/api/admin/sales-overview',
  '/api/admin/attention',
  '/api/admin/audit',
]
/** Buyers may choose Cash App while the page is open. */
const AGAIN_MS = 15_000

/** The orders that wait for a Cash App check; reloaded every 15 s. */
export function useCashAppQueue() {
  const { queryKey } = query<typeof listCashAppOrders>(QUEUE_PATH, {})
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const queue = await callApi<typeof listCashAppOrders>('GET', QUEUE_PATH, { signal })
      recordServerTime(queue.now)
      return queue
    },
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** Earlier decisions, newest first. */
export function useCashAppDecisions() {
  return usePages<typeof listCashAppDecisions>(DECISIONS_PATH, {}, { againMs: AGAIN_MS, isWatched: () => false })
}

const readAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Confirms that the money arrived. Repeating it changes nothing. */
export function useVerify() {
  return useMutation<ReplyOutputOf<typeof verifyCashAppOrder>, ApiError, { entry: CashAppQueueEntry; note: string }>({
    mutationFn: ({ entry, note }) =>
      callApi<typeof verifyCashAppOrder>('POST', '/api/admin/cash-app-orders/:reference/verify', {
        params: { reference: entry.reference },
        body: note.trim() ? { note: note.trim() } : {},
      }),
    onSuccess: ({ reference, total }) =>
      showToast({
        title: 'Order paid',
        description: `${reference}, ${formatDollars(total)}: the buyer gets the confirmation.`,
      }),
    onSettled: readAgain,
  })
}

/** Records that no money came. */
export function useReject() {
  return useMutation<ReplyOutputOf<typeof rejectCashAppOrder>, ApiError, { entry: CashAppQueueEntry; reason: string }>({
    mutationFn: ({ entry, reason }) =>
      callApi<typeof rejectCashAppOrder>('POST', '/api/admin/cash-app-orders/:reference/reject', {
        params: { reference: entry.reference },
        body: { reason: reason.trim() },
      }),
    onSuccess: ({ reference }) =>
      showToast({ title: 'Order canceled', description: `The packages of ${reference} are on sale again.` }),
    onSettled: readAgain,
  })
}
