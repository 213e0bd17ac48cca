/** Failed background jobs and refunds that haven't gone through: what to check when something is stuck. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { REFUND_REASONS } from '#contract/payments/refund-states.ts'
import { Instant, matching, OrderId, PlainText } from '#contract/values.ts'

export const JOBS_PAGE = 50

export const FailingJob = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  /** `failed`: out of tries. `waiting`: it failed and runs again at `nextAt`. `running`: right now. */
  state: z.enum(['failed', 'waiting', 'running']),
  attempts: z.int(),
  attemptsMax: z.int(),
  /** The first line of the error, without addresses and secrets. */
  lastError: z.string(),
  createdAt: Instant,
  failedAt: Instant,
  nextAt: z.nullable(Instant),
})
export type FailingJob = z.infer<typeof FailingJob>

export const listFailingJobs = defineEndpoint('admin', 'GET', '/api/admin/jobs', {
  key: 'read',
  summary: 'Background jobs that failed, with or without a next try, the newest first. Mails are in the message log.',
  query: z.object({ cursor: z.optional(PlainText(200)) }),
  reply: z.array(FailingJob),
  isPaged: true,
})

const jobParams = z.object({ jobId: matching(/^\d{1,18}$/) })

export const retryJob = defineEndpoint('admin', 'POST', '/api/admin/jobs/:jobId/retry', {
  key: 'write',
  summary: 'Runs a job that failed now; one whose tries are used up gets all of them again.',
  params: jobParams,
  reply: FailingJob,
  refusals: ['job_unknown', 'job_running'],
})

export const giveUpJob = defineEndpoint('admin', 'POST', '/api/admin/jobs/:jobId/give-up', {
  key: 'write',
  summary: 'Forgets a job that failed: it is never run again.',
  params: jobParams,
  body: z.object({ reason: PlainText(500).check(z.minLength(1)) }),
  reply: z.object({ message: z.string() }),
  refusals: ['job_unknown', 'job_running'],
})

export const UnmadeRefund = z.object({
  id: z.string(),
  orderId: OrderId,
  reference: z.string(),
  /** Dollars as text. */
  amount: z.string(),
  reason: z.enum(REFUND_REASONS),
  /** `due`: the store sends it, again at `nextAt`. `failed`: retrying it cannot help; a person decides. */
  state: z.enum(['due', 'failed']),
  attempts: z.int(),
  /** The provider's code; `refund_failed` if the provider took it and it failed there later; null before the first try. */
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  nextAt: z.nullable(Instant),
})
export type UnmadeRefund = z.infer<typeof UnmadeRefund>

const refundParams = z.object({ refundId: matching(/^[\w-]{3,100}$/) })

export const retryRefund = defineEndpoint('admin', 'POST', '/api/admin/refunds/:refundId/retry', {
  key: 'write',
  summary: 'Sends a refund to the provider now. It is never made twice: only one that failed there gets a new key.',
  params: refundParams,
  reply: UnmadeRefund,
  refusals: ['refund_unknown', 'refund_made'],
})

const unknownPaymentParams = z.object({ paymentId: matching(/^\w{3,255}$/) })

export const refundUnknownPayment = defineEndpoint('admin', 'POST', '/api/admin/unknown-payments/:paymentId/refund', {
  key: 'write',
  summary:
    'Refunds what is left of a payment whose order was lost when a backup was restored, once, however often it is called.',
  params: unknownPaymentParams,
  reply: z.object({ message: z.string() }),
  refusals: ['refund_unknown', 'refund_made'],
})

export const settleUnknownPayment = defineEndpoint('admin', 'POST', '/api/admin/unknown-payments/:paymentId/settle', {
  key: 'write',
  summary: 'Takes a payment whose order was lost off the list without a refund, once its order was entered again.',
  params: unknownPaymentParams,
  reply: z.object({ message: z.string() }),
  refusals: ['refund_unknown', 'refund_made'],
})

export const settleRefund = defineEndpoint('admin', 'POST', '/api/admin/refunds/:refundId/settle', {
  key: 'write',
  summary:
    'Records that someone made a refund by hand: the store stops trying, once the provider says that it has none. Repeating it changes nothing.',
  params: refundParams,
  body: z.object({
    /** How to find it: the provider’s id of the refund (`re_…`), or what was done instead. */
    reference: PlainText(200).check(z.minLength(1)),
  }),
  reply: z.object({ message: z.string() }),
  refusals: ['refund_unknown', 'refund_made', 'refund_under_way', 'refund_at_provider', 'refund_unchecked'],
})
