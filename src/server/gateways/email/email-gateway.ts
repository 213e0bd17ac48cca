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
