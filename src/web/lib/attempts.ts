/** Ids for attempts, so sending the same again after a lost reply does nothing twice. */
import { useRef } from 'react'

/** One attempt: what was sent, and the id under which sending it again finds the result. */
export interface Attempt {
  content: string
  attemptId: string
}

/** Returns the last attempt if it sent the same, otherwise a new one: different content under an old id would be lost. */
export function attemptFor(last: Attempt | null, content: string): Attempt {
  return last?.content === content ? last : { content, attemptId: crypto.randomUUID() }
}

/** The id under which to send something: the same for the same content, until `end` says that its reply came. */
export function useAttempt(): { idFor: (content: unknown) => string; end: () => void } {
  const last = useRef<Attempt | null>(null)
  return {
    idFor: (content) => {
      last.current = attemptFor(last.current, JSON.stringify(content))
      return last.current.attemptId
    },
    end: () => {
      last.current = null
    },
  }
}
