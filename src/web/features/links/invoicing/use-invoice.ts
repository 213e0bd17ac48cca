import { useState } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeDraft, missingParts, useInvoiceDraft } from './invoice-draft.ts'
import { type SentInvoice, useSendInvoice } from './use-send-invoice.ts'

export interface InvoiceParts {
  /** The signed-in member, whose cart and draft these are. */
  memberId: string
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** Called when the cart became an invoice, and when its prices changed: it must be reloaded. */
  onCartChanged: () => void
}

/** The invoice being made: its draft, what it still needs, and how it is sent. */
export function useInvoice({ memberId, lines, total, onCartChanged }: InvoiceParts) {
  const draft = useInvoiceDraft(memberId)
  const send = useSendInvoice(memberId, onCartChanged)
  const [sent, setSent] = useState<SentInvoice | null>(null)
  // If an invoice went out without a reply, its packages have left the cart: pressing again finds it.
  const mayBeSent = draft.unanswered.length > 0
  const missing = missingParts(draft, mayBeSent ? draft.unanswered.length : lines.length)
  const isComplete = missing.length === 0

  const submit = (agreedTotal: number | string = total) => {
    if (send.isPending) return
    if (!isComplete) {
      showToast({
        title: 'Missing Information',
        description: 'Please fill in customer details and add packages to cart.',
        tone: 'danger',
      })
      return
    }
    send.mutate({ draft, lines, total: agreedTotal }, { onSuccess: setSent })
  }
  return {
    memberId,
    draft,
    change: (change: Parameters<typeof changeDraft>[1]) => changeDraft(memberId, change),
    missing,
    isComplete,
    send,
    submit,
    sent,
    closeSent: () => setSent(null),
  }
}
export type Invoice = ReturnType<typeof useInvoice>
