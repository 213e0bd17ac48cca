import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { resendPaymentRequest } from '#contract/links/payment-requests.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { BulkDialog } from '#web/lib/bulk-dialog.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { followRequests } from './request-data.ts'
import { isLive } from './request-story.ts'

interface ResendManyProps {
  requests: readonly PaymentRequest[]
  onClose: (left?: readonly PaymentRequest[]) => void
}

/** Asks before several customers get a new link. */
export function ResendMany({ requests, onClose }: ResendManyProps) {
  const live = requests.filter(isOpen)
  const others = requests.length - live.length
  return (
    <BulkDialog
      title={`Send ${formatPlural(live.length, 'new link')}?`}
      rows={requests}
      rowKey={({ id }) => id}
      nameOf={({ customerName, reference }) => `${customerName}, ${reference}`}
      act={resend}
      doneWord="sent"
      confirmLabel={`Send ${formatPlural(live.length, 'new link')}`}
      onSettled={followRequests}
      onClose={onClose}
    >
      <p>
        Each customer gets an email with a new secure link that expires in 24 hours, at the same price. Their old links
        will just say that they were replaced.
      </p>
      {others > 0 && (
        <p>{formatPlural(others, 'request')} of those chosen can no longer be paid and will be left out.</p>
      )}
    </BulkDialog>
  )
}

const isOpen = (request: PaymentRequest): boolean => isLive(request, serverNow())

/** Sends one request again if it is open. Once replaced, it stays so: a second call finds the new link. */
async function resend(request: PaymentRequest): Promise<Outcome> {
  if (request.paidAt) return skipped('already paid')
  if (!isOpen(request)) return skipped('expired')
  try {
    await callApi<typeof resendPaymentRequest>('POST', '/api/sales/payment-requests/:paymentRequestId/resend', {
      params: { paymentRequestId: request.id },
      body: {},
    })
    return DONE
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'payment_request_paid') return skipped('already paid')
    if (code === 'payment_request_being_paid') return skipped('being paid right now')
    throw error
  }
}
