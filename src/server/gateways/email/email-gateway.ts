import { NoAnswer } from '#server/platform/jobs/outages.ts'

export interface Attachment {
  /** As the reader sees it, with its extension and without a path. */
  name: string
  type: string
  bytes: Uint8Array
}

export interface Email {
  /** Such as `order_confirmation.ord_…@leadyard`; the same at every try, so a server can drop duplicates. */
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** One POST there ends emails of this kind (RFC 8058). Some mail programs open it in a browser instead. */
  unsubscribeUrl?: string
}

/** The mail server will never take an email for this recipient: there is no such account, or it wants none. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
}

export interface EmailGateway {
  /** @throws RecipientRefused if no retry can succeed; Error if it did not accept it, or it is unknown */
  send(email: Email): Promise<void>
  /** Deletes up to `rowsMax` emails from before an instant that the gateway itself stores; a real one stores none. */
  forgetMails(before: Date, rowsMax: number): Promise<number>
  /** Connects and logs in, and sends nothing; absent if there is nothing to connect to. */
  verify?(): Promise<unknown>
  close(): Promise<void>
}

/** For a store without a mail server: its emails wait until there is one. */
export const NO_EMAIL: EmailGateway = {
  async send() {
    throw new NoAnswer('The store has no mail server.')
  },
  forgetMails: async () => 0,
  close: async () => {},
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

function requireAttachable(attachments: readonly Attachment[]): readonly Attachment[] {
  for (const { name, type } of attachments) {
    if (!name || name.length > ATTACHMENT_NAME_MAX || /[/\\"]/.test(name) || hasControlCharacters(name))
      throw new Error("The mail's attachment has no usable name.")
    if (!TYPE.test(type)) throw new Error("The mail's attachment has no type of the form a/b.")
  }
  const bytes = attachments.reduce((sum, attachment) => sum + attachment.bytes.byteLength, 0)
  if (attachments.length > ATTACHMENTS_MAX || bytes > ATTACHED_BYTES_MAX)
    throw new Error("The mail's attachments are more than a mail server takes.")
  return attachments
}

/** @throws Error naming the part that is wrong, never its content, which may be personal: the message is logged */
export function requireSendable(email: Email) {
  for (const part of ['messageId', 'from', 'to', 'subject'] as const)
    if (hasControlCharacters(email[part])) throw new Error(`The mail's ${part} holds a line break or another control.`)
  if (!MESSAGE_ID.test(email.messageId)) throw new Error("The mail's messageId is not of the form name@host.")
  if (!ADDRESS.test(email.to)) throw new Error("The mail's to is not exactly one plain address.")
  const named = NAMED.exec(email.from)?.groups
  const from = { name: named?.name?.trim().replace(/^"(.*)"$/, '$1') ?? '', address: named?.address ?? email.from }
  if (!ADDRESS.test(from.address)) throw new Error("The mail's from is not one address.")
  const { subject, text, html, attachments = [], unsubscribeUrl = null } = email
  if (unsubscribeUrl !== null && !WEB_ADDRESS.test(unsubscribeUrl))
    throw new Error("The mail's unsubscribeUrl is not a plain web address.")
  return {
    ...{ subject, text, html, unsubscribeUrl },
    messageId: `<${email.messageId}>`,
    from,
    to: { name: '', address: email.to },
    attachments: requireAttachable(attachments),
  }
}

/** Its parts cannot smuggle in a header or a second recipient. The sandbox refuses what a server would. */
export type SendableEmail = ReturnType<typeof requireSendable>

/** What this needs of the sandbox's mailbox; neither imports the other. */
interface Mailbox {
  accept(message: Email): Promise<void>
  forget(before: Date, rowsMax: number): Promise<number>
}

/** Lets the whole store run without a mail server. */
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
