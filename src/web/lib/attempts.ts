/** Ids for attempts, so sending the same again after a lost reply does nothing twice. */
import { useRef } from 'react'

/** The id under which to send something: the same for the same content, until `end` says that its reply came. */
export function useAttempt(): { idFor: (content: unknown) => string; end: () => void } {
  const last = useRef<{ content: string; attemptId: string } | null>(null)
  return {
    idFor: (content) => {
      const sent = JSON.stringify(content)
      // Different content under an old id would be lost.
      if (last.current?.content !== sent) last.current = { content: sent, attemptId: crypto.randomUUID() }
      return last.current.attemptId
    },
    end: () => {
      last.current = null
    },
  }
}
