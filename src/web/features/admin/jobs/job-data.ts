import { getAttention } from '#contract/admin/attention.ts'
import {
  type FailingJob,
  listFailingJobs,
  retryJob,
  retryRefund,
  type UnmadeRefund,
} from '#contract/admin/job-screen.ts'
import { countRefunds, listRefunds } from '#contract/admin/refund-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'

export const JOB_CHANGE = {
  affects: [listFailingJobs.path, listRefunds.path, countRefunds.path, getAttention.path, listAuditEntries.path],
}
/** The same by a press in a list, which has no place for errors. */
export const PRESSED = { ...JOB_CHANGE, failed: 'Nothing was changed' }

export const useRetryJob = () =>
  useChange({
    ...PRESSED,
    send: ({ id }: Pick<FailingJob, 'id'>) => callApi(retryJob, { params: { jobId: id } }),
    toast: ({ name }) => ({ title: 'Running again', description: name }),
  })

export const useRetryRefund = () =>
  useChange({
    ...PRESSED,
    send: ({ id }: Pick<UnmadeRefund, 'id'>) => callApi(retryRefund, { params: { refundId: id } }),
    toast: ({ reference }) => ({
      title: 'Refund sent',
      description: `Order ${reference}. It is marked as refunded once it goes through.`,
    }),
  })
