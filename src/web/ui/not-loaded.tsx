import { useEffect } from 'react'
import { showFailure } from './toast.ts'

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
    showFailure(`${what} could not be opened`, 'We can’t reach the store. Check your connection and open it again.')
  }, [what, onEnd])
  return null
}
