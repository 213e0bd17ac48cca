import { useMutation } from '@tanstack/react-query'
import type {
  FailingJob,
  giveUpJob,
  listFailingJobs,
  refundUnknownPayment,
  retryJob,
  retryRefund,
  settleRefund,
  settleUnknownPayment,
  UnmadeRefund,
} from '#contract/admin/job-screen.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

const JOBS_PATH = '/api/admin/jobs'
const TOUCHED_PATHS = [
  JOBS_PATH,
  '/api/admin/refunds',
  '/api/admin/refund-count',
  '/api/admin/attention',
  '/api/admin/audit',
]
/** A job that was started by hand is done within seconds. */
const WATCH_MS = 5_000

/** Failing jobs, newest first; reloaded every 5 s while one of them runs or waits. */
export function useFailingJobs() {
  return usePages<typeof listFailingJobs>(
    JOBS_PATH,
    {},
    {
      againMs: WATCH_MS,
      isWatched: (rows) => rows.some(({ state }) => state !== 'failed'),
    },
  )
}

/** Not awaited: the change is already made. */
const readAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}
const sayFailed = (error: ApiError) =>
  showToast({ title: 'Nothing was changed', description: error.sentence, tone: 'danger' })

/** Runs a failing job now. */
export function useRetryJob() {
  return useMutation<FailingJob, ApiError, Pick<FailingJob, 'id'>>({
    mutationFn: ({ id }) => callApi<typeof retryJob>('POST', '/api/admin/jobs/:jobId/retry', { params: { jobId: id } }),
    onSuccess: ({ name }) => showToast({ title: 'Running again', description: name }),
    onError: sayFailed,
    onSettled: readAgain,
  })
}

/** Gives up a failing job. Its dialog shows errors. */
export function useGiveUpJob() {
  return useMutation<unknown, ApiError, { job: FailingJob; reason: string }>({
    mutationFn: ({ job, reason }) =>
      callApi<typeof giveUpJob>('POST', '/api/admin/jobs/:jobId/give-up', {
        params: { jobId: job.id },
        body: { reason },
      }),
    onSuccess: () => showToast({ title: 'Job dropped', description: 'The job will not run again.' }),
    onSettled: readAgain,
  })
}

/** Sends a refund now. */
export function useRetryRefund() {
  return useMutation<UnmadeRefund, ApiError, Pick<UnmadeRefund, 'id'>>({
    mutationFn: ({ id }) =>
      callApi<typeof retryRefund>('POST', '/api/admin/refunds/:refundId/retry', { params: { refundId: id } }),
    onSuccess: ({ reference }) =>
      showToast({
        title: 'Refund sent',
        description: `Order ${reference}. It is marked as refunded once it goes through.`,
      }),
    onError: sayFailed,
    onSettled: readAgain,
  })
}

/** Gives back a payment whose order a restore lost. */
export function useRefundUnknown() {
  return useMutation<unknown, ApiError, { id: string }>({
    mutationFn: ({ id }) =>
      callApi<typeof refundUnknownPayment>('POST', '/api/admin/unknown-payments/:paymentId/refund', {
        params: { paymentId: id },
      }),
    onSuccess: () =>
      showToast({ title: 'Refund requested', description: 'If the card provider refuses it, it shows up here again.' }),
    onError: sayFailed,
    onSettled: readAgain,
  })
}

/** Takes a payment off the list whose order was entered again. */
export function useSettleUnknown() {
  return useMutation<unknown, ApiError, { id: string }>({
    mutationFn: ({ id }) =>
      callApi<typeof settleUnknownPayment>('POST', '/api/admin/unknown-payments/:paymentId/settle', {
        params: { paymentId: id },
      }),
    onSuccess: () =>
      showToast({ title: 'Marked as settled', description: 'The buyer keeps the order, you keep the money.' }),
    onError: sayFailed,
    onSettled: readAgain,
  })
}

/** Records a refund as made by hand. Its dialog shows errors. */
export function useSettleRefund() {
  return useMutation<unknown, ApiError, { refund: Pick<UnmadeRefund, 'id'>; reference: string }>({
    mutationFn: ({ refund, reference }) =>
      callApi<typeof settleRefund>('POST', '/api/admin/refunds/:refundId/settle', {
        params: { refundId: refund.id },
        body: { reference },
      }),
    onSuccess: () => showToast({ title: 'Refund recorded', description: 'The store will not send this refund again.' }),
    onSettled: readAgain,
  })
}
