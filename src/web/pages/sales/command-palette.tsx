import { useState } from 'react'
import { PaletteDialog } from '#web/features/sales/palette/palette-dialog.tsx'
import { usePaletteKey } from '#web/features/sales/palette/use-palette-key.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

/** The command palette (Ctrl or Cmd and K) over counties, customers and requests; stands beside every tab. */
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
