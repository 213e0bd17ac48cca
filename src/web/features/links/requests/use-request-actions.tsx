import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { mailPaymentRequest, setReminder } from '#contract/links/payment-requests.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { followRequests } from './request-data.ts'

const onError = (error: ApiError) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' })

/** Emails a live link again. */
export function useMailAgain() {
  return useMutation<PaymentRequest, ApiError, PaymentRequest>({
    mutationFn: ({ id }) =>
      callApi(mailPaymentRequest, {
        params: { paymentRequestId: id },
      }),
    onSuccess: ({ customerEmail }) =>
      showToast({ title: 'Email on its way', description: `The link goes to ${customerEmail} again.` }),
    onError,
    onSettled: followRequests,
  })
}

/** The same as a button. `about` names the request to screen readers in a list. */
export function MailAgainButton({ request, about }: { request: PaymentRequest; about?: string }) {
  const { isPending, mutate } = useMailAgain()
  return (
    <Button size="small" aria-disabled={isPending || undefined} onClick={() => !isPending && mutate(request)}>
      <Send size={16} aria-hidden="true" />
      <span>
        {isPending ? 'Sending…' : 'Email again'}
        {about && <span className="sr-only"> {about}</span>}
      </span>
    </Button>
  )
}

/** Turns the reminder before a link expires on or off. */
export function useSetReminder() {
  return useMutation<PaymentRequest, ApiError, { request: PaymentRequest; isReminderOn: boolean }>({
    mutationFn: ({ request, isReminderOn }) =>
      callApi(setReminder, {
        params: { paymentRequestId: request.id },
        body: { isReminderOn },
      }),
    onSuccess: ({ customerEmail }, { isReminderOn }) =>
      showToast(
        isReminderOn
          ? { title: 'Reminder on', description: `${customerEmail} gets a reminder before the link expires.` }
          : { title: 'Reminder off', description: 'We will not send a reminder for this link.' },
      ),
    onError,
    onSettled: followRequests,
  })
}
