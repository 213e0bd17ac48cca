import {
  giveUpJob as giveUpJobEndpoint,
  listFailingJobs as listFailingJobsEndpoint,
  listUnmadeRefunds as listUnmadeRefundsEndpoint,
  retryJob as retryJobEndpoint,
  retryRefund as retryRefundEndpoint,
  settleRefund as settleRefundEndpoint,
} from '#contract/admin/job-desk.ts'
import { listUnmadeRefunds, retryRefund, settleRefund } from '#server/features/payments/stuck-refunds.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { giveUpJob, type JobSummaries, listFailingJobs, retryJob } from './retry-jobs.ts'

/** @param summaries of all jobs of the store */
export const jobDeskRoutes = (summaries: JobSummaries) => [
  bindPage(listFailingJobsEndpoint, (ctx: WebContext, { query }) => listFailingJobs(ctx, query, summaries)),
  bind(retryJobEndpoint, (ctx: WebContext, { params }) => retryJob(ctx, params.jobId, summaries)),
  bind(giveUpJobEndpoint, (ctx: WebContext, { params, body }) => giveUpJob(ctx, params.jobId, body.reason)),
  bind(listUnmadeRefundsEndpoint, (ctx: WebContext) => listUnmadeRefunds(ctx)),
  bind(retryRefundEndpoint, (ctx: WebContext, { params }) => retryRefund(ctx, params.refundId)),
  bind(settleRefundEndpoint, async (ctx: WebContext, { params, body }) => {
    await settleRefund(ctx, params.refundId, body.reference)
    return { message: 'Noted: the refund was made by hand.' }
  }),
]
