/** Decides which messages may be sent again, and why others may not. */
import type { LoggedMessage } from '#contract/admin/messages.ts'
import type { MessageKind } from '#server/features/messages/message-composer.ts'

/**
 * `again`: repeating it does no harm, because it is composed again from what is true now. `retry`: it has a secret
 * link. One that never arrived may be retried with a new secret. One that arrived may not be repeated, because each
 * email is one more place that opens the door. `never`: it is about a moment that has passed, or people can request it
 * again within a minute.
 */
type Policy = { may: 'again' } | { may: 'retry' | 'never'; why: string }

const AGAIN: Policy = { may: 'again' }

const POLICIES: Readonly<Record<MessageKind, Policy>> = {
  order_confirmation: AGAIN,
  order_refunded: AGAIN,
  money_returned: AGAIN,
  cash_app_instructions: AGAIN,
  cash_app_closed: AGAIN,
  cash_app_withdrawn: AGAIN,
  payment_request: AGAIN,
  payment_reminder: AGAIN,
  new_link_asked: AGAIN,
  pay_report: AGAIN,
  low_stock: AGAIN,
  opt_out_notice: { may: 'retry', why: 'It names an address that the store forgot when the mail went out.' },
  opt_out_receipt: { may: 'retry', why: 'The store forgot whose receipt it was when the mail went out.' },
  opt_out_confirmation: {
    may: 'never',
    why: 'It carries a secret link for a day. Whoever needs it names the property again.',
  },
  opt_out_alarm: AGAIN,
  delivery_warning: AGAIN,
  claims_answered: AGAIN,
  credit_late: AGAIN,
  credit_returning: AGAIN,
  credit_granted: AGAIN,
  credit_code: { may: 'never', why: 'It contains a code that lasts 15 minutes. The buyer can request a new one.' },
  desk_code: { may: 'never', why: 'It contains a code that lasts 30 minutes. The buyer can request a new one.' },
  desk_key_made: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  webhook_added: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  webhook_off: AGAIN,
  restock_confirmation: {
    may: 'never',
    why: 'It carries a secret link. Whoever needs it asks again on the package’s page.',
  },
  back_in_stock: { may: 'never', why: 'It is about units that were available then. The next restock sends the next.' },
  leads_delivered: {
    may: 'retry',
    why: 'It carries a secret link. Send the delivery again from its order, which makes a new link.',
  },
  buyer_verification: {
    may: 'retry',
    why: 'It contains a secret link that was sent once. The order does not depend on it.',
  },
  member_invited: { may: 'retry', why: 'It carries a secret link. Send a new invitation from Sales Team.' },
  email_confirmation: { may: 'retry', why: 'It carries a secret link. The member asks for a new one in My Profile.' },
  password_reset: {
    may: 'never',
    why: 'It contains a secret link that lasts 30 minutes. The member can request a new one.',
  },
  password_changed: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  second_factor_removed: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  passkey_added: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  passkey_removed: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  key_made: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
  email_changed: { may: 'never', why: 'It warns of one moment. A second one would look like a second change.' },
}

/** A kind that only a newer node knows. */
const UNKNOWN: Policy = { may: 'never', why: 'This part of the store does not know this kind of message yet.' }

const policyOf = (kind: string): Policy => POLICIES[kind as MessageKind] ?? UNKNOWN

/** What can be done with a message in its state; a waiting message can always be hurried. */
export function againOf(message: { kind: string; state: LoggedMessage['state'] }): LoggedMessage['again'] {
  const { may } = policyOf(message.kind)
  if (message.state === 'waiting') return 'retry'
  // Stopped: its owner may have sent START in the meantime; if not, it is stopped again.
  if (message.state === 'failed' || message.state === 'stopped') return may === 'never' ? 'refused' : 'retry'
  return may === 'again' ? 'resend' : 'refused'
}

/** Explains why not. */
export function whyNot(kind: string): string | undefined {
  const policy = policyOf(kind)
  return policy.may === 'again' ? undefined : policy.why
}

/** Reads an order reference however it was typed: `LY-7K3M9QXD`, `ly 7k3m9qxd`, `7K3M9QXD`. */
export function referenceOf(search: string): string | null {
  const [, letters] = /^(?:LY[-\s]?)?([0-9A-Z]{8})$/.exec(search.trim().toUpperCase()) ?? []
  return letters ? `LY-${letters}` : null
}
