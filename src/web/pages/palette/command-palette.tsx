import { type ComponentType, useState } from 'react'
import { isPlainKey, usePageKeys } from '#web/ui/page-keys.ts'

/** The command palette (Ctrl or Cmd and K) over everything that can be found or done on a dashboard. */
export function CommandPalette(props: { Palette: ComponentType<{ onClose: () => void }>; hasSlash?: boolean }) {
  const { Palette, hasSlash = false } = props
  const [isOpen, setIsOpen] = useState(false)
  // From anywhere, even while typing or over a dialog, as is usual for palettes.
  usePageKeys((event) => {
    if (event.altKey || event.isComposing) return false
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    const isSlash = hasSlash && event.key === '/' && isPlainKey(event)
    if (isPalette || isSlash) setIsOpen(isSlash || !isOpen)
    return isPalette || isSlash
  })
  return isOpen ? <Palette onClose={() => setIsOpen(false)} /> : null
}
