import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { OptionRow, useOptions } from '#web/ui/option-list.tsx'
import { isEnter, useSlashKey } from '#web/ui/page-keys.ts'
import { countyIndexQuery } from './county-index-data.ts'
import type { FoundCounty } from './rank-counties.ts'
import { type RecentCounty, recentCounties } from './recent-counties.ts'

export interface TypedSearch {
  /** Chooses the first place that fits what was typed, once it is found. @returns false if nothing was typed */
  takeFirst: () => boolean
}

interface CountySearchProps {
  onChoose?: (place: RecentCounty) => void
  /** The county on screen: its state's counties come first, and it is not offered again. */
  current?: RecentCounty | undefined
  className?: string
  isCompact?: boolean
  hasFocus?: boolean | undefined
  placeholder?: string
  /** A button that takes what was typed. */
  button?: ReactNode
  ref?: Ref<TypedSearch>
}

/** The search has the same name on every screen. */
const LABEL = 'County, city or ZIP'

/**
 * One field that finds all 3,142 counties by their name, a city, a ZIP code or a state, as a combobox of the ARIA
 * pattern: arrows move, Enter selects, Escape closes. The first entry is preselected, so `/` and Enter lead back to the
 * last county, and `/`, `t`, Enter to a large one with a T.
 */
export function CountySearch(props: CountySearchProps) {
  const { onChoose, current, className, isCompact, hasFocus, placeholder, button, ref } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [hasBeenUsed, setHasBeenUsed] = useState(false)
  const [isAwaited, setIsAwaited] = useState(false)
  const [told, setTold] = useState('')
  const index = useQuery({ ...countyIndexQuery, enabled: hasBeenUsed })
  useSlashKey(field)

  const isEmpty = text.trim() === ''
  const found = isEmpty ? undefined : index.data?.find(text, { stateInMind: current?.state, mayLocate: true })
  const places: readonly Choice[] = !isOpen ? [] : isEmpty ? recentChoices(current) : (found?.counties ?? [])
  const note = told || (found?.note ?? '')
  const news = isEmpty ? '' : told || searchNews(index, places.length, note)
  const isListShown = isOpen && (places.length > 0 || news !== '')

  const open = () => {
    setIsOpen(true)
    setHasBeenUsed(true)
    if (index.error) void index.refetch()
  }
  const choose = ({ state, county, locate }: Choice) => {
    setIsAwaited(false)
    if (locate) {
      field.current?.focus()
      return void locate(setTold)
    }
    setText('')
    setIsOpen(false)
    field.current?.blur()
    if (onChoose) onChoose({ state, county })
    else void navigate({ to: paths.leads, search: { state, county } })
  }
  const list = useOptions(places, choose, isListShown)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      open()
    } else if (list.handleKeyDown(event)) return
    else if (isEnter(event)) {
      event.preventDefault()
      setIsAwaited(!isEmpty && index.isPending)
    } else if (event.key === 'Escape') {
      setIsAwaited(false)
      if (isListShown) setIsOpen(false)
      else setText('')
    }
  }

  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  useEffect(() => {
    if (isAwaited && list.active) choose(list.active)
  })
  useImperativeHandle(ref, () => ({
    takeFirst: () => {
      if (isEmpty) return false
      const [first] = found?.counties ?? []
      if (first) choose(first)
      else {
        // The list says what is missing, or chooses as soon as it has loaded.
        field.current?.focus()
        setIsAwaited(index.isPending)
      }
      return true
    },
  }))
  return (
    <search className={classes('relative block', className)}>
      <label
        htmlFor={`${id}-field`}
        className={isCompact ? 'sr-only' : 'mb-1.5 block text-sm font-semibold noscript:hidden'}
      >
        {LABEL}
      </label>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <div className="relative grow basis-60 noscript:hidden">
          <Search
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            ref={field}
            id={`${id}-field`}
            {...list.field}
            autoCorrect="off"
            enterKeyHint="go"
            maxLength={80}
            placeholder={placeholder ?? 'Austin, 78704 or Travis'}
            value={text}
            onFocus={open}
            onClick={open}
            onBlur={() => {
              setIsOpen(false)
              setIsAwaited(false)
            }}
            onChange={(event) => {
              setText(event.target.value)
              list.mark(0)
              setIsAwaited(false)
              setTold('')
              open()
            }}
            onKeyDown={handleKeyDown}
            className="peer h-full min-h-11 w-full rounded-md border border-control bg-surface px-10 py-2 text-base text-ink placeholder:text-muted compact:min-h-8 compact:py-1 compact:text-sm"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 grid size-6 -translate-y-1/2 place-items-center rounded-md border border-line text-xs text-muted peer-focus:hidden pointer-coarse:hidden max-sm:hidden"
          >
            /
          </span>
          <div
            hidden={!isListShown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(24rem,50dvh)] overflow-y-auto rounded-md border border-line bg-surface shadow-float"
          >
            {places.length > 0 && (isEmpty || note !== '') && (
              <p aria-hidden="true" className="px-4 pt-3 pb-1 text-xs font-semibold text-muted">
                {isEmpty ? 'Recent' : note}
              </p>
            )}
            <div
              id={list.listId}
              role="listbox"
              aria-label={isEmpty ? 'Recent' : 'Counties found'}
              className={places.length > 0 ? 'py-1' : ''}
            >
              {places.map((place, position) => (
                <OptionRow
                  key={`${place.state}/${place.county}`}
                  {...list.rowOf(place, position)}
                  className="flex flex-col justify-center px-4 py-1.5"
                >
                  <span className="font-semibold">{place.title}</span>
                  {place.detail && <span className="truncate text-sm text-muted">{place.detail}</span>}
                </OptionRow>
              ))}
            </div>
            {places.length === 0 && <p className="px-4 py-3 text-sm text-muted">{news}</p>}
          </div>
        </div>
        {button}
      </div>
      <ScreenReaderNews>{isOpen ? news : ''}</ScreenReaderNews>
    </search>
  )
}

interface Choice extends RecentCounty {
  title: string
  detail?: string
  locate?: FoundCounty['locate']
}

const recentChoices = (current: RecentCounty | undefined): readonly Choice[] =>
  recentCounties()
    .filter((one) => one.county !== current?.county || one.state !== current.state)
    .map((one) => ({ ...one, title: one.name ?? `${one.county}, ${one.state}` }))

/** Announced after a pause in typing, so a screen reader is not interrupted at every letter. */
function ScreenReaderNews({ children }: { children: string }) {
  const [told, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTold(children), 600)
    return () => clearTimeout(timer)
  }, [children])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}

function searchNews(index: { isPending: boolean; error: unknown }, count: number, note: string): string {
  if (index.error) return 'Places did not load. Type again.'
  if (index.isPending) return 'Loading places…'
  if (count === 0) return note
  return `${count === 1 ? '1 county' : `${count} counties`} found. ${note}`.trim()
}
