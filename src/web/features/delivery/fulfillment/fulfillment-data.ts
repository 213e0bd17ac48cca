import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { listOrderDeliveries, TeamDelivery } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import type {
  attachDeliveryFile,
  listFulfillment,
  lookAtDelivery,
  markDelivered,
  sendDeliveryAgain,
} from '#contract/delivery/fulfillment.ts'
import type { listShortLines, ShortLine, settleShortfall } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi, fillPath } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { postForFile, putFile } from '#web/lib/post-for-file.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

const QUEUE_PATH = '/api/admin/fulfilment'
const SHORT_PATH = '/api/admin/fulfilment/shortfalls'
const ORDER_PATH = '/api/sales/orders/:reference/deliveries'
const LINE_PATH = '/api/admin/fulfilment/:orderId/:lineNumber'
/** Orders are paid while the page is open. */
const AGAIN_MS = 15_000
/** A waiting email is sent within seconds. */
const WATCH_MS = 5_000
const TOUCHED_PATHS = [
  QUEUE_PATH,
  SHORT_PATH,
  ORDER_PATH,
  '/api/admin/orders',
  '/api/admin/orders/:orderId',
  '/api/admin/attention',
  '/api/admin/messages',
  '/api/admin/audit',
]

/** The parts of an order's line that delivering it needs. */
export type LineToDeliver = { orderId: OrderId; lineNumber: number; reference: string; title: string }

/** Deliveries that need a person, least time left first. */
export const useFulfillment = () =>
  usePages<typeof listFulfillment>(QUEUE_PATH, {}, { againMs: AGAIN_MS, isWatched: () => true })

const isUnderWay = ({ state, linkUntil }: TeamDelivery): boolean => state === 'waiting' && linkUntil !== null

/** How the lines of an order are delivered; reloaded while an email is on its way. */
export const useOrderDeliveries = (reference: string) =>
  useQuery({
    ...query<typeof listOrderDeliveries>(ORDER_PATH, { reference }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MS : false),
  })

const readAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Delivers a line with a file. Sending it again after a lost reply changes nothing. */
export const useAttach = ({ orderId, lineNumber, reference }: LineToDeliver) =>
  useMutation({
    mutationFn: (file: File) => {
      const path = '/api/admin/fulfilment/:orderId/:lineNumber/file' satisfies (typeof attachDeliveryFile)['path']
      const name = encodeURIComponent(file.name.slice(-120))
      return putFile(`${fillPath(path, { orderId, lineNumber })}?name=${name}`, file)
    },
    onSuccess: () =>
      showToast({ title: 'File delivered', description: `We email the buyer of ${reference} a link to it.` }),
    onSettled: readAgain,
  })

/** Records that a line was delivered, and how. */
export const useMarkDelivered = ({ orderId, lineNumber, reference }: LineToDeliver) =>
  useMutation({
    mutationFn: (note: string) =>
      callApi<typeof markDelivered>('POST', `${LINE_PATH}/delivered`, {
        params: { orderId, lineNumber },
        body: { note: note.trim() },
      }),
    onSuccess: () =>
      showToast({ title: 'Marked as delivered', description: `We email the buyer of ${reference} your note.` }),
    onSettled: readAgain,
  })

/** Saves what the buyer got; the audit log records who looked and why. */
export const useLookAtDelivery = ({ orderId, lineNumber }: LineToDeliver) =>
  useMutation({
    mutationFn: ({ reason, preset }: { reason: string; preset: FilePreset | null }) => {
      const path = '/api/admin/fulfilment/:orderId/:lineNumber/look' satisfies (typeof lookAtDelivery)['path']
      return postForFile(fillPath(path, { orderId, lineNumber }), { reason, ...(preset && { preset }) })
    },
    onSuccess: ({ name, content }) => downloadFile(name, 'application/octet-stream', content),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] }),
  })

/** Packages with missing leads that were not made up for. */
export const useShortLines = () =>
  useQuery({ ...query<typeof listShortLines>(SHORT_PATH, {}), staleTime: 0, refetchOnWindowFocus: 'always' })

/** Records how missing leads were made up for: as many as were shown. */
export const useSettleShortfall = ({ orderId, lineNumber, reference, missingInAll }: ShortLine) =>
  useMutation({
    mutationFn: (note: string) =>
      callApi<typeof settleShortfall>('POST', `${LINE_PATH}/shortfall`, {
        params: { orderId, lineNumber },
        body: { missing: missingInAll, note: note.trim() },
      }),
    onSuccess: () => showToast({ title: 'Settled', description: `${reference} needs no more attention.` }),
    onSettled: readAgain,
  })

/** Emails the buyer a new link. */
export function useSendAgain({ orderId, lineNumber, reference }: LineToDeliver) {
  const attempt = useRef<Attempt | null>(null)
  return useMutation({
    mutationFn: (email: string) => {
      attempt.current = attemptFor(attempt.current, email)
      const { attemptId } = attempt.current
      return callApi<typeof sendDeliveryAgain>('POST', `${LINE_PATH}/send`, {
        params: { orderId, lineNumber },
        body: email.trim() ? { attemptId, email: email.trim() } : { attemptId },
      })
    },
    onSuccess: () => {
      attempt.current = null
      showToast({
        title: 'Link on its way',
        description: `Earlier links to this package of ${reference} stop working.`,
      })
    },
    onSettled: readAgain,
  })
}
