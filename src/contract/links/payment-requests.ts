/** Secure payment links and their invoices (docs/product.md#payment-links). */
import * as z from 'zod/mini'
import { ContactInfo, STATED_LINES_MAX, StatedLine } from '#contract/checkout/checkout.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, PageQuery, PaymentRequestId, PaymentRequestToken, PlainText } from '#contract/values.ts'
import { Invoice, PaymentRequest, PaymentRequestStatus } from './payment-request-values.ts'

const TokenParams = z.object({ token: PaymentRequestToken })
const RequestParams = z.object({ paymentRequestId: PaymentRequestId })

const SendBody = z.object({
  contactInfo: z.optional(z.partial(ContactInfo)),
  /** Compared with the lines held in the caller's cart, never trusted. */
  cartItems: z.optional(z.array(StatedLine).check(z.maxLength(STATED_LINES_MAX))),
  total: z.optional(z.union([PlainText(20), z.number()])),
  specialOffers: z.nullish(PlainText(2_000)),
  attemptId: z.optional(AttemptId),
  /** Whether a reminder goes out before the link expires; true if absent. */
  isReminderOn: z.optional(z.boolean()),
})

/** `amount_changed` has `details: { total }`, dollars as text; `too_few_unseen` `{ holdIds }`. */
const SEND_REFUSALS = [
  'missing_information',
  'cart_empty',
  'too_few_unseen',
  'amount_changed',
  'total_too_high',
  'nothing_to_pay',
  'payment_pending',
  'payments_unavailable',
  'provider_unavailable',
] as const

export const sendInvoice = defineEndpoint('session', 'POST', '/api/send-invoice', {
  key: 'write',
  summary: 'Turns the caller’s cart into a payment request whose link lives 24 hours, and mails it to the customer.',
  body: SendBody,
  reply: PaymentRequest,
  refusals: SEND_REFUSALS,
})

export const createPaymentRequest = defineEndpoint('session', 'POST', '/api/sales/payment-requests', {
  key: 'write',
  summary: 'The same as `sendInvoice`.',
  body: SendBody,
  reply: PaymentRequest,
  refusals: SEND_REFUSALS,
})

export const REQUESTS_PAGE_DEFAULT = 50
export const REQUESTS_PAGE_MAX = 200
export const REQUEST_SORTS = ['date', 'total', 'customer', 'status', 'paid'] as const
export type RequestSort = (typeof REQUEST_SORTS)[number]

export const listPaymentRequests = defineEndpoint('session', 'GET', '/api/sales/payment-requests', {
  key: 'read',
  summary:
    'One page of the caller’s payment requests (an administrator’s: of all), newest first unless sorted otherwise.',
  query: z.extend(PageQuery(REQUESTS_PAGE_MAX), {
    /** In customer name and email, by the beginnings of words. */
    search: z.optional(PlainText(100)),
    /** `paid` also finds those whose leads were delivered. */
    status: z.optional(PaymentRequestStatus),
    member: z.optional(PlainText(100)),
    /** `paid`: only what was paid, the last payment first. */
    sort: z.optional(z.enum(REQUEST_SORTS)),
    direction: z.optional(z.enum(['asc', 'desc'])),
    /** `soon`: only requests that wait for payment and expire within the next 2 hours, first to expire first. */
    expiring: z.optional(z.literal('soon')),
    /** `chosen`: only live requests whose customer chose Cash App, first to expire first. */
    cashApp: z.optional(z.literal('chosen')),
  }),
  reply: z.array(PaymentRequest),
  isPaged: true,
})

export const SalesStatistics = z.object({
  totalCustomers: z.int(),
  paymentRequests: z.int(),
  paid: z.int(),
  pending: z.int(),
  expired: z.int(),
  expiringSoon: z.int(),
  /** Dollars as text: what was paid through links, minus refunds. */
  paidTotal: z.string(),
})
export type SalesStatistics = z.infer<typeof SalesStatistics>

export const getSalesStatistics = defineEndpoint('session', 'GET', '/api/sales/statistics', {
  key: 'read',
  summary:
    'Counts over the customers and payment requests that the caller’s lists show: their own, an administrator’s all.',
  reply: SalesStatistics,
})

export const getInvoice = defineEndpoint('session', 'GET', '/api/invoices/:token', {
  key: 'read',
  summary: 'One request with its story; a rep’s own, an administrator’s any.',
  params: TokenParams,
  reply: Invoice,
  refusals: ['invoice_not_found'],
})

export const getInvoicePdf = defineEndpoint('session', 'GET', '/api/invoices/:token/invoice.pdf', {
  key: 'read',
  summary: 'The invoice as a PDF.',
  params: TokenParams,
  file: 'application/pdf',
  refusals: ['invoice_not_found'],
})

export const getReceiptPdf = defineEndpoint('session', 'GET', '/api/invoices/:token/receipt.pdf', {
  key: 'read',
  summary: 'The receipt of a paid request as a PDF.',
  params: TokenParams,
  file: 'application/pdf',
  refusals: ['invoice_not_found'],
})

export const resendPaymentRequest = defineEndpoint(
  'session',
  'POST',
  '/api/sales/payment-requests/:paymentRequestId/resend',
  {
    key: 'write',
    summary:
      'Replaces a request by one with a new link and 24 hours, and mails it; the old link says that it was replaced.',
    params: RequestParams,
    body: z.object({
      /** Dollars that the rep agreed to, after prices changed for an expired request. */
      total: z.optional(z.union([PlainText(20), z.number()])),
    }),
    reply: PaymentRequest,
    /** `amount_changed` has `details: { total }`, dollars as text. */
    refusals: [
      'invoice_not_found',
      'payment_request_paid',
      'payment_request_being_paid',
      'payment_request_out_of_stock',
      'amount_changed',
      'total_too_high',
      'payments_unavailable',
      'provider_unavailable',
    ],
  },
)

export const mailPaymentRequest = defineEndpoint(
  'session',
  'POST',
  '/api/sales/payment-requests/:paymentRequestId/mail',
  {
    key: 'write',
    summary: 'Mails the link of a live request once more, after the mail server did not take it.',
    params: RequestParams,
    reply: PaymentRequest,
    refusals: ['invoice_not_found', 'payment_request_expired', 'payment_request_paid'],
  },
)

export const voidPaymentRequest = defineEndpoint(
  'session',
  'POST',
  '/api/sales/payment-requests/:paymentRequestId/void',
  {
    key: 'write',
    summary: 'Cancels a request: its link no longer opens anything and its units go back on sale.',
    params: RequestParams,
    reply: PaymentRequest,
    refusals: [
      'invoice_not_found',
      'payment_request_paid',
      'payment_request_being_paid',
      'payments_unavailable',
      'provider_unavailable',
    ],
  },
)

export const setReminder = defineEndpoint(
  'session',
  'PATCH',
  '/api/sales/payment-requests/:paymentRequestId/reminder',
  {
    key: 'write',
    summary: 'Turns the reminder before a link expires on or off.',
    params: RequestParams,
    body: z.object({ isReminderOn: z.boolean() }),
    reply: PaymentRequest,
    refusals: ['invoice_not_found', 'payment_request_expired', 'payment_request_paid'],
  },
)

export const markPaymentRequestPaid = defineEndpoint('admin', 'POST', '/api/admin/payment-request/:token/mark-paid', {
  key: 'write',
  summary: 'Records that the money came another way: the request is paid, once. Its card payment is closed first.',
  params: TokenParams,
  /** Clients without a reference send no body; the server then gets null. */
  body: z.nullish(z.object({ reference: z.nullish(PlainText(200)) })),
  reply: PaymentRequest,
  refusals: [
    'payment_request_not_found',
    'payment_request_paid',
    'payment_request_being_paid',
    'payment_request_expired',
    'payment_request_out_of_stock',
    'payments_unavailable',
    'provider_unavailable',
  ],
})
