import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { getReportMail, mailPayReport, PayReport, ReportMail } from '#contract/sales/analytics.ts'
import type { AttemptId, UserId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query } from '#web/lib/query.ts'

const STATE_PATH = '/api/admin/users/:userId/pay-report/mails/:attemptId'
/** Emails go out within a second or two, or much later if the mail server needs retries. */
const ASK_MS = 1000
const newAttempt = () => crypto.randomUUID() as string as AttemptId

/**
 * Emails a report and polls until the email was sent or given up. If a reply is lost, pressing again is the same
 * attempt, so one press never sends two emails; after a sent email it is a new one.
 */
export function useReportMail(userId: UserId, { startDate, endDate }: Pick<PayReport, 'startDate' | 'endDate'>) {
  const [attemptId, setAttemptId] = useState(newAttempt)
  const start = useMutation<ReportMail, ApiError, AttemptId>({
    mutationFn: (attempt) =>
      callApi<typeof mailPayReport>('POST', '/api/admin/users/:userId/pay-report/mails', {
        params: { userId },
        body: { startDate, endDate, attemptId: attempt },
      }),
  })
  const state = useQuery({
    ...query<typeof getReportMail>(STATE_PATH, { userId, attemptId }),
    enabled: start.isSuccess,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      !error && (data === undefined || data.state === 'waiting') && ASK_MS,
  })
  const mail = start.isSuccess ? (state.data ?? start.data) : undefined
  const send = () => {
    const isOver = mail !== undefined && mail.state !== 'waiting'
    const attempt = isOver ? newAttempt() : attemptId
    setAttemptId(attempt)
    start.mutate(attempt)
  }
  // Nothing is known about the email then; pressing again asks about the same one.
  const unknown = start.isSuccess && mail?.state === 'waiting' ? state.error : null
  return {
    mail,
    error: start.error,
    unknown,
    isBusy: start.isPending || (mail?.state === 'waiting' && !unknown),
    send,
  }
}
