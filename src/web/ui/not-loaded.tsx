import { useEffect } from 'react'
import { showToast } from './toast.ts'

interface NotLoadedProps {
  /** What was opened, such as `The sample`. */
  what: string
  /** Closes it, so that its button can try again. */
  onEnd: () => void
}

/** In place of a dialog whose code could not be loaded: says so, and ends. */
export function NotLoaded({ what, onEnd }: NotLoadedProps) {
  useEffect(() => {
    onEnd()
    showToast({
      title: `${what} could not be opened`,
      description: 'We can’t reach the store. Check your connection and open it again.',
      tone: 'danger',
    })
  }, [what, onEnd])
  return null
}
