import { listOrderDeliveries, type TeamDelivery } from '#contract/delivery/delivery.ts'
import { markDelivered, sendDeliveryAgain } from '#contract/delivery/fulfillment.ts'
import type { OrderId } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'

type OrderToDeliver = { id: OrderId; reference: string }

const linesOf = ({ reference }: OrderToDeliver) => callApi(listOrderDeliveries, { params: { reference } })

/** Marks the packages of an order that wait for a person as delivered. Those that are already stay as they are. */
export async function deliverByHand(order: OrderToDeliver, note: string): Promise<Outcome> {
  const lines = (await linesOf(order)).filter(needsPerson)
  if (lines.length === 0) return skipped('with nothing to deliver by hand')
  for (const { lineNumber } of lines)
    await callApi(markDelivered, { params: { orderId: order.id, lineNumber }, body: { note } })
  return DONE
}

/** Emails the buyer of an order new links to what they have. The same attempt does it once. */
export async function sendAgain(order: OrderToDeliver, attemptId: string): Promise<Outcome> {
  const lines = (await linesOf(order)).filter(canSendAgain)
  if (lines.length === 0) return skipped('not delivered yet')
  for (const { lineNumber } of lines)
    await callApi(sendDeliveryAgain, {
      params: { orderId: order.id, lineNumber },
      // One attempt for an order makes one link.
      body: { attemptId: `${attemptId}-${lineNumber}` },
    })
  return DONE
}

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
