/** Packages short of leads, because owners opted out (docs/decisions/0037-delivery-of-paid-lines.md). */
import * as z from 'zod/mini'
import { DELIVERY_NOTE_MAX, PackageWords } from '#contract/delivery/delivery.ts'
import { FulfillmentParams } from '#contract/delivery/fulfillment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, OrderId, PlainText } from '#contract/values.ts'

export const ShortLine = z.extend(PackageWords, {
  orderId: OrderId,
  reference: z.string(),
  lineNumber: z.int(),
  /** Leads paid for, and how many of these are missing and not settled; `missingInAll` includes those settled before. */
  leads: z.int(),
  missing: z.int(),
  missingInAll: z.int(),
  buyerName: z.nullable(z.string()),
  buyerEmail: z.nullable(z.string()),
  notedAt: Instant,
})
export type ShortLine = z.infer<typeof ShortLine>

/** They are so rare that more of them means something else is wrong. */
export const SHORT_LINES_MAX = 100

export const listShortLines = defineEndpoint('admin', 'GET', '/api/admin/fulfilment/shortfalls', {
  key: 'read',
  summary:
    'Paid packages that are short of leads, because owners asked to be left alone before these were delivered, and that nobody made up for; the oldest first.',
  reply: z.array(ShortLine),
})

export const settleShortfall = defineEndpoint('admin', 'POST', '/api/admin/fulfilment/:orderId/:lineNumber/shortfall', {
  key: 'write',
  summary:
    'Notes how somebody made up for missing leads, as many as were known then: it no longer waits for anybody. Saying it again changes nothing; one more that is missing waits again.',
  params: FulfillmentParams,
  body: z.object({
    missing: z.int().check(z.gte(1), z.lte(10_000)),
    note: PlainText(DELIVERY_NOTE_MAX).check(z.trim(), z.minLength(1)),
  }),
  reply: z.object({ missing: z.int() }),
  refusals: ['delivery_unknown', 'delivery_cancelled'],
})
