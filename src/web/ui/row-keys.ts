/** A key pressed in a table's row, and where. */
export interface RowPress {
  key: string
  hasModifier: boolean
  /** What has the focus. */
  control: 'link' | 'button' | 'checkbox' | 'text'
  /** It opened a menu that is still open, or is inside a menu or dialog: those have their own keys. */
  isInMenu: boolean
}

/** What a key does: to the next or previous row, choose this row, or nothing beyond what the control itself does. */
export function meaningOf({ key, hasModifier, control, isInMenu }: RowPress): 'next' | 'previous' | 'choose' | null {
  if (hasModifier) return null
  // Space presses a button and checks a box by itself.
  if (key === ' ') return control === 'link' ? 'choose' : null
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || isInMenu || control === 'text') return null
  return key === 'ArrowDown' ? 'next' : 'previous'
}
