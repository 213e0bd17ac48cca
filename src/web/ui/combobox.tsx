import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classes } from './classes.ts'
import { isEnter } from './page-keys.ts'

interface ComboboxProps<Option> {
  label: string
  /** Below the field: its purpose. */
  help?: string
  placeholder?: string
  text: string
  onTextChange: (text: string) => void
  options: readonly Option[]
  optionKey: (option: Option) => string
  renderOption: (option: Option) => ReactNode
  onChoose: (option: Option) => void
  onFocus?: () => void
  /** The option that Enter selects if it was pressed before the search had answered; absent until then. */
  awaited?: Option | undefined
  /** The list's state in a sentence: loading, nothing found, failed. */
  news?: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** A text field over a list that is searched while typing. Arrows move, Enter selects, Escape closes, a click selects. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const {
    label,
    help,
    placeholder,
    text,
    onTextChange,
    options,
    optionKey,
    renderOption,
    onChoose,
    onFocus,
    awaited,
    news,
    ref,
  } = props
  const fieldId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isListShown = isOpen && (options.length > 0 || Boolean(news))
  const [isAwaited, setIsAwaited] = useState(false)
  const choose = (option: Option | undefined) => {
    if (option === undefined) return
    setIsAwaited(false)
    setIsOpen(false)
    onChoose(option)
  }
  const list = useOptions({ count: isListShown ? options.length : 0, onChoose: (at) => choose(options[at]) })

  useEffect(() => {
    if (isAwaited && awaited !== undefined) choose(awaited)
  })

  return (
    <div>
      <label htmlFor={fieldId} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          ref={ref}
          id={fieldId}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={list.listId}
          aria-activedescendant={isListShown ? list.activeId : undefined}
          aria-describedby={help ? `${fieldId}-help` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onFocus={onFocus}
          onClick={() => setIsOpen(true)}
          onBlur={() => {
            setIsOpen(false)
            setIsAwaited(false)
          }}
          onChange={(event) => {
            setIsAwaited(false)
            onTextChange(event.target.value)
            list.mark(0)
            setIsOpen(true)
          }}
          onKeyDown={(event) => {
            if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
              event.preventDefault()
              setIsOpen(true)
            } else if (event.key === 'Escape' && isListShown) {
              event.preventDefault()
              event.stopPropagation()
              setIsOpen(false)
            } else if (!list.handleKeyDown(event) && isEnter(event) && isOpen && text.trim() !== '') {
              event.preventDefault()
              setIsAwaited(true)
            }
          }}
          className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted compact:min-h-8 compact:py-1 compact:text-sm"
        />
        <div
          hidden={!isListShown}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(22rem,50dvh)] overflow-y-auto rounded-md border border-line bg-surface shadow-float"
        >
          <div id={list.listId} role="listbox" aria-label={label} className={options.length > 0 ? 'py-1' : ''}>
            {isListShown &&
              options.map((option, position) => (
                <OptionRow
                  key={optionKey(option)}
                  id={list.optionId(position)}
                  isMarked={position === list.active}
                  onPoint={() => list.mark(position)}
                  onChoose={() => choose(option)}
                >
                  {renderOption(option)}
                </OptionRow>
              ))}
          </div>
          {news && <p className="px-3 py-2.5 text-sm text-muted">{news}</p>}
        </div>
      </div>
      <p role="status" className="sr-only">
        {isOpen ? news : ''}
      </p>
      {help && (
        <p id={`${fieldId}-help`} className="mt-1.5 text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  )
}

interface OptionRowProps {
  id: string
  isMarked: boolean
  onPoint: () => void
  onChoose: () => void
  children: ReactNode
}

/** One entry of a list controlled from a field. The field handles the keys; this handles pointer and touch. */
export const OptionRow = ({ id, isMarked, onPoint, onChoose, children }: OptionRowProps) => (
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
    className={classes('min-h-11 cursor-pointer px-3 py-2 text-sm', isMarked && 'bg-accent-quiet')}
  >
    {children}
  </div>
)

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
