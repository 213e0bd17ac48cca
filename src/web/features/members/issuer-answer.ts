import { createStore } from '#web/ui/store.ts'

/**
 * What the company's sign-in sent back and was not sent to the store yet; empty if nothing. A secret that works once, so
 * it is kept only here, and not in the URL or the history.
 */
export const issuerAnswer = createStore('')

/** Keeps the answer in a URL's query. @returns whether there was one */
export function keepIssuerAnswer(query: string): boolean {
  // The issuer's error answers have a state, too.
  if (!new URLSearchParams(query).has('state')) return false
  issuerAnswer.set(query.replace(/^\?/, ''))
  return true
}
