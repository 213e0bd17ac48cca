/**
 * What the company's sign-in sent the browser back with. It is a secret and works once, so it is only kept here until it
 * was sent to the store: not in the address, which is reloaded and shared, and not in the history.
 */
let unsent = ''

/** Keeps the answer in an address's query, if there is one. @returns whether there is */
export function keepIssuerAnswer(query: string): boolean {
  // The issuer's error answers have a state, too.
  if (!new URLSearchParams(query).has('state')) return false
  unsent = query.replace(/^\?/, '')
  return true
}

/** The answer that was not sent yet; empty if there is none. */
export const unsentIssuerAnswer = (): string => unsent

/** Call once the answer was sent: it works only once. */
export function forgetIssuerAnswer(): void {
  unsent = ''
}
