import { useEffect, useRef } from 'react'

/** Ctrl K, or ⌘ K: from anywhere, also while typing or over a dialog, as palettes do everywhere. */
export function usePaletteKey(onPress: () => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.isComposing) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}
