import * as contract from '#contract/admin/job-screen.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { giveUpJob, type JobSummaries, listFailingJobs, retryJob } from './retry-jobs.ts'

/** @param summaries of all jobs of the store */
export const jobScreenRoutes = (summaries: JobSummaries) => [
  bindPage(contract.listFailingJobs, (ctx: WebContext, { query }) => listFailingJobs(ctx, query, summaries)),
  bind(contract.retryJob, (ctx: WebContext, { params }) => retryJob(ctx, params.jobId, summaries)),
  bind(contract.giveUpJob, (ctx: WebContext, { params, body }) => giveUpJob(ctx, params.jobId, body.reason)),
]
