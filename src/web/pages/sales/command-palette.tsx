import { useEffect, useRef, useState } from 'react'
import { PaletteDialog } from '#web/features/sales/palette/palette-dialog.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'

/** The command palette (Ctrl or Cmd and K) over counties, customers and requests, on every tab. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false)
  usePaletteKey(() => setIsOpen(!isOpen))
  return isOpen ? <OpenPalette onClose={() => setIsOpen(false)} /> : null
}

function OpenPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { groups, news } = usePaletteGroups(text)
  return <PaletteDialog text={text} onTextChange={setText} groups={groups} news={news} onClose={onClose} />
}

/** Ctrl K, or ⌘ K: from anywhere, even while typing or over a dialog, as is usual for palettes. */
function usePaletteKey(onPress: () => void): void {
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
