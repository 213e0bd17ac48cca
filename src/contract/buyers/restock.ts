/** A request to be emailed when a sold-out package is back (docs/product.md#email-me-when-its-back). */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EmailAddress, Instant, matching, PlainText } from '#contract/values.ts'

/** How long the mailed link confirms a request. After that, an unconfirmed request is forgotten. */
export const RESTOCK_CONFIRM_DAYS = 2
export const RESTOCK_REQUEST_DAYS = 365
/** A request is told about a restock at most once in this time, however often the package sells out in between. */
export const RESTOCK_MAIL_HOURS = 24
export const RESTOCK_REQUESTS_MAX = 100

export const RestockRequestId = matching(/^rsr_[0-9a-z]{22}$/).brand<'RestockRequestId'>()
export type RestockRequestId = z.infer<typeof RestockRequestId>

const Secret = PlainText(64)

const Wanted = z.object({ packageId: PackageId, state: z.string(), county: z.string(), available: z.int() })

export const askForRestock = defineEndpoint('anyone', 'POST', '/api/restock-requests', {
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

export const confirmRestock = defineEndpoint('anyone', 'POST', '/api/restock-requests/confirm', {
  summary: 'Confirms a request with the secret of the link that was emailed. Confirming again changes nothing.',
  body: z.object({ secret: Secret }),
  reply: Wanted,
  refusals: ['restock_link_ended', 'restock_throttled', 'too_many_restock_requests'],
})

export const endRestock = defineEndpoint('anyone', 'POST', '/api/restock-requests/end', {
  summary: 'Ends a request with the secret of the link at the end of each of its emails.',
  body: z.object({ secret: Secret }),
  reply: z.object({ packageId: PackageId, state: z.string(), county: z.string() }),
  refusals: ['restock_link_ended', 'restock_throttled'],
})

export const endRestockByMail = defineEndpoint('anyone', 'POST', '/api/restock-requests/:token/end', {
  summary:
    'Ends a request for a mail program whose unsubscribe button was pressed (RFC 8058). It takes any body and answers the same when nothing is left to end. A GET shows the page that ends it.',
  params: z.object({ token: Secret }),
  reply: z.object({ message: z.string() }),
})

export const RestockRequest = z.object({
  id: RestockRequestId,
  ...Wanted.shape,
  askedAt: Instant,
  expiresAt: Instant,
  toldAt: z.nullable(Instant),
})
export type RestockRequest = z.infer<typeof RestockRequest>

export const listDeskRestocks = defineEndpoint('anyone', 'GET', '/api/desk/restock-requests', {
  summary: 'The packages that the address waits for, first asked first.',
  reply: z.object({ requests: z.array(RestockRequest) }),
  refusals: ['desk_closed'],
})

export const endDeskRestock = defineEndpoint('anyone', 'POST', '/api/desk/restock-requests/:restockRequestId/end', {
  summary: 'Ends a request of the address. Ending it again changes nothing.',
  params: z.object({ restockRequestId: RestockRequestId }),
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed'],
})
