/** Something the palette can do, other than looking something up. */
export interface PaletteAction {
  label: string
  /** Never offered before the search results: pressing Enter by mistake must not end the work. */
  isLast?: boolean
  choose: () => void
}

/** The actions that match the typed text: each typed word is the beginning of a word in the label. */
export function matchActions<A extends Pick<PaletteAction, 'label'>>(actions: readonly A[], text: string): A[] {
  const typed = wordsOf(text)
  return actions.filter(({ label }) => {
    const words = wordsOf(label)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
