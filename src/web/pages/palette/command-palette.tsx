import { useEffect, useRef, useState } from 'react'
import { dismissToasts } from '#web/ui/toast.ts'
import type { PaletteContents } from './palette-contents.ts'
import { PaletteDialog } from './palette-dialog.tsx'

interface CommandPaletteProps {
  /** A hook: what the palette offers for a text. */
  useContents: (text: string) => PaletteContents
  /** What can be found, for the field: `county, customer, request or action`. */
  finds: string
  /** Whether `/` opens it too, outside of fields. */
  hasSlash?: boolean
}

/** The command palette (Ctrl or Cmd and K) over everything that can be found or done on a dashboard. */
export function CommandPalette({ useContents, finds, hasSlash = false }: CommandPaletteProps) {
  const [isOpen, setIsOpen] = useState(false)
  usePaletteKey(hasSlash, (isToggle) => setIsOpen(!isToggle || !isOpen))
  return isOpen ? <OpenPalette useContents={useContents} finds={finds} onClose={() => setIsOpen(false)} /> : null
}

type OpenPaletteProps = Omit<CommandPaletteProps, 'hasSlash'> & { onClose: () => void }

function OpenPalette({ useContents, finds, onClose }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const { groups, news } = useContents(text)
  // A toast would lie over what was found.
  useEffect(dismissToasts, [])
  return (
    <PaletteDialog finds={finds} text={text} onTextChange={setText} groups={groups} news={news} onClose={onClose} />
  )
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
