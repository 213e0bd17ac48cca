/** What both gateways insist on before a mail leaves, so that the sandbox refuses what a mail server would. */
import type { Email } from './email-gateway.ts'

/** A mail whose parts cannot smuggle a header or a second recipient. */
export interface SendableEmail {
  /** In angle brackets, as the header wants it. */
  messageId: string
  from: { name: string; address: string }
  to: { name: ''; address: string }
  subject: string
  text: string
  html: string
}

// Deliberately narrower than RFC 5322: no quotes, comments, groups or lists. Whoever has such an address would be new.
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/
const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/
const MESSAGE_ID = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/

const hasControlCharacters = (text: string): boolean => [...text].some((letter) => letter < ' ' || letter === '\u007f')

/**
 * Checks a mail's headers.
 *
 * @throws Error naming the part, never its content: it may be personal and the message goes to the log
 */
export function requireSendable(email: Email): SendableEmail {
  for (const part of ['messageId', 'from', 'to', 'subject'] as const) {
    if (hasControlCharacters(email[part])) throw new Error(`The mail's ${part} holds a line break or another control.`)
  }
  if (!MESSAGE_ID.test(email.messageId)) throw new Error("The mail's messageId is not of the form name@host.")
  if (!ADDRESS.test(email.to)) throw new Error("The mail's to is not exactly one plain address.")
  const named = NAMED.exec(email.from)?.groups
  const from = { name: named?.name?.trim().replace(/^"(.*)"$/, '$1') ?? '', address: named?.address ?? email.from }
  if (!ADDRESS.test(from.address)) throw new Error("The mail's from is not one address.")
  return {
    messageId: `<${email.messageId}>`,
    from,
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
  }
}
