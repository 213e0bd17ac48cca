import { useEffect, useState } from 'react'
import { dismissToasts } from '#web/ui/toast.ts'
import type { PaletteContents } from './palette-contents.ts'
import { PaletteDialog } from './palette-dialog.tsx'

interface OpenPaletteProps {
  /** A hook: what the palette offers for a text. */
  useContents: (text: string) => PaletteContents
  /** What can be found: `County, customer, request or action`. */
  finds: string
  onClose: () => void
}

/** The palette with what is typed into it. */
export function OpenPalette({ useContents, finds, onClose }: OpenPaletteProps) {
  const [text, setText] = useState('')
  const { groups, news } = useContents(text)
  // A toast would lie over what was found.
  useEffect(dismissToasts, [])
  return (
    <PaletteDialog finds={finds} text={text} onTextChange={setText} groups={groups} news={news} onClose={onClose} />
  )
}
