/** Ids for attempts, so sending the same again after a lost reply does nothing twice. */

/** One attempt: what was sent, and the id under which sending it again finds the result. */
export interface Attempt {
  content: string
  attemptId: string
}

/** Returns the last attempt if it sent the same, otherwise a new one: different content under an old id would be lost. */
export function attemptFor(last: Attempt | null, content: string): Attempt {
  return last?.content === content ? last : { content, attemptId: crypto.randomUUID() }
}
