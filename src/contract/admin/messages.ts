/** The log of what the store told people: every email and text, what became of it, and sending it again. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, matching, OrderId, PaymentRequestToken, PlainText } from '#contract/values.ts'

export const MESSAGE_KINDS = {
  order_confirmation: 'Order confirmation',
  leads_delivered: 'Leads delivered',
  order_refunded: 'Refund notice',
  claims_answered: 'Claim update',
  money_returned: 'Money returned',
  credit_late: 'Credit for late delivery',
  credit_returning: 'Returning customer credit',
  credit_granted: 'Store credit',
  credit_code: 'Store credit code',
  desk_code: 'Code for a buyer’s orders',
  desk_key_made: 'Buyer’s API key created',
  webhook_added: 'Webhook added',
  webhook_off: 'Webhook turned off',
  restock_confirmation: 'Restock request to confirm',
  back_in_stock: 'Back in stock',
  cash_app_instructions: 'How to pay by Cash App',
  cash_app_closed: 'Cash App order canceled',
  cash_app_withdrawn: 'Cash App order withdrawn',
  payment_request: 'Payment request',
  payment_reminder: 'Payment reminder',
  new_link_asked: 'Customer asked for a new link',
  buyer_verification: 'Buyer’s address confirmation',
  pay_report: 'Pay report',
  low_stock: 'Low stock',
  opt_out_notice: 'Property removal notice',
  opt_out_receipt: 'Opt-out receipt',
  opt_out_confirmation: 'Opt-out confirmation',
  opt_out_alarm: 'Unusually many opt-outs',
  delivery_warning: 'Delivery warning',
  member_invited: 'Invitation to the team',
  email_confirmation: 'Member’s address confirmation',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  second_factor_removed: 'Two-step sign-in turned off',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  key_made: 'API key created',
  email_changed: 'Address changed',
  connection_changed: 'Connection changed',
} as const
export type LoggedKind = keyof typeof MESSAGE_KINDS
export const LoggedKind = z.enum(Object.keys(MESSAGE_KINDS) as [LoggedKind, ...LoggedKind[]])

/** `stopped`: a text that was not sent, because the owner of the number wants none. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'stopped'] as const
export const MessageState = z.enum(MESSAGE_STATES)
export type MessageState = z.infer<typeof MessageState>

export const MESSAGES_PAGE = 50
export const RESENDS_MAX = 20

export const TextState = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed'])

const MessageId = matching(/^[\w.-]{3,250}$/)

export const LoggedMessage = z.object({
  id: z.string(),
  kind: z.string(),
  /** In words, even for a kind that only a newer node knows. */
  kindName: z.string(),
  channel: z.enum(['email', 'sms']),
  /** An address, or a number as E.164; null before the first try, and once the order's contact was forgotten. */
  to: z.nullable(z.string()),
  about: z.nullable(z.string()),
  orderId: z.nullable(OrderId),
  requestToken: z.nullable(PaymentRequestToken),
  state: MessageState,
  /** For a text that was sent; null for an email, because no one reports its delivery. */
  textState: z.nullable(TextState),
  /** Failed because what it was about had ended, so nothing was sent and no one has to act. */
  isOver: z.boolean(),
  isDismissed: z.boolean(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  resentFrom: z.nullable(z.string()),
  /** What `resendMessage` would do: send it again, retry the same message, or refuse. */
  again: z.enum(['resend', 'retry', 'refused']),
})
export type LoggedMessage = z.infer<typeof LoggedMessage>

export const listMessages = defineEndpoint('admin', 'GET', '/api/admin/messages', {
  key: 'read',
  summary: 'Messages to buyers, customers and members, newest first; by state, kind, address, number or reference.',
  query: z.object({
    state: z.optional(MessageState),
    kind: z.optional(LoggedKind),
    search: z.optional(PlainText(254)),
    cursor: z.optional(PlainText(500)),
  }),
  reply: z.array(LoggedMessage),
  isPaged: true,
})

const params = z.object({ messageId: MessageId })

export const resendMessage = defineEndpoint('admin', 'POST', '/api/admin/messages/:messageId/resend', {
  key: 'write',
  summary:
    'Sends a sent message again as a new one, retries a failed one, and sends a waiting one now. The same attempt does it once.',
  params,
  body: z.object({ attemptId: AttemptId }),
  reply: LoggedMessage,
  /** `message_not_resendable` carries `details: { why }`. */
  refusals: [
    'message_unknown',
    'message_not_resendable',
    'too_many_resends',
    'payment_request_expired',
    'payment_request_paid',
  ],
})

export const dismissMessage = defineEndpoint('admin', 'POST', '/api/admin/messages/:messageId/dismiss', {
  key: 'write',
  summary: 'Dismisses a failed message, so that it needs no attention anymore. Repeating it changes nothing.',
  params,
  reply: LoggedMessage,
  refusals: ['message_unknown'],
})

export const sendHeldMessages = defineEndpoint('admin', 'POST', '/api/admin/held-messages/send', {
  key: 'write',
  summary: 'Sends the messages that waited when a backup was restored, held because they may have been sent before.',
  reply: z.object({ sent: z.int() }),
})
