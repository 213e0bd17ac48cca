import * as customer from '#contract/links/customers.ts'
import * as link from '#contract/links/payment-link.ts'
import * as contract from '#contract/links/payment-requests.ts'
import { listRequestEvents, watchRequestEvents } from '#contract/links/request-events.ts'
import { countPaymentRequests, exportPaymentRequests } from '#contract/links/request-export.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage, bindStream } from '#server/platform/http/endpoint.ts'
import { voidPaymentRequest } from './close-payment-request.ts'
import { createPaymentRequest } from './create-payment-request.ts'
import { countRequests, exportRequests, listPaymentRequests } from './list-payment-requests.ts'
import { markPaymentRequestPaid } from './mark-payment-request-paid.ts'
import {
  payPaymentRequest,
  readPaymentRequest,
  recordCashAppChoice,
  recordCustomerActs,
} from './pay-payment-request.ts'
import * as customers from './read-customers.ts'
import { makeInvoicePdf, makeReceiptPdf, readInvoice } from './read-invoice.ts'
import { listEvents, watchEvents } from './request-events.ts'
import { askForNewLink, mailPaymentRequest, resendPaymentRequest, switchReminder } from './resend-payment-request.ts'
import { createCustomer, updateCustomer, updateNotes } from './save-customer.ts'

export const paymentRequestRoutes = [
  bind(link.getPaymentRequest, (ctx: WebContext, { params }) => readPaymentRequest(ctx, params.token)),
  bind(link.openPaymentRequest, (ctx: WebContext, { params }) => recordCustomerActs(ctx, params.token)),
  bind(link.chooseCashApp, (ctx: WebContext, { params }) => recordCashAppChoice(ctx, params.token)),
  bind(link.askForNewLink, (ctx: WebContext, { params }) => askForNewLink(ctx, params.token)),
  bind(link.payPaymentRequest, (ctx: WebContext, { params, body }) =>
    payPaymentRequest(ctx, params.token, body.paymentId),
  ),
  bind(contract.sendInvoice, (ctx: WebContext, { body }) => createPaymentRequest(ctx, body)),
  bind(contract.createPaymentRequest, (ctx: WebContext, { body }) => createPaymentRequest(ctx, body)),
  bindPage(contract.listPaymentRequests, (ctx: WebContext, { query }) => listPaymentRequests(ctx, query)),
  bind(countPaymentRequests, (ctx: WebContext, { query }) => countRequests(ctx, query)),
  bindFile(exportPaymentRequests, (ctx: WebContext, { query }) => exportRequests(ctx, query)),
  bind(listRequestEvents, (ctx: WebContext) => listEvents(ctx)),
  bindStream(watchRequestEvents, (ctx: WebContext) => watchEvents(ctx)),
  bind(contract.getSalesStatistics, (ctx: WebContext) => customers.readStatistics(ctx)),
  bind(contract.getInvoice, (ctx: WebContext, { params }) => readInvoice(ctx, params.token)),
  bindFile(contract.getInvoicePdf, (ctx: WebContext, { params }) => makeInvoicePdf(ctx, params.token)),
  bindFile(contract.getReceiptPdf, (ctx: WebContext, { params }) => makeReceiptPdf(ctx, params.token)),
  bind(contract.resendPaymentRequest, (ctx: WebContext, { params, body }) =>
    resendPaymentRequest(ctx, params.paymentRequestId, body),
  ),
  bind(contract.mailPaymentRequest, (ctx: WebContext, { params }) => mailPaymentRequest(ctx, params.paymentRequestId)),
  bind(contract.voidPaymentRequest, (ctx: WebContext, { params }) => voidPaymentRequest(ctx, params.paymentRequestId)),
  bind(contract.setReminder, (ctx: WebContext, { params, body }) =>
    switchReminder(ctx, params.paymentRequestId, body.isReminderOn),
  ),
  bind(contract.markPaymentRequestPaid, (ctx: WebContext, { params, body }) =>
    markPaymentRequestPaid(ctx, params.token, body?.reference?.trim() || null),
  ),
]

export const customersRoutes = [
  bindPage(customer.listCustomers, (ctx: WebContext, { query }) => customers.listCustomers(ctx, query)),
  bindFile(customer.exportCustomers, (ctx: WebContext, { query }) => customers.exportCustomerList(ctx, query)),
  bind(customer.listAllCustomers, (ctx: WebContext, { query }) => customers.listAllCustomersOf(ctx, query)),
  bind(customer.getCustomer, (ctx: WebContext, { params }) => customers.readCustomer(ctx, params.customerId)),
  bind(customer.createCustomer, (ctx: WebContext, { body }) => createCustomer(ctx, body)),
  bind(customer.updateCustomer, (ctx: WebContext, { params, body }) => updateCustomer(ctx, params.customerId, body)),
  bind(customer.updateCustomerNotes, (ctx: WebContext, { params, body }) =>
    updateNotes(ctx, params.customerId, body.notes),
  ),
]
