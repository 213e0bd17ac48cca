/**
 * Where the emails about a paid link go. The address is masked as `l…@e…`, so it never ends a sentence: the period
 * would look like part of it. Empty if the address is no longer known.
 */
export const receiptMailWords = (email: string | null): string =>
  email ? ` The receipt goes to ${email} with your full details.` : ''

/** The same for a fully refunded payment. */
export const refundMailWords = (email: string | null): string => (email ? ` We will also email ${email} about it.` : '')
