/**
 * What the company's sign-in sent back. A secret that works once, so it is kept only here until it is sent to the
 * store, and not in the URL or the history.
 */
let unsent = ''

/** Keeps the answer in a URL's query. @returns whether there was one */
export function keepIssuerAnswer(query: string): boolean {
  // The issuer's error answers have a state, too.
  if (!new URLSearchParams(query).has('state')) return false
  unsent = query.replace(/^\?/, '')
  return true
}

/** The answer that has not been sent yet; empty if there is none. */
export const unsentIssuerAnswer = (): string => unsent

/** Call this after sending the answer, because it works only once. */
export function forgetIssuerAnswer(): void {
  unsent = ''
}
