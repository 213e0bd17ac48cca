/** Checks that both gateways make before an email leaves, so the sandbox refuses what a mail server would. */
import type { Attachment, Email } from './email-gateway.ts'

/** An email whose parts cannot smuggle in a header or a second recipient. */
export interface SendableEmail {
  /** In angle brackets, as in the header. */
  messageId: string
  from: { name: string; address: string }
  to: { name: ''; address: string }
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
  unsubscribeUrl: string | null
}

/** Servers accept 10 to 25 MB, and encoding makes a file a third larger. */
export const ATTACHED_BYTES_MAX = 7_000_000
const ATTACHMENTS_MAX = 10
const ATTACHMENT_NAME_MAX = 150

// Deliberately narrower than RFC 5322: no quotes, comments, groups or lists. Hardly anyone has such an address.
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/
const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/
const MESSAGE_ID = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/

/** No spaces, quotes, commas or brackets, which separate addresses in `List-Unsubscribe`. */
const WEB_ADDRESS = /^https?:\/\/[\w.:/~%?&=#-]{1,500}$/

const TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/

const hasControlCharacters = (text: string): boolean => [...text].some((letter) => letter < ' ' || letter === '\u007f')

/** A file's name and type go into their own headers. */
function requireAttachable(attachments: readonly Attachment[]): readonly Attachment[] {
  for (const { name, type } of attachments) {
    const isName =
      name !== '' && name.length <= ATTACHMENT_NAME_MAX && !/[/\\"]/.test(name) && !hasControlCharacters(name)
    if (!isName) throw new Error("The mail's attachment has no usable name.")
    if (!TYPE.test(type)) throw new Error("The mail's attachment has no type of the form a/b.")
  }
  const bytes = attachments.reduce((sum, attachment) => sum + attachment.bytes.byteLength, 0)
  if (attachments.length > ATTACHMENTS_MAX || bytes > ATTACHED_BYTES_MAX) {
    throw new Error("The mail's attachments are more than a mail server takes.")
  }
  return attachments
}

/**
 * Checks an email's headers and attachments.
 *
 * @throws Error naming the part, never its content, which may be personal and the message is logged
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
  const { unsubscribeUrl = null } = email
  if (unsubscribeUrl !== null && !WEB_ADDRESS.test(unsubscribeUrl)) {
    throw new Error("The mail's unsubscribeUrl is not a plain web address.")
  }
  return {
    messageId: `<${email.messageId}>`,
    from,
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: requireAttachable(email.attachments ?? []),
    unsubscribeUrl,
  }
}
