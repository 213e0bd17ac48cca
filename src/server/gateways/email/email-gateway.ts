/** Handing mail to a mail server. */

/** A file that goes with a mail. */
export interface Attachment {
  /** As the reader sees it, with its ending and without a path. */
  name: string
  /** E.g. `application/pdf`. */
  type: string
  bytes: Uint8Array
}

export interface Email {
  /** Without brackets, e.g. `order_confirmation.ord_…@leadyard`; the same at every try, so that a server can drop repeats. */
  messageId: string
  from: string
  /** Exactly one recipient. */
  to: string
  subject: string
  text: string
  html: string
  /** Together at most `ATTACHED_BYTES_MAX`. */
  attachments?: readonly Attachment[]
}

/** The mail server will never take a mail to this recipient: there is no such account, or it wants none. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
}

export interface EmailGateway {
  /**
   * Resolves once the mail server accepted the mail.
   *
   * @throws RecipientRefused when no later try can succeed
   * @throws Error when it did not, or when it is not known whether it did
   */
  send(email: Email): Promise<void>
  /** Deletes up to `rowsMax` mails that it took before an instant and keeps itself; a real mail server keeps none here. */
  forgetMails(before: Date, rowsMax: number): Promise<number>
  close(): Promise<void>
}
