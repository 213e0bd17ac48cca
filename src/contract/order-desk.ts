/** What administrators do with orders that were placed. */
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { OrderStatus } from './orders.ts'
import { AttemptId, OrderId, PlainText } from './values.ts'

const RefundLine = z.object({
  /** Counted from 1 in the order as it was paid. */
  lineNumber: z.int().check(z.gte(1), z.lte(1000)),
  /** Dollars; without it, all that is left of the line. */
  amount: z.optional(z.union([z.number(), PlainText(20)])),
  /** Whether the package comes back: its unit goes on sale again, and it counts as not sold. */
  isReturned: z.boolean(),
})

export const refundOrder = defineEndpoint({
  name: 'refundOrder',
  method: 'POST',
  path: '/api/admin/orders/:orderId/refunds',
  access: 'admin',
  summary:
    'Gives money of a paid order back, whole or by line. By card it goes out at once; other money goes back by hand.',
  params: z.object({ orderId: OrderId }),
  body: z.object({
    /** Names the attempt: repeating it finds the same refund. */
    attemptId: AttemptId,
    /** For the log; the buyer does not read it. */
    reason: PlainText(500).check(z.minLength(1)),
    /** Without lines: all that is left of every line, each package returned. */
    lines: z.optional(z.array(RefundLine).check(z.minLength(1), z.maxLength(200))),
  }),
  reply: z.object({
    refundId: z.string(),
    /** Dollars as text: of this refund, and of all of the order. */
    amount: z.string(),
    refundedTotal: z.string(),
    status: OrderStatus,
    /** By hand: the money did not come by card, so somebody has to send it. */
    isByHand: z.boolean(),
  }),
  /** `refund_too_high` carries `details: { lineNumber, left }`, dollars as text. */
  refusals: [
    'unauthenticated',
    'forbidden',
    'order_not_found',
    'refund_impossible',
    'refund_too_high',
    'refund_line_unknown',
    'refund_line_returned',
    'price_invalid',
  ],
})
