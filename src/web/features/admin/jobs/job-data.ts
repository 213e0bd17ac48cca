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
import { callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'

const JOBS_PATH = '/api/admin/jobs'
const SHARED = {
  affects: [JOBS_PATH, '/api/admin/refunds', '/api/admin/refund-count', '/api/admin/attention', '/api/admin/audit'],
}
const PRESSED = { ...SHARED, failed: 'Nothing was changed' }

/** Failing jobs, newest first; reloaded every 5 s while one runs or waits: one started by hand is done within seconds. */
export const useFailingJobs = () =>
  usePages<typeof listFailingJobs>(
    JOBS_PATH,
    {},
    { againMs: 5_000, isWatched: (rows) => rows.some(({ state }) => state !== 'failed') },
  )

/** Runs a failing job now. */
export const useRetryJob = () =>
  useChange({
    ...PRESSED,
    send: ({ id }: Pick<FailingJob, 'id'>) =>
      callApi<typeof retryJob>('POST', '/api/admin/jobs/:jobId/retry', { params: { jobId: id } }),
    toast: ({ name }) => ({ title: 'Running again', description: name }),
  })

/** Gives up a failing job. */
export const useGiveUpJob = () =>
  useChange({
    ...SHARED,
    send: ({ job, reason }: { job: FailingJob; reason: string }) =>
      callApi<typeof giveUpJob>('POST', '/api/admin/jobs/:jobId/give-up', {
        params: { jobId: job.id },
        body: { reason },
      }),
    toast: () => ({ title: 'Job dropped', description: 'The job will not run again.' }),
  })

/** Sends a refund now. */
export const useRetryRefund = () =>
  useChange({
    ...PRESSED,
    send: ({ id }: Pick<UnmadeRefund, 'id'>) =>
      callApi<typeof retryRefund>('POST', '/api/admin/refunds/:refundId/retry', { params: { refundId: id } }),
    toast: ({ reference }) => ({
      title: 'Refund sent',
      description: `Order ${reference}. It is marked as refunded once it goes through.`,
    }),
  })

/** Gives back a payment whose order a restore lost. */
export const useRefundUnknown = () =>
  useChange({
    ...PRESSED,
    send: (paymentId: string) =>
      callApi<typeof refundUnknownPayment>('POST', '/api/admin/unknown-payments/:paymentId/refund', {
        params: { paymentId },
      }),
    toast: () => ({
      title: 'Refund requested',
      description: 'If the card provider refuses it, it shows up here again.',
    }),
  })

/** Takes a payment off the list whose order was entered again. */
export const useSettleUnknown = () =>
  useChange({
    ...PRESSED,
    send: (paymentId: string) =>
      callApi<typeof settleUnknownPayment>('POST', '/api/admin/unknown-payments/:paymentId/settle', {
        params: { paymentId },
      }),
    toast: () => ({ title: 'Marked as settled', description: 'The buyer keeps the order, you keep the money.' }),
  })

/** Records a refund as made by hand. */
export const useSettleRefund = () =>
  useChange({
    ...SHARED,
    send: ({ refundId, reference }: { refundId: UnmadeRefund['id']; reference: string }) =>
      callApi<typeof settleRefund>('POST', '/api/admin/refunds/:refundId/settle', {
        params: { refundId },
        body: { reference },
      }),
    toast: () => ({ title: 'Refund recorded', description: 'The store will not send this refund again.' }),
  })
