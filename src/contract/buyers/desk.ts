/** The buyer's desk, opened by an emailed code or link (docs/decisions/0057-a-desk-without-a-password.md). */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { CreditEntry } from '#contract/credit/credits.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Order } from '#contract/orders/orders.ts'
import { EmailAddress, Instant, matching, OrderToken, PaymentRequestToken, PlainText } from '#contract/values.ts'

export const DESK_CODE_MINUTES = 30
export const DESK_CODE_DIGITS = 6
/** How long a desk stays open: after the last visit, and in all. */
export const DESK_IDLE_DAYS = 7
export const DESK_DAYS_MAX = 30
/** Browsers in which one address has its desk open. One more ends the session that was used longest ago. */
export const DESK_SESSIONS_MAX = 50

export const DESK_ORDERS_PER_PAGE = 20
export const DESK_CREDIT_ENTRIES = 50

export const DeskCodeId = matching(/^dkc_[0-9a-z]{22}$/)
export const DeskSessionId = matching(/^dks_[0-9a-z]{22}$/).brand<'DeskSessionId'>()

export const DeskSession = z.object({
  id: DeskSessionId,
  isThisOne: z.boolean(),
  device: z.string(),
  openedAt: Instant,
  usedAt: Instant,
})
export type DeskSession = z.infer<typeof DeskSession>

export const Desk = z.object({ email: z.string(), sessions: z.array(DeskSession) })
export type Desk = z.infer<typeof Desk>

export const sendDeskCode = defineEndpoint('anyone', 'POST', '/api/desk/codes', {
  summary: 'Mails a code and a link that open the desk of an address. The answer is alike for any address.',
  body: z.object({ email: EmailAddress }),
  reply: z.object({ message: z.string(), codeId: DeskCodeId }),
  refusals: ['desk_throttled'],
})

export const openDesk = defineEndpoint('anyone', 'POST', '/api/desk/open', {
  summary: 'Opens the desk in this browser, with the code that was mailed and the id of its request. The code ends.',
  body: z.object({ codeId: DeskCodeId, code: PlainText(20) }),
  reply: Desk,
  refusals: ['desk_code_wrong', 'desk_throttled'],
})

export const openDeskByLink = defineEndpoint('anyone', 'POST', '/api/desk/open-by-link', {
  summary: 'Opens the desk in this browser, with the secret of the link that was mailed. The link ends.',
  body: z.object({ secret: PlainText(64) }),
  reply: Desk,
  refusals: ['desk_link_ended', 'desk_throttled'],
})

export const getDesk = defineEndpoint('anyone', 'GET', '/api/desk', {
  summary: 'Whose desk is open in this browser, and in which others it is; null if none is open here.',
  reply: z.object({ desk: z.nullable(Desk) }),
})

export const DeskOrder = z.object({
  order: z.extend(Order, {
    /** Opens the order's status page and its files; null for an API key without the scope `deliveries:read`. */
    token: z.nullable(OrderToken),
  }),
  packageIds: z.array(PackageId),
})
export type DeskOrder = z.infer<typeof DeskOrder>

export const listDeskOrders = defineEndpoint('anyone', 'GET', '/api/desk/orders', {
  key: 'orders:read',
  summary: 'What the address bought, newest first. Each order’s `token` opens its status page with files and receipt.',
  query: z.object({ cursor: z.optional(PlainText(500)) }),
  reply: z.array(DeskOrder),
  isPaged: true,
  refusals: ['desk_closed'],
})

/** What waits for the buyer's money: payment links and Cash App orders, soonest end first. Dollars. */
export const DeskWaiting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), token: PaymentRequestToken, total: z.number(), endsAt: Instant }),
  z.object({
    kind: z.literal('cash_app'),
    token: OrderToken,
    reference: z.string(),
    total: z.number(),
    endsAt: Instant,
  }),
])
export type DeskWaiting = z.infer<typeof DeskWaiting>

export const listDeskWaiting = defineEndpoint('anyone', 'GET', '/api/desk/waiting', {
  summary: 'Payment links and Cash App orders of the address that are held for it and wait for payment.',
  reply: z.object({ waiting: z.array(DeskWaiting) }),
  refusals: ['desk_closed'],
})

export const getDeskCredit = defineEndpoint('anyone', 'GET', '/api/desk/credit', {
  key: 'orders:read',
  summary: 'The store credit of the address with its latest changes, newest first. Dollars.',
  reply: z.object({ balance: z.number(), entries: z.array(CreditEntry) }),
  refusals: ['desk_closed'],
})

export const closeDesk = defineEndpoint('anyone', 'POST', '/api/desk/sessions/:deskSessionId/close', {
  summary: 'Closes the desk in one of its browsers, this one or another. Closing it again changes nothing.',
  params: z.object({ deskSessionId: DeskSessionId }),
  reply: z.object({ message: z.string() }),
  refusals: ['desk_closed'],
})
