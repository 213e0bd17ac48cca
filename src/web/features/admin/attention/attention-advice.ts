/** What administrators do about waiting things. Separate from their names, which every page of the dashboard loads. */
import type { AttentionKind } from '#contract/admin/attention.ts'

/** What to do about a kind, and the words of the link to where it is done. */
export const ATTENTION_ADVICE: Readonly<Record<AttentionKind, { advice: string; action: string }>> = {
  cash_app: {
    advice: 'Check Cash App for the money, then verify or reject the order. Orders you don’t verify expire.',
    action: 'Open the Cash App queue',
  },
  cash_app_links: {
    advice: 'Check Cash App for the money, then mark the payment request as paid before its link expires.',
    action: 'Show these links',
  },
  fulfilment: {
    advice: 'We promise buyers their leads within 24 hours of payment. The most urgent come first.',
    action: 'Open Fulfillment',
  },
  shortfalls: {
    advice: 'Owners opted out before delivery, and no other leads were left. Make it up to the buyer.',
    action: 'Open Fulfillment',
  },
  claims: {
    advice: 'A buyer says a lead is bad. If you don’t answer within two days, the claim is granted.',
    action: 'Answer claims',
  },
  disputes: {
    advice: 'A buyer’s bank is asking for evidence. If you don’t answer in time, you lose the money.',
    action: 'Answer disputes',
  },
  unknown_payments: {
    advice:
      'Paid at the card provider, but a restore lost the order. Refund it, or enter the order again with the buyer and mark it as settled.',
    action: 'Review refunds',
  },
  refunds: {
    advice: 'The card provider hasn’t accepted it yet. We keep retrying. See why it fails.',
    action: 'Review refunds',
  },
  links: {
    advice: 'A call may still save the sale. When a link expires, its packages go back on sale.',
    action: 'Show these links',
  },
  messages: {
    advice: 'Someone is waiting for this message. Try again, or fix the address or number and set it aside.',
    action: 'Open the message log',
  },
  held_messages: {
    advice:
      'They were waiting when the backup was restored, and may have been sent before. Send them all, or open the log and send some again.',
    action: 'Open the message log',
  },
  jobs: {
    advice: 'The store stopped trying. Fix the cause and run it again, or drop it.',
    action: 'Review jobs',
  },
  disk: {
    advice: 'When it is full, the store cannot sell. The runbook says what to do: docs/runbooks/alerts.md.',
    action: 'Review jobs',
  },
  backups: {
    advice: 'Until it is fixed, a lost disk may cost orders. The runbook says what to do: docs/runbooks/backups.md.',
    action: 'Review jobs',
  },
  log: {
    advice: 'Buyers get no new proofs until it is fixed. The runbook says what to do: docs/runbooks/log.md.',
    action: 'Review jobs',
  },
  low_stock: {
    advice: 'Stock that fell to 10 packages or fewer. Restock before it sells out.',
    action: 'Restock',
  },
}
