import { type ComponentType, useEffect, useRef, useState } from 'react'

interface CommandPaletteProps {
  /** What opens. */
  Palette: ComponentType<{ onClose: () => void }>
  /** Whether `/` opens it too, outside of fields. */
  hasSlash?: boolean
}

/** The command palette (Ctrl or Cmd and K) over everything that can be found or done on a dashboard. */
export function CommandPalette({ Palette, hasSlash = false }: CommandPaletteProps) {
  const [isOpen, setIsOpen] = useState(false)
  usePaletteKey(hasSlash, (isToggle) => setIsOpen(!isToggle || !isOpen))
  return isOpen ? <Palette onClose={() => setIsOpen(false)} /> : null
}

const FIELDS = 'input, select, textarea, [contenteditable="true"], dialog'

/** Ctrl K, or ⌘ K: from anywhere, even while typing or over a dialog, as is usual for palettes. */
function usePaletteKey(hasSlash: boolean, onPress: (isToggle: boolean) => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented) return
      const isCommand = event.ctrlKey || event.metaKey
      const isPalette = event.key.toLowerCase() === 'k' && isCommand && !event.shiftKey
      const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null
      const isSlash = hasSlash && event.key === '/' && !isCommand && !isInField
      if (!isPalette && !isSlash) return
      event.preventDefault()
      latest.current(isPalette)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [hasSlash])
}
