import { type DisputeStatus, type Evidence, type ListedDispute, needsResponse } from '#contract/payments/disputes.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

export const DISPUTE_STATUSES: Readonly<Record<DisputeStatus, { name: string; tone: StatusTone }>> = {
  warning_needs_response: { name: 'Inquiry, needs an answer', tone: 'waiting' },
  warning_under_review: { name: 'Inquiry under review', tone: 'plain' },
  warning_closed: { name: 'Inquiry closed', tone: 'done' },
  needs_response: { name: 'Needs an answer', tone: 'waiting' },
  under_review: { name: 'Under review', tone: 'plain' },
  won: { name: 'Won', tone: 'done' },
  lost: { name: 'Lost', tone: 'over' },
}

const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: 'A promised refund never came',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder says they did not buy this',
  general: 'No reason was given',
  product_not_received: 'The leads did not arrive',
  product_unacceptable: 'The leads were not as described',
  subscription_canceled: 'A subscription was canceled',
  unrecognized: 'The cardholder does not recognize the charge',
}

/** The bank's reason in words, or as the bank gives it if unknown. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')

/** Label and hint for each field of the evidence. */
export const EVIDENCE_LABELS: Readonly<Record<keyof Evidence, { label: string; note?: string; isLong?: true }>> = {
  customer_name: { label: 'Customer’s name' },
  customer_email_address: { label: 'Customer’s email' },
  service_date: { label: 'Sale date' },
  product_description: { label: 'What was bought', isLong: true },
  access_activity_log: { label: 'What the customer did and received', isLong: true },
  uncategorized_text: { label: 'Receipt and anything else', note: 'e.g. what they wrote to you', isLong: true },
}

/** What an administrator can do about a dispute now, in a sentence. */
export function nextStep(dispute: Pick<ListedDispute, 'status' | 'submittedAt'>, isOver: boolean): string {
  const { status, submittedAt } = dispute
  if (status === 'won') return 'The bank decided in your favor. The money is yours again.'
  if (status === 'lost')
    return 'The bank decided in the buyer’s favor and returned the money. There is nothing more to do here.'
  if (status === 'warning_closed') return 'The bank closed its inquiry. No money moved.'
  if (submittedAt) return 'The bank has the evidence and decides within a few weeks.'
  if (needsResponse(status) && !isOver)
    return 'Check the evidence below, add what you know, and submit it. The bank accepts it only once.'
  return 'The deadline has passed. The bank decides with what it has.'
}
