/** The administrators' queue of deliveries that need a person, and what they do about one. */
import * as z from 'zod/mini'
import * as contract from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, DeliveryMethod, Instant, OptionalEmail, OrderId, PlainText } from '#contract/values.ts'
import { FilePreset } from './file-presets.ts'

export const FulfillmentEntry = z.extend(contract.PackageWords, {
  orderId: OrderId,
  reference: z.string(),
  lineNumber: z.int(),
  kind: contract.DeliveryKind,
  method: DeliveryMethod,
  /** In addition to `state`, which is where its leads are. */
  deliveryState: contract.DeliveryState,
  leads: z.int(),
  buyerName: z.nullable(z.string()),
  buyerEmail: z.nullable(z.string()),
  buyerPhone: z.nullable(z.string()),
  paidAt: Instant,
  dueAt: Instant,
  sentAt: z.nullable(Instant),
  isLate: z.boolean(),
  isDisputed: z.boolean(),
  hasContent: z.boolean(),
  problem: z.nullable(z.string()),
})
export type FulfillmentEntry = z.infer<typeof FulfillmentEntry>

export const FULFILLMENT_PAGE = 50

export const listFulfillment = defineEndpoint('admin', 'GET', '/api/admin/fulfilment', {
  key: 'read',
  summary: 'Paid packages that wait for a person, those with the least time left first.',
  query: z.object({ cursor: z.optional(PlainText(500)) }),
  reply: z.array(FulfillmentEntry),
  isPaged: true,
})

export const FulfillmentParams = z.object({ orderId: OrderId, lineNumber: contract.LineNumber })

export const attachDeliveryFile = defineEndpoint('admin', 'PUT', '/api/admin/fulfilment/:orderId/:lineNumber/file', {
  key: 'write',
  summary:
    'Takes the file of a package that is delivered by hand (CSV, XLSX or PDF, 10 MB at most) and mails its buyer the link. Another file replaces it and ends the link before; the same again changes nothing.',
  params: FulfillmentParams,
  query: z.object({ name: PlainText(contract.ATTACHED_NAME_MAX).check(z.minLength(1)) }),
  upload: 'application/octet-stream',
  reply: contract.TeamDelivery,
  refusals: ['delivery_unknown', 'delivery_cancelled', 'delivery_from_leads', 'delivery_file_refused'],
})

export const markDelivered = defineEndpoint('admin', 'POST', '/api/admin/fulfilment/:orderId/:lineNumber/delivered', {
  key: 'write',
  summary: 'Records that a package was delivered, and mails its buyer the note. Repeating it changes nothing.',
  params: FulfillmentParams,
  body: z.object({ note: PlainText(contract.DELIVERY_NOTE_MAX).check(z.minLength(1)) }),
  reply: contract.TeamDelivery,
  refusals: ['delivery_unknown', 'delivery_cancelled', 'delivery_done'],
})

export const LOOK_REASON_MAX = 200

export const lookAtDelivery = defineEndpoint('admin', 'POST', '/api/admin/fulfilment/:orderId/:lineNumber/look', {
  key: 'write',
  summary:
    'The file that a buyer was given for a package, or its leads as a preset. Each look is written to the audit log with its reason, and counts as no download.',
  params: FulfillmentParams,
  body: z.object({
    reason: PlainText(LOOK_REASON_MAX).check(z.trim(), z.minLength(1)),
    preset: z.optional(FilePreset),
  }),
  file: 'application/octet-stream',
  refusals: ['delivery_unknown', 'delivery_not_ready'],
})

export const sendDeliveryAgain = defineEndpoint('admin', 'POST', '/api/admin/fulfilment/:orderId/:lineNumber/send', {
  key: 'write',
  summary:
    'Mails the buyer a new link to a package that has files, to another address when one is given. The links before end. The same attempt does it once.',
  params: FulfillmentParams,
  body: z.object({ attemptId: AttemptId, email: z.optional(OptionalEmail) }),
  reply: contract.TeamDelivery,
  refusals: ['delivery_unknown', 'delivery_cancelled', 'delivery_not_ready'],
})
