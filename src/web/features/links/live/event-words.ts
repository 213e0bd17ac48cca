import type { RequestEvent } from '#contract/links/request-events.ts'
import { formatDollars } from '#web/lib/format.ts'
import { declinedWords } from '#web/lib/payment-request-words.ts'

/** `Ada Oak paid $638.00`: what happened, in one line. */
export function eventWords({ kind, customerName, total, detail }: RequestEvent): string {
  switch (kind) {
    case 'opened':
      return `${customerName} opened the link for ${formatDollars(total)}`
    case 'cash_app':
      return `${customerName} is paying ${formatDollars(total)} with Cash App`
    case 'declined':
      return `${customerName}: ${declinedWords(detail)}`
    case 'new_link_asked':
      return `${customerName} asked for a new link`
    case 'paid':
      return `${customerName} paid ${formatDollars(total)}`
    case 'delivered':
      return `${customerName}’s leads were delivered`
    case 'expired':
      return `${customerName}’s link for ${formatDollars(total)} expired`
  }
}
