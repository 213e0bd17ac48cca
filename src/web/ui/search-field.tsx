import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useSlashKey } from './page-keys.ts'

/** The pause in typing before a search. */
const TYPING_PAUSE_MS = 250

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** The current search, such as from the URL. */
  value: string
  /** Called after a pause in typing. */
  onSearch: (text: string) => void
}

/** A search field that follows the typing after a short pause, and the URL if that changes. `/` goes there. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = useRef(onSearch)
  tell.current = onSearch

  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      tell.current(text)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search className="min-w-0 grow">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-h-11 w-full rounded-md border border-control bg-surface py-2 pr-3 pl-9 text-base text-ellipsis text-ink placeholder:text-muted compact:min-h-8 compact:py-1 compact:text-sm"
        />
      </div>
    </search>
  )
}
