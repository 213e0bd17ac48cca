/** How paid leads reach their buyer (docs/decisions/0037-delivery-of-paid-lines.md). */
import * as z from 'zod/mini'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { OrderLine } from '#contract/orders/orders.ts'
import { DeliveryMethod, Instant, OrderToken, PlainText } from '#contract/values.ts'
import { FilePreset } from './file-presets.ts'

/**
 * `sent`: the email with its link. `delivered`: its files were downloaded, or a person confirmed it. `failed`: the link
 * reached no one and a person has to handle it. `cancelled`: its money went back first.
 */
export const DELIVERY_STATES = ['waiting', 'sent', 'delivered', 'failed', 'cancelled'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>

/** `leads`: files from the store's own leads. `by_hand`: a person attaches a file, or says how it was delivered. */
export const DeliveryKind = z.enum(['leads', 'by_hand'])

export const DELIVERY_FORMATS = ['csv', 'xlsx', 'attached'] as const
export const DeliveryFormat = z.enum(DELIVERY_FORMATS)
export type DeliveryFormat = z.infer<typeof DeliveryFormat>

/** `page`: read on the page of its link. */
export const TAKEN_AS = [...DELIVERY_FORMATS, 'page'] as const

/** The media type of a workbook. @see https://www.iana.org/assignments/media-types */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An administrator may attach CSV, XLSX or PDF, detected by content. */
export const ATTACHED_BYTES_MAX = 10 * 1024 * 1024
export const ATTACHED_NAME_MAX = 120
export const DELIVERY_NOTE_MAX = 1_000

export const PackageWords = z.pick(OrderLine, {
  tier: true,
  leadType: true,
  leadTypeName: true,
  size: true,
  sizeName: true,
  state: true,
  county: true,
  place: true,
})

const DeliveryFile = z.object({ format: DeliveryFormat, name: z.string(), bytes: z.int() })

/** The secret part of a delivery link. Any text is accepted, so a guess gets the same reply as an expired link. */
export const DeliveryToken = z.string().check(z.minLength(1))

/** What a delivery link shows. It has only enough of the buyer's address for them to recognize it. */
export const Delivery = z.object({
  reference: z.string(),
  emailHint: z.string(),
  deliveredAt: Instant,
  expiresAt: Instant,
  packages: z.array(
    z.extend(PackageWords, {
      lineNumber: z.int(),
      leads: z.int(),
      /** How many of these were withdrawn by their owners before delivery and had no replacement. */
      missing: z.int(),
      files: z.array(DeliveryFile),
      note: z.nullable(z.string()),
      isDownloaded: z.boolean(),
    }),
  ),
})
export type Delivery = z.infer<typeof Delivery>

export const getDelivery = defineEndpoint('anyone', 'GET', '/api/deliveries/:token', {
  key: 'deliveries:read',
  summary: 'What a delivery link opens. Looking changes nothing; unknown, guessed and expired links get the same 404.',
  params: z.object({ token: DeliveryToken }),
  reply: Delivery,
  refusals: ['delivery_link_invalid'],
})

export const LineNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))

/** Shared by downloads: only a button press, never a view, serves files, and each one is recorded. */
const DOWNLOAD = {
  key: 'deliveries:read',
  params: z.object({ token: DeliveryToken, lineNumber: LineNumber }),
  refusals: ['delivery_link_invalid'],
} as const

export const downloadDeliveryCsv = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/:lineNumber/csv', {
  ...DOWNLOAD,
  summary: 'A package’s leads as a CSV file; with a preset, in the columns of that tool. Each download is recorded.',
  query: z.object({ preset: z.optional(FilePreset) }),
  file: CSV_TYPE,
})

export const downloadDeliveryXlsx = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/:lineNumber/xlsx', {
  ...DOWNLOAD,
  summary: 'The same as a workbook.',
  file: XLSX_TYPE,
})

export const downloadDeliveryFile = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/:lineNumber/attached', {
  ...DOWNLOAD,
  summary: 'The file that an administrator attached to a package.',
  file: 'application/octet-stream',
})

export const LineDelivery = z.object({
  lineNumber: z.int(),
  state: DeliveryState,
  dueAt: Instant,
  sentAt: z.nullable(Instant),
  isLate: z.boolean(),
  /** Opens its download page: the last part of `/delivery/<token>`. Null until it is ready, and once the link is over. */
  deliveryToken: z.nullable(DeliveryToken),
  /** Its link is over, and the desk that is open here may get a new one. */
  canRenew: z.boolean(),
})
export type LineDelivery = z.infer<typeof LineDelivery>

export const getOrderDelivery = defineEndpoint('anyone', 'GET', '/api/order-deliveries/:token', {
  key: 'deliveries:read',
  summary: 'How the lines of the order behind a status link are delivered. An unpaid order has none.',
  params: z.object({ token: OrderToken }),
  reply: z.array(LineDelivery),
  refusals: ['order_not_found'],
})

/** A line of an order with everything the team may know about its delivery. */
export const TeamDelivery = z.object({
  lineNumber: z.int(),
  kind: DeliveryKind,
  method: DeliveryMethod,
  state: DeliveryState,
  leads: z.int(),
  missing: z.int(),
  dueAt: Instant,
  sentAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
  lateAt: z.nullable(Instant),
  isLate: z.boolean(),
  problem: z.nullable(z.string()),
  note: z.nullable(z.string()),
  handledBy: z.nullable(z.string()),
  files: z.array(DeliveryFile),
  linkUntil: z.nullable(Instant),
  cancelledAt: z.nullable(Instant),
  /** Newest first, `DOWNLOADS_SHOWN` of them; `downloadCount` says how many there were. */
  downloads: z.array(z.object({ at: Instant, format: z.enum(TAKEN_AS), network: z.nullable(z.string()) })),
  downloadCount: z.int(),
})
export type TeamDelivery = z.infer<typeof TeamDelivery>

export const DOWNLOADS_SHOWN = 20

export const listOrderDeliveries = defineEndpoint('session', 'GET', '/api/sales/orders/:reference/deliveries', {
  key: 'read',
  summary: 'How the lines of an order are delivered, with each download; a rep’s own orders, an administrator’s any.',
  params: z.object({ reference: PlainText(40) }),
  reply: z.array(TeamDelivery),
  refusals: ['order_not_found'],
})

export const renewDeliveryLink = defineEndpoint('anyone', 'POST', '/api/order-deliveries/:token/renew', {
  key: 'deliveries:read',
  summary:
    'Makes a new link to those packages of an order whose link is over, for the desk of its address, and mails it. Links that still work stay as they are, so repeating it changes nothing.',
  params: z.object({ token: OrderToken }),
  reply: z.array(LineDelivery),
  refusals: ['desk_closed', 'order_not_found'],
})
