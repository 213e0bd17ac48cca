/** Failed background jobs, and what to do about refunds that haven't gone through yet: what an administrator checks when something is stuck. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { REFUND_REASONS } from '#contract/payments/refund-states.ts'
import { Instant, OrderId, PlainText } from '#contract/values.ts'

/** Jobs per page. */
export const JOBS_PAGE = 50

export const FailingJob = z.object({
  id: z.string(),
  /** `settle-payment`. */
  name: z.string(),
  /** What it does, in a sentence. */
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

export const listFailingJobs = defineEndpoint({
  name: 'listFailingJobs',
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'admin',
  key: 'read',
  summary: 'Background jobs that failed, with or without a next try, the newest first. Mails are in the message log.',
  query: z.object({ cursor: z.optional(PlainText(200)) }),
  reply: z.array(FailingJob),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden'],
})

const jobParams = z.object({ jobId: z.string().check(z.regex(/^\d{1,18}$/)) })

export const retryJob = defineEndpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/retry',
  access: 'admin',
  key: 'write',
  summary: 'Runs a job that failed now; one whose tries are used up gets all of them again.',
  params: jobParams,
  reply: FailingJob,
  refusals: ['unauthenticated', 'forbidden', 'job_unknown', 'job_running'],
})

export const giveUpJob = defineEndpoint({
  name: 'giveUpJob',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/give-up',
  access: 'admin',
  key: 'write',
  summary: 'Forgets a job that failed: it is never run again.',
  params: jobParams,
  body: z.object({ reason: PlainText(500).check(z.minLength(1)) }),
  reply: z.object({ message: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'job_unknown', 'job_running'],
})

export const UnmadeRefund = z.object({
  id: z.string(),
  orderId: OrderId,
  /** The order's. */
  reference: z.string(),
  /** Dollars as text. */
  amount: z.string(),
  /** Why the money goes back. */
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

const refundParams = z.object({ refundId: z.string().check(z.regex(/^[\w-]{3,100}$/)) })

export const retryRefund = defineEndpoint({
  name: 'retryRefund',
  method: 'POST',
  path: '/api/admin/refunds/:refundId/retry',
  access: 'admin',
  key: 'write',
  summary: 'Sends a refund to the provider now. It is never made twice: only one that failed there gets a new key.',
  params: refundParams,
  reply: UnmadeRefund,
  refusals: ['unauthenticated', 'forbidden', 'refund_unknown', 'refund_made'],
})

const unknownPaymentParams = z.object({ paymentId: z.string().check(z.regex(/^\w{3,255}$/)) })

export const refundUnknownPayment = defineEndpoint({
  name: 'refundUnknownPayment',
  method: 'POST',
  path: '/api/admin/unknown-payments/:paymentId/refund',
  access: 'admin',
  key: 'write',
  summary:
    'Refunds what is left of a payment whose order was lost when a backup was restored, once, however often it is called.',
  params: unknownPaymentParams,
  reply: z.object({ message: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'refund_unknown', 'refund_made'],
})

export const settleUnknownPayment = defineEndpoint({
  name: 'settleUnknownPayment',
  method: 'POST',
  path: '/api/admin/unknown-payments/:paymentId/settle',
  access: 'admin',
  key: 'write',
  summary: 'Takes a payment whose order was lost off the list without a refund, once its order was entered again.',
  params: unknownPaymentParams,
  reply: z.object({ message: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'refund_unknown', 'refund_made'],
})

export const settleRefund = defineEndpoint({
  name: 'settleRefund',
  method: 'POST',
  path: '/api/admin/refunds/:refundId/settle',
  access: 'admin',
  key: 'write',
  summary:
    'Records that someone made a refund by hand: the store stops trying, once the provider says that it has none. Repeating it changes nothing.',
  params: refundParams,
  body: z.object({
    /** How to find it: the provider’s id of the refund (`re_…`), or what was done instead. */
    reference: PlainText(200).check(z.minLength(1)),
  }),
  reply: z.object({ message: z.string() }),
  refusals: [
    'unauthenticated',
    'forbidden',
    'refund_unknown',
    'refund_made',
    'refund_under_way',
    'refund_at_provider',
    'refund_unchecked',
  ],
})
