import { type ComponentType, useState } from 'react'
import { isPlainKey, usePageKeys } from '#web/ui/page-keys.ts'

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

/** Ctrl K, or ⌘ K: from anywhere, even while typing or over a dialog, as is usual for palettes. */
function usePaletteKey(hasSlash: boolean, onPress: (isToggle: boolean) => void): void {
  usePageKeys((event) => {
    if (event.altKey || event.isComposing) return false
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    const isSlash = hasSlash && event.key === '/' && isPlainKey(event)
    if (isPalette || isSlash) onPress(isPalette)
    return isPalette || isSlash
  })
}
