/**
 * Where the mails about a paid link go. The address is masked as `l…@e…`, so it never ends a sentence: the full stop would look
 * like a part of it. Nothing where the address is not known anymore.
 */
export const receiptMailWords = (email: string | null): string =>
  email ? ` The receipt goes to ${email} with your full details.` : ''

/** The same for a payment whose money went back whole. */
export const refundMailWords = (email: string | null): string => (email ? ` We also write to ${email} about it.` : '')
