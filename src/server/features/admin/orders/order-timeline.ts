/** Builds an order's history from what each feature recorded anyway. */

import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { isDecided } from '#contract/payments/disputes.ts'
import type { Cents } from '#contract/values.ts'
import type { OrderFile } from './order-file.ts'

type Kind = AdminOrder['timeline'][number]['kind']

interface Told {
  at: Date
  kind: Kind
  detail: string | null
}

/** How a message's end is described, by its channel. */
const TOLD_BY = {
  email: { sent: 'mail_handed_over', failed: 'mail_failed' },
  sms: { sent: 'text_handed_over', failed: 'text_failed' },
} as const satisfies Record<string, Record<'sent' | 'failed', Kind>>

const money = (cents: number): string => `$${dollarTextFromCents(cents as Cents)}`

/** The events in the order's own row: placed, paid, or ended unpaid. */
function tellOwn({ order, names }: OrderFile): Told[] {
  const by = order.decided_by === null ? null : (names.get(order.decided_by) ?? null)
  const story: Told[] = [{ at: order.created_at, kind: 'placed', detail: money(order.total_cents) }]
  if (order.paid_at) {
    const isSeen = order.payment_method === 'cash_app'
    const credit = order.credit_cents > 0 ? `, including ${money(order.credit_cents)} of store credit` : ''
    story.push({
      at: order.paid_at,
      kind: isSeen ? 'verified' : 'paid',
      detail: isSeen ? by : `${money(order.total_cents)}${credit}`,
    })
  }
  if (order.state === 'cancelled' && order.closed_at) {
    story.push({ at: order.closed_at, kind: order.close_reason ?? 'cancelled', detail: by })
  }
  return story
}

function tellDisputes({ disputes, names }: OrderFile): Told[] {
  return disputes.flatMap((row) => [
    { at: row.opened_at, kind: 'disputed' as const, detail: `${money(row.amount_cents)}, ${row.reason}` },
    ...(row.submitted_at
      ? [
          {
            at: row.submitted_at,
            kind: 'evidence_submitted' as const,
            detail: row.submitted_by && (names.get(row.submitted_by) ?? null),
          },
        ]
      : []),
    ...(row.closed_at && isDecided(row.status)
      ? [{ at: row.closed_at, kind: 'dispute_closed' as const, detail: row.status }]
      : []),
  ])
}

/** Returns the history of an order, oldest first. */
export function orderTimeline(file: OrderFile): AdminOrder['timeline'] {
  const { payment, refunds, request, messages, names } = file
  const story: Told[] = [
    ...tellOwn(file),
    ...(request ? [{ at: request.created_at, kind: 'link_sent' as const, detail: null }] : []),
    ...(request?.opened_at ? [{ at: request.opened_at, kind: 'link_opened' as const, detail: null }] : []),
    ...(payment?.declines ?? []).map(({ at, reason }) => ({
      at: new Date(at),
      kind: 'declined' as const,
      detail: reason,
    })),
    ...refunds.flatMap((row) => [
      {
        at: row.created_at,
        kind: 'refund_decided' as const,
        detail: [money(row.amount_cents + row.credit_cents), row.decided_by && names.get(row.decided_by)]
          .filter(Boolean)
          .join(', '),
      },
      ...(row.made_at && row.state === 'made' && !row.is_by_hand && row.amount_cents > 0
        ? [{ at: row.made_at, kind: 'refund_made' as const, detail: money(row.amount_cents) }]
        : []),
    ]),
    ...messages.flatMap(({ state, channel, sent_at: sentAt, created_at: createdAt, kind }): Told[] =>
      state === 'waiting'
        ? []
        : [{ at: sentAt ?? createdAt, kind: TOLD_BY[channel][state === 'sent' ? 'sent' : 'failed'], detail: kind }],
    ),
    ...tellDisputes(file),
  ]
  return story
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail }))
}
