/** Handing mail to a mail server. */
export interface Email {
  /** Without brackets, e.g. `order_confirmation.ord_…@leadyard`; the same at every try, so that a server can drop repeats. */
  messageId: string
  from: string
  /** Exactly one recipient. */
  to: string
  subject: string
  text: string
  html: string
}

export interface EmailGateway {
  /**
   * Resolves once the mail server accepted the mail.
   *
   * @throws Error when it did not, or when it is not known whether it did
   */
  send(email: Email): Promise<void>
  /** Deletes up to `rowsMax` mails that it took before an instant and keeps itself; a real mail server keeps none here. */
  forgetMails(before: Date, rowsMax: number): Promise<number>
  close(): Promise<void>
}
