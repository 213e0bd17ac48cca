/** Sends email through a mail server. */

/** A file attached to an email. */
export interface Attachment {
  /** As the reader sees it, with its extension and without a path. */
  name: string
  /** Such as `application/pdf`. */
  type: string
  bytes: Uint8Array
}

export interface Email {
  /** Without brackets, such as `order_confirmation.ord_…@leadyard`; the same at every try, so a server can drop duplicates. */
  messageId: string
  from: string
  /** Exactly one recipient. */
  to: string
  subject: string
  text: string
  html: string
  /** Together at most `ATTACHED_BYTES_MAX`. */
  attachments?: readonly Attachment[]
  /**
   * Where one POST without a body ends emails of this kind to this recipient, for the button that mail programs show
   * (RFC 8058, `List-Unsubscribe-Post`). Some programs open it in a browser instead.
   */
  unsubscribeUrl?: string
}

/** The mail server will never take an email for this recipient: there is no such account, or it wants none. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
}

export interface EmailGateway {
  /**
   * Resolves once the mail server has accepted the email.
   *
   * @throws RecipientRefused if no retry can succeed
   * @throws Error if it did not accept it, or it is unknown whether it did
   */
  send(email: Email): Promise<void>
  /**
   * Deletes up to `rowsMax` emails from before an instant that the gateway itself stores; a real mail server stores
   * none here.
   */
  forgetMails(before: Date, rowsMax: number): Promise<number>
  close(): Promise<void>
}

/* Checks that both gateways make before an email leaves, so the sandbox refuses what a mail server would. */

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
const ATTACHED_BYTES_MAX = 7_000_000
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

/** The part of a mailbox that this gateway needs. The sandbox's mailbox fits it, and neither imports the other. */
interface Mailbox {
  accept(message: Email): Promise<void>
  forget(before: Date, rowsMax: number): Promise<number>
}

/** Sends email to a page of the sandbox mailbox, so the whole store runs without a mail server. */
export function createSandboxEmail(mailbox: Mailbox): EmailGateway {
  return {
    async send(email) {
      requireSendable(email)
      await mailbox.accept(email)
    },
    forgetMails: (before, rowsMax) => mailbox.forget(before, rowsMax),
    close: async () => {},
  }
}
