import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classes } from './classes.ts'
import { isEnter } from './page-keys.ts'

interface OptionRowProps {
  id: string
  isMarked: boolean
  onPoint: () => void
  onChoose: () => void
  className?: string
  children: ReactNode
}

/** One entry of a list controlled from a field. The field handles the keys; this handles pointer and touch. */
export const OptionRow = ({ id, isMarked, onPoint, onChoose, className, children }: OptionRowProps) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isMarked}
    // The field keeps the focus, or its list would close before the click arrives.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onPointerMove={onPoint}
    onClick={onChoose}
    onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    className={classes('min-h-11 cursor-pointer', className ?? 'px-3 py-2 text-sm', isMarked && 'bg-accent-quiet')}
  >
    {children}
  </div>
)

/**
 * The keys of a list that is controlled from a text field (the combobox of the ARIA pattern): the focus stays in the
 * field, `aria-activedescendant` names the marked option, arrows move the mark, Enter selects.
 */
export function useOptions<Option>(
  options: readonly Option[],
  choose: (option: Option) => void,
  isShown = options.length > 0,
) {
  const id = useId()
  const [marked, setMarked] = useState(0)
  const place = Math.min(marked, options.length - 1)
  const active = options[place]
  const idOf = (position: number) => `${id}-${position}`

  const move = (steps: number) => {
    if (active === undefined) return
    const position = (place + steps + options.length) % options.length
    setMarked(position)
    document.getElementById(idOf(position))?.scrollIntoView({ block: 'nearest' })
  }
  /** @returns whether the key was handled */
  const handleKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (isEnter(event) && active !== undefined) choose(active)
    else return false
    event.preventDefault()
    return true
  }
  const listId = `${id}-list`
  return {
    listId,
    /** The marked option, if there is one. */
    active,
    /** For the field. */
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': listId,
      'aria-activedescendant': active === undefined ? undefined : idOf(place),
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    mark: setMarked,
    handleKeyDown,
    /** For the row of an option. */
    rowOf: (option: Option, position: number) => ({
      id: idOf(position),
      isMarked: position === place,
      onPoint: () => setMarked(position),
      onChoose: () => choose(option),
    }),
  }
}
