import { Search } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { usePageKeys } from '#web/ui/page-keys.ts'

/** The command palette over everything that can be found or done on a dashboard: its button, and Ctrl or Cmd and K. */
export function CommandPalette({ Palette }: { Palette: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setIsOpen] = useState(false)
  // From anywhere, even while typing or over a dialog, as is usual for palettes.
  usePageKeys((event) => {
    if (event.altKey || event.isComposing || event.shiftKey) return false
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
    setIsOpen(!isOpen)
    return true
  })
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-transparent text-muted hover:border-accent hover:text-ink md:min-h-9 md:w-52 md:justify-start md:border-control md:bg-surface md:px-2.5"
      >
        <Search size={16} aria-hidden="true" />
        <span className="grow text-left max-md:sr-only">Search</span>
        <kbd className="font-sans text-xs max-md:hidden pointer-coarse:hidden">Ctrl K</kbd>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  )
}
