import { listOrderDeliveries } from '#contract/delivery/delivery.ts'
import { markDelivered, sendDeliveryAgain } from '#contract/delivery/fulfillment.ts'
import type { OrderId } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { canSendAgain, needsPerson } from './delivery-rules.ts'

type OrderToDeliver = { id: OrderId; reference: string }

const linesOf = ({ reference }: OrderToDeliver) => callApi(listOrderDeliveries, { params: { reference } })

/** Marks the packages of an order that wait for a person as delivered. Those that are already stay as they are. */
export async function deliverByHand(order: OrderToDeliver, note: string): Promise<Outcome> {
  const lines = (await linesOf(order)).filter(needsPerson)
  if (lines.length === 0) return skipped('with nothing to deliver by hand')
  for (const { lineNumber } of lines)
    await callApi(markDelivered, {
      params: { orderId: order.id, lineNumber },
      body: { note },
    })
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
