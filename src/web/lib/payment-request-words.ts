/** Words for the events of payment requests in lists, customers, invoices, the palette, and how their links are sent. */
import { MessageSquare, Share2 } from 'lucide-react'
import type {
  ExpiredReason,
  PaymentRequest,
  TimelineEntry,
  TimelineKind,
} from '#contract/links/payment-request-values.ts'
import { cashAppHandle } from '#contract/payments/cash-app-link.ts'
import { DECLINED } from '#contract/payments/decline-reasons.ts'
import type { MenuAction } from '#web/ui/action-menu.tsx'
import { callHref } from '#web/ui/phone-link.tsx'
import { useStoreConfig } from './use-store-config.ts'

/** Asks whether the money of an order came in Cash App: `Did $428.00 arrive in $leadyard with the note LY-DZVY2V6M?` */
export function useArrivalQuestion(amount: string, reference: string): string {
  const handle = useStoreConfig().data?.cashApp?.handle
  return `Did ${amount} arrive${handle ? ` in ${cashAppHandle(handle)}` : ''} with the note ${reference}?`
}

/** Why an expired request's link no longer works. */
export const EXPIRED_REASONS: Readonly<Record<ExpiredReason, string>> = {
  time: 'Not paid within 24 hours',
  replaced: 'Replaced by a new link',
  voided: 'Canceled',
  declined: 'Closed after 10 declined cards',
}

const TIMELINE_WORDS: Readonly<Record<TimelineKind, string>> = {
  customer_added: 'Added to the database',
  sent: 'Payment link sent',
  mail_handed_over: 'Link emailed',
  mail_failed: 'Email failed',
  opened: 'Link opened',
  cash_app_chosen: 'Customer chose Cash App',
  declined: 'Card declined',
  reminded: 'Reminder emailed',
  new_link_asked: 'Customer asked for a new link',
  paid: 'Paid',
  marked_paid: 'Marked as paid',
  refunded: 'Refunded',
  replaced: 'Replaced by a new link',
  voided: 'Canceled',
  closed: 'Closed after 10 declined cards',
  expired: 'Expired unpaid',
}

/** `Card declined: Your card has insufficient funds.`, or `Card declined` if no more is known. */
export function declinedWords(reason: string | null): string {
  // If the bank gave no reason, there is nothing to add.
  const hasReason = reason !== null && reason !== DECLINED
  return hasReason ? `${TIMELINE_WORDS.declined}: ${reason}` : TIMELINE_WORDS.declined
}

/** `Card declined: Your card has insufficient funds.`; who did it is shown next to it. */
export function timelineWords({ kind, detail }: Pick<TimelineEntry, 'kind' | 'detail'>): string {
  if (kind === 'declined') return declinedWords(detail)
  if (kind === 'mail_failed' && detail) return `${TIMELINE_WORDS.mail_failed}: ${mailErrorWords(detail)}`
  return detail ? `${TIMELINE_WORDS[kind]}: ${detail}` : TIMELINE_WORDS[kind]
}

/** A mail server's reply, without the prefix that programs add. */
export const mailErrorWords = (error: string): string => error.replace(/^Error: /, '')

/** The address a customer pays at: this site and the request's secret. */
export const paymentLink = (token: string): string => `${location.origin}/payment/${token}`

/** Sends a link from the rep's own device. */
export function sharesOf({ reference, token, customerPhone }: PaymentRequest): MenuAction[] {
  const url = paymentLink(token)
  // Its promise fails if the share sheet is closed, which is no error.
  const share = () => navigator.share({ title: `Invoice ${reference}`, url }).catch(() => {})
  // iOS wants the `&`, Android the `?`.
  const text = () => location.assign(`${callHref(customerPhone ?? '', 'sms')}?&body=${encodeURIComponent(url)}`)
  return [
    ...('share' in navigator ? [{ label: 'Share link', icon: Share2, onChoose: share }] : []),
    ...(customerPhone ? [{ label: 'Text link', icon: MessageSquare, onChoose: text }] : []),
  ]
}

/** The invoice page of a request, for the rep. */
export const invoicePath = (token: string): string => `/invoice/${token}`
