/**
 * "Tell me when there are more": a request to be emailed when a sold-out package is available again
 * (docs/product.md#tell-me-when-there-are-more).
 */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EmailAddress, Instant, PlainText } from '#contract/values.ts'

/** How long the mailed link confirms a request. After that, an unconfirmed request is forgotten. */
export const RESTOCK_CONFIRM_DAYS = 2
/** How long a confirmed request stands. */
export const RESTOCK_REQUEST_DAYS = 365
/** A request is told about a restock at most once in this time, however often the package sells out in between. */
export const RESTOCK_MAIL_HOURS = 24
/** Confirmed requests of one address. */
export const RESTOCK_REQUESTS_MAX = 100

/** An id of `restock_requests`. */
export const RestockRequestId = z
  .string()
  .check(z.regex(/^rsr_[0-9a-z]{22}$/))
  .brand<'RestockRequestId'>()
export type RestockRequestId = z.infer<typeof RestockRequestId>

/** The secret of a mailed link. */
const Secret = PlainText(64)

/** A package that someone waits for, and its units now. */
const Wanted = z.object({ packageId: PackageId, state: z.string(), county: z.string(), available: z.int() })

export const askForRestock = defineEndpoint({
  name: 'askForRestock',
  method: 'POST',
  path: '/api/restock-requests',
  access: 'anyone',
  summary:
    'Asks for an email when a sold-out package is available again. An emailed link confirms it, except for the address whose desk is open here. The answer is the same for any other address.',
  body: z.object({ packageId: PackageId, email: EmailAddress }),
  reply: z.object({
    /** `standing`: the desk of this address is open here, so nothing is left to confirm. */
    state: z.enum(['mailed', 'standing']),
    message: z.string(),
  }),
  refusals: ['unknown_package', 'restock_in_stock', 'restock_throttled', 'too_many_restock_requests'],
})

export const confirmRestock = defineEndpoint({
  name: 'confirmRestock',
  method: 'POST',
  path: '/api/restock-requests/confirm',
  access: 'anyone',
  summary: 'Confirms a request with the secret of the link that was emailed. Confirming again changes nothing.',
  body: z.object({ secret: Secret }),
  reply: Wanted,
  refusals: ['restock_link_ended', 'restock_throttled', 'too_many_restock_requests'],
})

export const endRestock = defineEndpoint({
  name: 'endRestock',
  method: 'POST',
  path: '/api/restock-requests/end',
  access: 'anyone',
  summary: 'Ends a request with the secret of the link at the end of each of its emails.',
  body: z.object({ secret: Secret }),
  reply: z.object({ packageId: PackageId, state: z.string(), county: z.string() }),
  refusals: ['restock_link_ended', 'restock_throttled'],
})

export const endRestockByMail = defineEndpoint({
  name: 'endRestockByMail',
  method: 'POST',
  path: '/api/restock-requests/:token/end',
  access: 'anyone',
  summary:
    'Ends a request for a mail program whose unsubscribe button was pressed (RFC 8058). It takes any body and answers the same when nothing is left to end. A GET shows the page that ends it.',
  params: z.object({ token: Secret }),
  reply: z.object({ message: z.string() }),
  refusals: [],
})

/** A standing request, as its buyer sees it at the desk. */
export const RestockRequest = z.object({
  id: RestockRequestId,
  ...Wanted.shape,
  askedAt: Instant,
  /** When it ends by itself. */
  expiresAt: Instant,
  /** The last restock that it was told about; null before the first. */
  toldAt: z.nullable(Instant),
})
export type RestockRequest = z.infer<typeof RestockRequest>

export const listDeskRestocks = defineEndpoint({
  name: 'listDeskRestocks',
  method: 'GET',
  path: '/api/desk/restock-requests',
  access: 'anyone',
  summary: 'The packages that the address waits for, first asked first.',
  reply: z.object({ requests: z.array(RestockRequest) }),
  refusals: ['desk_closed'],
})

export const endDeskRestock = defineEndpoint({
  name: 'endDeskRestock',
  method: 'POST',
  path: '/api/desk/restock-requests/:restockRequestId/end',
  access: 'anyone',
  summary: 'Ends a request of the address. Ending it again changes nothing.',
  params: z.object({ restockRequestId: RestockRequestId }),
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed'],
})
