/** Something the palette can do that is not a thing to look up. */
export interface PaletteAction {
  label: string
  /** Never offered before the things that were looked for: a slip on Enter must not end the work. */
  isLast?: boolean
  choose: () => void
}

/** The actions that fit what was typed: each typed word is the beginning of one of the label's words. */
export function matchActions<A extends Pick<PaletteAction, 'label'>>(actions: readonly A[], text: string): A[] {
  const typed = wordsOf(text)
  return actions.filter(({ label }) => {
    const words = wordsOf(label)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
