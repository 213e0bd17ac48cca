import { useQuery } from '@tanstack/react-query'
import { getAttention } from '#contract/admin/attention.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { getAdminOrder, listOrders } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { listOrderDeliveries, type TeamDelivery } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import * as contract from '#contract/delivery/fulfillment.ts'
import { listShortLines, type ShortLine, settleShortfall } from '#contract/stock/shortfalls.ts'
import type { OrderId } from '#contract/values.ts'
import { callApi, FRESH, fillPath, query } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { postForFile, putFile } from '#web/lib/post-for-file.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { reload, useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'

/** Orders are paid while the page is open. */
const AGAIN_MS = 15_000
/** A waiting email is sent within seconds. */
const WATCH_MS = 5_000
const TOUCHED_PATHS = [
  contract.listFulfillment.path,
  listShortLines.path,
  listOrderDeliveries.path,
  listOrders.path,
  getAdminOrder.path,
  getAttention.path,
  listMessages.path,
  listAuditEntries.path,
]

type LineKey = { orderId: OrderId; lineNumber: number }

/** What delivering a line needs of it. `isOver`: its money went back. */
export type LineToDeliver = Pick<
  contract.FulfillmentEntry,
  | (keyof LineKey | 'reference' | 'tier' | 'leadType' | 'size' | 'leads' | 'county' | 'state')
  | ('kind' | 'deliveryState' | 'hasContent')
> & { isOver?: boolean; hasFile?: boolean; buyerName?: string | null }

type Titled = Pick<contract.FulfillmentEntry, 'tier' | 'size' | 'county' | 'state'>
export const titleOf = (line: Titled): string => `${packageName(line)}, ${line.county}, ${line.state}`
export const keyOf = ({ orderId, lineNumber }: LineKey): string => `line-${orderId}-${lineNumber}`

/** Reloads what a delivery affects. */
export const reloadDeliveries = () => void reload(TOUCHED_PATHS)

/** Deliveries that need a person, least time left first. */
export const useFulfillment = () => usePages(contract.listFulfillment, {}, { againMs: AGAIN_MS, isWatched: () => true })

export const isUnderWay = ({ state, linkUntil }: TeamDelivery): boolean => state === 'waiting' && linkUntil !== null

/** How the lines of an order are delivered; reloaded while an email is on its way. */
export const useOrderDeliveries = (reference: string) =>
  useQuery({
    ...query(listOrderDeliveries, { reference }),
    ...FRESH,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MS : false),
  })

const done = () => DONE

/** Delivers a line with a file. Sending it again after a lost reply changes nothing. */
export function deliverFile(line: LineKey, file: File): Promise<Outcome> {
  // Cutting may split a letter in two.
  const name = encodeURIComponent(file.name.slice(-120).toWellFormed())
  return putFile(`${fillPath(contract.attachDeliveryFile.path, line)}?name=${name}`, file).then(done)
}

/** Records that a line was delivered, and how. */
export const deliverLine = (line: LineKey, note: string): Promise<Outcome> =>
  callApi(contract.markDelivered, { params: line, body: { note } }).then(done)

/** Emails the buyer a new link to a line, to another address if one is given. The same attempt does it once. */
export const sendLine = (line: LineKey, attempt: string, email = ''): Promise<Outcome> =>
  // One attempt for an order makes one link.
  callApi(contract.sendDeliveryAgain, {
    params: line,
    body: { attemptId: `${attempt}-${line.lineNumber}`, email },
  }).then(done)

type Order = { id: OrderId; reference: string }
type Act = (line: LineKey) => Promise<Outcome>

/** Does it to those lines of an order that it fits, one after the other. */
async function forLines({ id, reference }: Order, fits: (line: Line) => boolean, none: string, act: Act) {
  const lines = (await callApi(listOrderDeliveries, { params: { reference } })).filter(fits)
  for (const { lineNumber } of lines) await act({ orderId: id, lineNumber })
  return lines.length > 0 ? DONE : skipped(none)
}

/** Marks the packages of an order that wait for a person as delivered. Those that are already stay as they are. */
export const deliverByHand = (order: Order, note: string): Promise<Outcome> =>
  forLines(order, needsPerson, 'with nothing to deliver by hand', (line) => deliverLine(line, note))

/** Emails the buyer of an order new links to what they have. The same attempt does it once. */
export const sendAgain = (order: Order, attempt: string): Promise<Outcome> =>
  forLines(order, canSendAgain, 'not delivered yet', (line) => sendLine(line, attempt))

type Line = Pick<TeamDelivery, 'kind' | 'state' | 'cancelledAt' | 'files' | 'linkUntil' | 'note'>

/** Whether there is a file to look at. Leads are written again if their files were deleted. */
export const hasFile = ({ files, kind, linkUntil }: Line): boolean =>
  files.length > 0 || (kind === 'leads' && linkUntil !== null)

/** Whether a link to a line would open something. */
export const hasContent = (line: Line): boolean => hasFile(line) || line.note !== null

/** Whether a new link to a line can be sent. */
export const canSendAgain = (line: Line): boolean => line.cancelledAt === null && hasContent(line)

/** Whether a person has to deliver a line: the store makes no files for it, or its link reached no one. */
export const needsPerson = ({ kind, state, cancelledAt }: Line): boolean =>
  cancelledAt === null && (state === 'failed' || (state === 'waiting' && kind === 'by_hand'))

/** Saves what the buyer got; the audit log records who looked and why. */
export const useLookAtDelivery = (line: LineKey, preset: FilePreset | null) =>
  useChange({
    affects: [listAuditEntries.path],
    send: (reason: string) =>
      postForFile(fillPath(contract.lookAtDelivery.path, line), { reason, ...(preset && { preset }) }),
    onDone: ({ name, content }) => downloadFile(name, 'application/octet-stream', content),
  })

/** Packages with missing leads that were not made up for. */
export const useShortLines = () => useQuery({ ...query(listShortLines), ...FRESH })

/** Records how missing leads were made up for: as many as were shown. */
export const useSettleShortfall = (line: ShortLine) =>
  useChange({
    affects: TOUCHED_PATHS,
    send: (note: string) => callApi(settleShortfall, { params: line, body: { missing: line.missingInAll, note } }),
    toast: () => ({ title: 'Settled', description: `${line.reference} needs no more attention.` }),
  })
