import { type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classes } from './classes.ts'
import { CONTROL, FieldError, FieldLabel } from './field.tsx'
import { OptionRow, useOptions } from './option-list.tsx'
import { isEnter } from './page-keys.ts'

interface ComboboxProps<Option> {
  label: string
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
  error?: string | undefined
  /** The list's state in a sentence: loading, nothing found, failed. */
  news?: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** A text field over a list that is searched while typing. Arrows move, Enter selects, Escape closes, then leaves; a click selects. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, placeholder, text, onTextChange, options, optionKey, renderOption } = props
  const { onChoose, onFocus, awaited, error, news, ref } = props
  const fieldId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isListShown = isOpen && (options.length > 0 || Boolean(news))
  const [isAwaited, setIsAwaited] = useState(false)
  const choose = (option: Option) => {
    setIsAwaited(false)
    setIsOpen(false)
    onChoose(option)
  }
  const list = useOptions(isListShown ? options : [], choose, isListShown)

  useEffect(() => {
    if (isAwaited && awaited !== undefined) choose(awaited)
  })

  return (
    <div>
      <FieldLabel htmlFor={fieldId} label={label} />
      <div className="relative">
        <input
          ref={ref}
          id={fieldId}
          {...list.field}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${fieldId}-error`}
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
            } else if (event.key === 'Escape' && !event.currentTarget.closest('dialog')) {
              event.currentTarget.blur()
            } else if (!list.handleKeyDown(event) && isEnter(event) && isOpen && text.trim() !== '') {
              event.preventDefault()
              setIsAwaited(true)
            }
          }}
          className={classes(CONTROL, error ? 'border-danger' : 'border-control')}
        />
        <div
          hidden={!isListShown}
          className="absolute top-full left-0 z-20 mt-1 max-h-[min(22rem,50dvh)] w-full overflow-y-auto rounded-md border border-line bg-surface shadow-float sm:min-w-80"
        >
          <div id={list.listId} role="listbox" aria-label={label} className={options.length > 0 ? 'py-1' : ''}>
            {isListShown &&
              options.map((option, position) => (
                <OptionRow key={optionKey(option)} {...list.rowOf(option, position)}>
                  {renderOption(option)}
                </OptionRow>
              ))}
          </div>
          {news && <p className="px-3 py-2.5 text-sm text-muted">{news}</p>}
        </div>
      </div>
      {error && <FieldError id={fieldId} error={error} />}
      <p role="status" className="sr-only">
        {isOpen ? news : ''}
      </p>
    </div>
  )
}
