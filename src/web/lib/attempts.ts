/** Names for attempts, so that sending the same again after a lost answer is not a second deed. */

/** One attempt: what was sent, and the name under which sending it again finds what it made. */
export interface Attempt {
  content: string
  attemptId: string
}

/** The attempt before when it sent the same, else a new one: other content under an old name would be lost. */
export function attemptFor(last: Attempt | null, content: string): Attempt {
  return last?.content === content ? last : { content, attemptId: crypto.randomUUID() }
}
