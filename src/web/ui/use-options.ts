import { type KeyboardEvent, useId, useState } from 'react'
import { isEnter } from './page-keys.ts'

interface OptionsProps {
  count: number
  /** Enter on the marked option. */
  onChoose: (position: number) => void
}

/**
 * The keys of a list that is controlled from a text field (the combobox of the ARIA pattern): the focus stays in the
 * field, `aria-activedescendant` names the marked option, arrows move the mark, Enter selects.
 */
export function useOptions({ count, onChoose }: OptionsProps) {
  const id = useId()
  const [marked, setMarked] = useState(0)
  const active = count === 0 ? -1 : Math.min(marked, count - 1)
  const optionId = (position: number) => `${id}-${position}`

  const move = (steps: number) => {
    if (count === 0) return
    const position = (active + steps + count) % count
    setMarked(position)
    document.getElementById(optionId(position))?.scrollIntoView({ block: 'nearest' })
  }
  /** @returns whether the key was handled */
  const handleKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (isEnter(event) && active >= 0) onChoose(active)
    else return false
    event.preventDefault()
    return true
  }
  return {
    listId: `${id}-list`,
    optionId,
    /** The position of the marked option; -1 if there is none. */
    active,
    activeId: active >= 0 ? optionId(active) : undefined,
    mark: setMarked,
    handleKeyDown,
  }
}
