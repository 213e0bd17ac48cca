import { useQuery } from '@tanstack/react-query'
import { getAttention } from '#contract/admin/attention.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { getAdminOrder, listOrders } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { listOrderDeliveries, type TeamDelivery } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import {
  attachDeliveryFile,
  listFulfillment,
  lookAtDelivery,
  markDelivered,
  sendDeliveryAgain,
} from '#contract/delivery/fulfillment.ts'
import { listShortLines, type ShortLine, settleShortfall } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, FRESH, fillPath, query } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { postForFile, putFile } from '#web/lib/post-for-file.ts'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'

/** Orders are paid while the page is open. */
const AGAIN_MS = 15_000
/** A waiting email is sent within seconds. */
const WATCH_MS = 5_000
const TOUCHED_PATHS = [
  listFulfillment.path,
  listShortLines.path,
  listOrderDeliveries.path,
  listOrders.path,
  getAdminOrder.path,
  getAttention.path,
  listMessages.path,
  listAuditEntries.path,
]

/** The parts of an order's line that delivering it needs. */
export type LineToDeliver = { orderId: OrderId; lineNumber: number; reference: string; title: string }

/** Deliveries that need a person, least time left first. */
export const useFulfillment = () => usePages(listFulfillment, {}, { againMs: AGAIN_MS, isWatched: () => true })

const isUnderWay = ({ state, linkUntil }: TeamDelivery): boolean => state === 'waiting' && linkUntil !== null

/** How the lines of an order are delivered; reloaded while an email is on its way. */
export const useOrderDeliveries = (reference: string) =>
  useQuery({
    ...query(listOrderDeliveries, { reference }),
    ...FRESH,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MS : false),
  })

/** Delivers a line with a file. Sending it again after a lost reply changes nothing. */
export const useAttach = ({ orderId, lineNumber, reference }: LineToDeliver) =>
  useChange({
    affects: TOUCHED_PATHS,
    send: (file: File) => {
      const path = fillPath(attachDeliveryFile.path, { orderId, lineNumber })
      return putFile(`${path}?name=${encodeURIComponent(file.name.slice(-120))}`, file)
    },
    toast: () => ({ title: 'File delivered', description: `We email the buyer of ${reference} a link to it.` }),
  })

/** Records that a line was delivered, and how. */
export const useMarkDelivered = ({ orderId, lineNumber, reference }: LineToDeliver) =>
  useChange({
    affects: TOUCHED_PATHS,
    send: (note: string) => callApi(markDelivered, { params: { orderId, lineNumber }, body: { note: note.trim() } }),
    toast: () => ({ title: 'Marked as delivered', description: `We email the buyer of ${reference} your note.` }),
  })

/** Saves what the buyer got; the audit log records who looked and why. */
export const useLookAtDelivery = ({ orderId, lineNumber }: LineToDeliver, preset: FilePreset | null) =>
  useChange({
    affects: [listAuditEntries.path],
    send: (reason: string) => {
      const path = fillPath(lookAtDelivery.path, { orderId, lineNumber })
      return postForFile(path, { reason, ...(preset && { preset }) })
    },
    onDone: ({ name, content }) => downloadFile(name, 'application/octet-stream', content),
  })

/** Packages with missing leads that were not made up for. */
export const useShortLines = () => useQuery({ ...query(listShortLines), ...FRESH })

/** Records how missing leads were made up for: as many as were shown. */
export const useSettleShortfall = ({ orderId, lineNumber, reference, missingInAll }: ShortLine) =>
  useChange({
    affects: TOUCHED_PATHS,
    send: (note: string) =>
      callApi(settleShortfall, { params: { orderId, lineNumber }, body: { missing: missingInAll, note: note.trim() } }),
    toast: () => ({ title: 'Settled', description: `${reference} needs no more attention.` }),
  })

/** Emails the buyer a new link. */
export function useSendAgain({ orderId, lineNumber, reference }: LineToDeliver) {
  const attempt = useAttempt()
  return useChange({
    affects: TOUCHED_PATHS,
    send: (email: string) => {
      const attemptId = attempt.idFor(email)
      const body = email.trim() ? { attemptId, email: email.trim() } : { attemptId }
      return callApi(sendDeliveryAgain, { params: { orderId, lineNumber }, body })
    },
    onDone: attempt.end,
    toast: () => ({
      title: 'Link on its way',
      description: `Earlier links to this package of ${reference} stop working.`,
    }),
  })
}
