/**
 * Every first order also brings a mail that asks the address to confirm itself. Tests about orders look at the mails
 * about them, and leave that one to the tests that are about it.
 */
export const isVerificationMail = ({ messageId }: { messageId: string }): boolean =>
  messageId.startsWith('buyer_verification.')

/** The mails of a mailbox that are not verification mails, in their order. */
export const withoutVerification = <Mail extends { messageId: string }>(mails: readonly Mail[]): Mail[] =>
  mails.filter((mail) => !isVerificationMail(mail))
