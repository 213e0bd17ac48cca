/** The administrators' queue of deliveries that need a person, and what they do about one. */
import * as z from 'zod/mini'
import {
  ATTACHED_NAME_MAX,
  DELIVERY_NOTE_MAX,
  DeliveryKind,
  DeliveryState,
  LineNumber,
  PackageWords,
  TeamDelivery,
} from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, DeliveryMethod, Instant, OptionalEmail, OrderId, PlainText } from '#contract/values.ts'
import { FilePreset } from './file-presets.ts'

/** A line that needs a person: to deliver it by hand, or because its link reached no one. */
export const FulfillmentEntry = z.extend(PackageWords, {
  orderId: OrderId,
  reference: z.string(),
  lineNumber: z.int(),
  kind: DeliveryKind,
  method: DeliveryMethod,
  /** In addition to `state`, which is where its leads are. */
  deliveryState: DeliveryState,
  leads: z.int(),
  buyerName: z.nullable(z.string()),
  buyerEmail: z.nullable(z.string()),
  /** As typed; texts go there. */
  buyerPhone: z.nullable(z.string()),
  paidAt: Instant,
  dueAt: Instant,
  /** When it was first sent, if it is waiting again. */
  sentAt: z.nullable(Instant),
  isLate: z.boolean(),
  /** A new link would have something to open. */
  hasContent: z.boolean(),
  problem: z.nullable(z.string()),
})
export type FulfillmentEntry = z.infer<typeof FulfillmentEntry>

export const FULFILLMENT_PAGE = 50

export const listFulfillment = defineEndpoint({
  name: 'listFulfillment',
  method: 'GET',
  path: '/api/admin/fulfilment',
  access: 'admin',
  key: 'read',
  summary: 'Paid packages that wait for a person, those with the least time left first.',
  query: z.object({ cursor: z.optional(PlainText(500)) }),
  reply: z.array(FulfillmentEntry),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden'],
})

/** Which line of which order. */
export const FulfillmentParams = z.object({ orderId: OrderId, lineNumber: LineNumber })
/** Shared by all actions on a line. */
export const FULFILLMENT_REFUSALS = ['unauthenticated', 'forbidden', 'delivery_unknown', 'delivery_cancelled'] as const

export const attachDeliveryFile = defineEndpoint({
  name: 'attachDeliveryFile',
  method: 'PUT',
  path: '/api/admin/fulfilment/:orderId/:lineNumber/file',
  access: 'admin',
  key: 'write',
  summary:
    'Takes the file of a package that is delivered by hand (CSV, XLSX or PDF, 10 MB at most) and mails its buyer the link. Another file replaces it and ends the link before; the same again changes nothing.',
  params: FulfillmentParams,
  query: z.object({ name: PlainText(ATTACHED_NAME_MAX).check(z.minLength(1)) }),
  upload: 'application/octet-stream',
  reply: TeamDelivery,
  refusals: [...FULFILLMENT_REFUSALS, 'delivery_from_leads', 'delivery_file_refused'],
})

export const markDelivered = defineEndpoint({
  name: 'markDelivered',
  method: 'POST',
  path: '/api/admin/fulfilment/:orderId/:lineNumber/delivered',
  access: 'admin',
  key: 'write',
  summary:
    'Records that a package was delivered, and how; its buyer gets the note by email. Repeating it changes nothing.',
  params: FulfillmentParams,
  body: z.object({ note: PlainText(DELIVERY_NOTE_MAX).check(z.minLength(1)) }),
  reply: TeamDelivery,
  refusals: [...FULFILLMENT_REFUSALS, 'delivery_done'],
})

/** For the reason of a look. */
export const LOOK_REASON_MAX = 200

export const lookAtDelivery = defineEndpoint({
  name: 'lookAtDelivery',
  method: 'POST',
  path: '/api/admin/fulfilment/:orderId/:lineNumber/look',
  access: 'admin',
  key: 'write',
  summary:
    'The file that a buyer was given for a package, or its leads as a preset. Each look is written to the audit log with its reason, and counts as no download.',
  params: FulfillmentParams,
  body: z.object({
    reason: PlainText(LOOK_REASON_MAX).check(z.trim(), z.minLength(1)),
    preset: z.optional(FilePreset),
  }),
  file: 'application/octet-stream',
  reply: z.any(),
  refusals: ['unauthenticated', 'forbidden', 'delivery_unknown', 'delivery_not_ready'],
})

export const sendDeliveryAgain = defineEndpoint({
  name: 'sendDeliveryAgain',
  method: 'POST',
  path: '/api/admin/fulfilment/:orderId/:lineNumber/send',
  access: 'admin',
  key: 'write',
  summary:
    'Mails the buyer a new link to a package that has files, to another address when one is given. The links before end. The same attempt does it once.',
  params: FulfillmentParams,
  body: z.object({ attemptId: AttemptId, email: z.optional(OptionalEmail) }),
  reply: TeamDelivery,
  refusals: [...FULFILLMENT_REFUSALS, 'delivery_not_ready'],
})
