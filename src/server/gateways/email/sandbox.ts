import type { Email, EmailGateway } from './email-gateway.ts'
import { requireSendable } from './sendable.ts'

/** The part of a mailbox that this gateway needs; the sandbox's own fits it without either knowing the other. */
export interface Mailbox {
  accept(message: Email): Promise<void>
  forget(before: Date, rowsMax: number): Promise<number>
}

/** Mail that ends on a page of the sandbox mailbox, so that the whole shop runs without a mail server. */
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
