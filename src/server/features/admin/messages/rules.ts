import type { LoggedMessage } from '#contract/admin/messages.ts'
import type { MessageKind } from '#server/features/messages/message-composer.ts'

type Policy = { may: 'again' | 'retry' | 'never'; why?: string }

/** Repeating it does no harm, because it is composed again from what is true now. */
const AGAIN: Policy = { may: 'again' }
/**
 * It has a secret link. One that never arrived may be retried with a new secret. One that arrived may not be repeated,
 * because each email is one more place that opens the door.
 */
const retry = (why: string): Policy => ({ may: 'retry', why })
/** It is about a moment that has passed, or people can request it again within a minute. */
const never = (why: string): Policy => ({ may: 'never', why })
const WARNING = never('It warns of one moment. A second one would look like a second change.')

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
  opt_out_notice: retry('It names an address that the store forgot when the mail went out.'),
  opt_out_receipt: retry('The store forgot whose receipt it was when the mail went out.'),
  opt_out_confirmation: never('It carries a secret link for a day. Whoever needs it names the property again.'),
  opt_out_alarm: AGAIN,
  delivery_warning: AGAIN,
  claims_answered: AGAIN,
  credit_late: AGAIN,
  credit_returning: AGAIN,
  credit_granted: AGAIN,
  credit_code: never('It contains a code that lasts 15 minutes. The buyer can request a new one.'),
  desk_code: never('It contains a code that lasts 30 minutes. The buyer can request a new one.'),
  desk_key_made: WARNING,
  webhook_added: WARNING,
  webhook_off: AGAIN,
  restock_confirmation: never('It carries a secret link. Whoever needs it asks again on the package’s page.'),
  back_in_stock: never('It is about units that were available then. The next restock sends the next.'),
  leads_delivered: retry('It carries a secret link. Send the delivery again from its order, which makes a new link.'),
  buyer_verification: never('The link that it carried is now in the email that confirms a first order.'),
  member_invited: retry('It carries a secret link. Send a new invitation from Sales Team.'),
  email_confirmation: retry('It carries a secret link. The member asks for a new one in My Profile.'),
  password_reset: never('It contains a secret link that lasts 30 minutes. The member can request a new one.'),
  password_changed: WARNING,
  second_factor_removed: WARNING,
  passkey_added: WARNING,
  passkey_removed: WARNING,
  key_made: WARNING,
  email_changed: WARNING,
  connection_changed: WARNING,
}

/** A kind that only a newer node knows. */
const UNKNOWN = never('This part of the store does not know this kind of message yet.')
const policyOf = (kind: string): Policy => POLICIES[kind as MessageKind] ?? UNKNOWN

/** What can be done with a message in its state; a waiting message can always be hurried. */
export function againOf(message: { kind: string; state: LoggedMessage['state'] }): LoggedMessage['again'] {
  const { may } = policyOf(message.kind)
  if (message.state === 'waiting') return 'retry'
  // Stopped: its owner may have sent START in the meantime; if not, it is stopped again.
  if (message.state === 'failed' || message.state === 'stopped') return may === 'never' ? 'refused' : 'retry'
  return may === 'again' ? 'resend' : 'refused'
}

/** Why a message of this kind may not be sent again. */
export const whyNot = (kind: string): string | undefined => policyOf(kind).why

/** Reads an order reference however it was typed: `LY-7K3M9QXD`, `ly 7k3m9qxd`, `7K3M9QXD`. */
export function referenceOf(search: string): string | null {
  const [, letters] = /^(?:LY[-\s]?)?([0-9A-Z]{8})$/.exec(search.trim().toUpperCase()) ?? []
  return letters ? `LY-${letters}` : null
}
