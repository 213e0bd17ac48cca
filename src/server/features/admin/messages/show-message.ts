import { type LoggedMessage, MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { OrderId, PaymentRequestToken } from '#contract/values.ts'
import type { LoggedRow } from './queries.ts'
import { againOf } from './rules.ts'

/** Describes a kind; one unknown to this node keeps its name, in readable form. */
export const kindName = (kind: string): string =>
  (MESSAGE_KINDS as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ')

/** Describes a message's subject; null if that no longer exists. */
export function aboutOf(row: Pick<LoggedRow, 'reference' | 'username'>): string | null {
  return row.reference ? `Order ${row.reference}` : row.username
}

/** Formats a message for the log. */
export function showMessage(row: LoggedRow): LoggedMessage {
  return {
    id: row.message_id,
    kind: row.kind,
    kindName: kindName(row.kind),
    channel: row.channel,
    to: row.sent_to,
    about: aboutOf(row),
    orderId: row.order_id as OrderId | null,
    requestToken: row.request_token as PaymentRequestToken | null,
    state: row.state,
    textState: row.provider_state,
    isOver: row.state === 'failed' && row.attempts === 0,
    isDismissed: row.dismissed_at !== null,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    resentFrom: row.resent_from,
    again: againOf(row),
  }
}
