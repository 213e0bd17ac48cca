/**
 * Every first order also causes an email that asks the address to confirm itself. Tests about orders check the emails
 * about them, and leave that one to its own tests.
 */
export const isVerificationMail = ({ messageId }: { messageId: string }): boolean =>
  messageId.startsWith('buyer_verification.')

/** The mails of a mailbox that are not verification mails, in their order. */
export const withoutVerification = <Mail extends { messageId: string }>(mails: readonly Mail[]): Mail[] =>
  mails.filter((mail) => !isVerificationMail(mail))
