import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { sendInvoice } from '#contract/links/payment-requests.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { likelyEmail } from '#web/lib/mistyped-email.tsx'
import { contactInfo, orderLines } from '#web/lib/stated-order.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { followRequests } from '../requests/request-data.ts'
import * as invoiceDraft from './invoice-draft.ts'

/** An invoice that went out; `isEarlier`: on an earlier press, whose reply was lost, so later changes were not sent. */
type SentInvoice = { request: PaymentRequest; isEarlier: boolean }
type Sending = { draft: invoiceDraft.InvoiceDraft; lines: readonly CartLine[]; total: number | string }

export const SENT = { title: 'Invoice Sent', description: 'Payment request has been sent to the customer via email.' }
const ALREADY_SENT = { title: 'Already sent', description: 'Your changes since then were not sent. We kept them.' }

/** Sends the cart as a payment request. It follows up here, since the rep may have left the form before the reply. */
function useSendInvoice(memberId: string, onCartChanged: () => void) {
  return useMutation<SentInvoice, ApiError, Sending>({
    mutationFn: async ({ draft, lines, total }) => {
      const specialOffers = draft.specialOffers.trim()
      const body = {
        contactInfo: contactInfo(draft),
        cartItems: orderLines(lines),
        total,
        ...(specialOffers ? { specialOffers } : {}),
        attemptId: draft.attemptId,
        isReminderOn: draft.isReminderOn,
      }
      const request = await callApi(sendInvoice, { body })
      return {
        request,
        isEarlier: invoiceDraft.isEarlierSend(draft.unanswered, invoiceDraft.contentOf(draft, lines), request),
      }
    },
    onSuccess: async ({ isEarlier }) => {
      if (isEarlier) invoiceDraft.separateDraft(memberId)
      else invoiceDraft.clearDraft(memberId)
      // In the workspace of the sale, a panel says it.
      if (!document.querySelector('[data-sale]')) showToast(isEarlier ? ALREADY_SENT : SENT)
      await followRequests()
    },
    onError: (error, { draft, lines }) => {
      if (isUnanswered(error)) invoiceDraft.recordUnanswered(memberId, invoiceDraft.contentOf(draft, lines))
      if (error.code !== 'amount_changed') showFailure('Email Failed', 'Failed to send email invoice')
    },
    onSettled: onCartChanged,
  })
}

/** Whether the invoice may have gone out anyway: no reply came, or one that is not the store's. */
export const isUnanswered = ({ code }: ApiError): boolean => code === 'unreachable' || code === 'unreadable'

interface InvoiceParts {
  memberId: string
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** Called when the cart became an invoice, and when its prices changed: it must be reloaded. */
  onCartChanged: () => void
  /** Called when something is missing, once the fields say so. */
  onMissing: () => void
}

/** The invoice being made: its draft, what it still needs, and how it is sent. */
export function useInvoice({ memberId, lines, total, onCartChanged, onMissing }: InvoiceParts) {
  const draft = invoiceDraft.useInvoiceDraft(memberId)
  const send = useSendInvoice(memberId, onCartChanged)
  const [sent, setSent] = useState<SentInvoice | null>(null)
  const [checkedId, setCheckedId] = useState('')
  const [insistedOn, setInsistedOn] = useState('')
  // If an invoice went out without a reply, its packages have left the cart: pressing again finds it.
  const missing = invoiceDraft.missingParts(draft, draft.unanswered.length || lines.length)
  const isComplete = missing.length === 0

  const submit = (agreedTotal: number | string = total) => {
    if (send.isPending) return
    // An address that looks mistyped stops the first press: the link would go astray.
    const isDoubtful = likelyEmail(draft.email) !== null && insistedOn !== draft.email
    if (isComplete && !isDoubtful) return send.mutate({ draft, lines, total: agreedTotal }, { onSuccess: setSent })
    if (isComplete) setInsistedOn(draft.email)
    else showFailure('Missing Information', 'Please fill in customer details and add packages to cart.')
    setCheckedId(draft.attemptId)
    requestAnimationFrame(onMissing)
  }
  const change = (part: Parameters<typeof invoiceDraft.changeDraft>[1]) => invoiceDraft.changeDraft(memberId, part)
  const isChecked = checkedId === draft.attemptId
  return { memberId, draft, change, missing, isComplete, isChecked, send, submit, sent, closeSent: () => setSent(null) }
}

export type Invoice = ReturnType<typeof useInvoice>
