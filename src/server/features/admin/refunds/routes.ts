import * as jobs from '#contract/admin/job-screen.ts'
import * as contract from '#contract/admin/refund-screen.ts'
import { retryRefund, settleRefund } from '#server/features/payments/stuck-refunds.ts'
import { refundUnknownPayment, settleUnknownPayment } from '#server/features/payments/unknown-payments.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { countRefunds, exportRefunds, listRefunds } from './list-refunds.ts'

export const refundScreenRoutes = [
  bindPage(contract.listRefunds, (ctx: WebContext, { query }) => listRefunds(ctx, query)),
  bind(contract.countRefunds, (ctx: WebContext, { query }) => countRefunds(ctx, query)),
  bindFile(contract.exportRefunds, (ctx: WebContext, { query }) => exportRefunds(ctx, query)),
  bind(jobs.retryRefund, (ctx: WebContext, { params }) => retryRefund(ctx, params.refundId)),
  bind(jobs.refundUnknownPayment, async (ctx: WebContext, { params }) => {
    await refundUnknownPayment(ctx, params.paymentId)
    return { message: 'The money is on its way back.' }
  }),
  bind(jobs.settleUnknownPayment, async (ctx: WebContext, { params }) => {
    await settleUnknownPayment(ctx, params.paymentId)
    return { message: 'Noted: the payment is settled.' }
  }),
  bind(jobs.settleRefund, async (ctx: WebContext, { params, body }) => {
    await settleRefund(ctx, params.refundId, body.reference)
    return { message: 'Noted: the refund was made by hand.' }
  }),
]
