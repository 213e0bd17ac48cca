import { useMutation } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { sendInvoice } from '#contract/links/payment-requests.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { queryClient } from '#web/lib/query.ts'
import { contactInfo, orderLines } from '#web/lib/stated-order.ts'
import { showToast } from '#web/ui/toast.ts'
import { clearDraft, type InvoiceDraft, recordUnanswered, separateDraft } from './invoice-draft.ts'
import { contentOf, isEarlierSend } from './sent-panel.tsx'

interface Invoice {
  draft: InvoiceDraft
  lines: readonly CartLine[]
  /** Dollars the rep saw, or agreed to since. */
  total: number | string
}

/** The result of a press of Send. */
export interface SentInvoice {
  request: PaymentRequest
  /** The invoice went out on an earlier press, whose reply was lost; later changes were not sent. */
  isEarlier: boolean
}

/**
 * What a new request changes: the lists that show it, the counts, the customers, the stock it holds. The page handles
 * the cart.
 */
const TOUCHED_PATHS = [
  '/api/sales/payment-requests',
  '/api/sales/statistics',
  '/api/sales/customers',
  '/api/sales/customers/:customerId',
  '/api/customers/all',
]

/**
 * Turns the cart into a payment request and emails its link. The follow-up is here rather than in the form, because the
 * rep may have left the form before the reply came.
 *
 * @param onCartChanged called when the cart must be reloaded
 */
export function useSendInvoice(memberId: string, onCartChanged: () => void) {
  return useMutation<SentInvoice, ApiError, Invoice>({
    mutationFn: async ({ draft, lines, total }) => {
      const body = invoiceBody(draft, lines, total)
      const request = await callApi<typeof sendInvoice>('POST', '/api/send-invoice', { body })
      return { request, isEarlier: isEarlierSend(draft.unanswered, contentOf(draft, lines), request) }
    },
    onSuccess: async ({ isEarlier }) => {
      if (isEarlier) {
        separateDraft(memberId)
        showToast({ title: 'Already sent', description: 'Your changes since then were not sent. We kept them.' })
      } else {
        clearDraft(memberId)
        showToast({ title: 'Invoice Sent', description: 'Payment request has been sent to the customer via email.' })
      }
      await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
    },
    onError: (error, { draft, lines }) => {
      if (isUnanswered(error)) recordUnanswered(memberId, contentOf(draft, lines))
      if (error.code !== 'amount_changed')
        showToast({ title: 'Email Failed', description: 'Failed to send email invoice', tone: 'danger' })
    },
    onSettled: onCartChanged,
  })
}

/** Whether the invoice may have gone out anyway: no reply came, or one that is not the store's. */
export function isUnanswered({ code }: ApiError): boolean {
  return code === 'unreachable' || code === 'unreadable'
}

/** The form and the cart in wire format, without empty fields. */
export function invoiceBody(draft: InvoiceDraft, lines: readonly CartLine[], total: number | string) {
  return {
    contactInfo: contactInfo(draft),
    cartItems: orderLines(lines),
    total,
    ...(draft.specialOffers.trim() ? { specialOffers: draft.specialOffers.trim() } : {}),
    attemptId: draft.attemptId,
    isReminderOn: draft.isReminderOn,
  }
}
