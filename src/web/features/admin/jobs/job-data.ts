import type { FailingJob, retryJob, retryRefund, UnmadeRefund } from '#contract/admin/job-screen.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'

export const JOBS_PATH = '/api/admin/jobs'
/** A change of a job or a refund. */
export const JOB_CHANGE = {
  affects: [JOBS_PATH, '/api/admin/refunds', '/api/admin/refund-count', '/api/admin/attention', '/api/admin/audit'],
}
/** The same by a press in a list, which has no place for errors. */
export const PRESSED = { ...JOB_CHANGE, failed: 'Nothing was changed' }

export const useRetryJob = () =>
  useChange({
    ...PRESSED,
    send: ({ id }: Pick<FailingJob, 'id'>) =>
      callApi<typeof retryJob>('POST', '/api/admin/jobs/:jobId/retry', { params: { jobId: id } }),
    toast: ({ name }) => ({ title: 'Running again', description: name }),
  })

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
