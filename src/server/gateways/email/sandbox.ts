import type { Email, EmailGateway } from './email-gateway.ts'
import { requireSendable } from './sendable.ts'

/** The part of a mailbox that this gateway needs. The sandbox's mailbox fits it, and neither imports the other. */
export interface Mailbox {
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
