import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.ts'
import { SelectField } from './field.tsx'

/** Pages of the dashboard in addition to its tabs, under their own heading. */
export interface RailLinks {
  label: string
  links: readonly { value: string; label: string; note?: ReactNode; href: string }[]
  /** The open page; null while a tab is open. */
  value: string | null
  onChange: (value: string) => void
}

interface RailTabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: string; note?: ReactNode }[]
  /** Null while one of `more` is open. */
  value: Value | null
  /** The URL of a tab: each can be opened in a new window. */
  hrefOf: (value: Value) => string
  onChange: (value: Value) => void
  more?: RailLinks
  children: ReactNode
}

const ENTRY =
  'flex min-h-11 compact:min-h-9 items-center justify-between gap-2 rounded-md border-l-4 py-1 pr-2 pl-3 text-sm transition-colors duration-150'
const entryClasses = (isOpen: boolean) =>
  classes(
    ENTRY,
    isOpen
      ? 'border-accent bg-accent-quiet font-semibold text-ink'
      : 'border-transparent text-muted hover:bg-accent-quiet hover:text-ink',
  )

/** The browser handles a click that opens a new window. */
const isPlainClick = (event: MouseEvent) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** The options of the select: the tabs, and the links under their own headings, if any. */
function choicesOf(label: string, tabs: readonly { label: string }[], more: RailLinks | undefined) {
  const names = tabs.map((tab) => tab.label)
  if (!more?.links.length) return { options: names }
  const groups = [
    { label: `${label}s`, options: names },
    { label: more.label, options: more.links.map((link) => link.label) },
  ]
  return { options: [], groups }
}

/**
 * The tabs of a dashboard over one panel: a rail at the left on a wide screen, a select on a narrow one. Arrow keys,
 * Home and End move along the rail and Enter opens, because a tab's content must be loaded first.
 */
export function RailTabs<Value extends string>({
  label,
  tabs,
  value,
  hrefOf,
  onChange,
  more,
  children,
}: RailTabsProps<Value>) {
  const id = useId()
  const rail = useRef<HTMLDivElement>(null)

  const handleKeyDown = (event: KeyboardEvent) => {
    const links = [...(rail.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const index = links.findIndex((link) => link.matches(':focus'))
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: links.length - 1 }[event.key]
    if (event.key === ' ') links[index]?.click()
    else if (target === undefined) return
    else links[(target + links.length) % links.length]?.focus()
    event.preventDefault()
  }
  const handleClick = (event: MouseEvent, chosen: Value) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onChange(chosen)
  }
  const openLink = more?.links.find((link) => link.value === more.value)
  const chosenLabel = openLink?.label ?? tabs.find((tab) => tab.value === value)?.label ?? ''
  // The keyboard reaches the rail through the open tab, or the first one if none is open.
  const entrance = value ?? tabs[0]?.value
  const links = more?.links ?? []

  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div className="lg:hidden">
        <SelectField
          label={label}
          isInline
          {...choicesOf(label, tabs, more)}
          value={chosenLabel}
          onChange={(event) => {
            const chosen = tabs.find((tab) => tab.label === event.target.value)
            if (chosen) return onChange(chosen.value)
            const link = links.find((one) => one.label === event.target.value)
            if (link) more?.onChange(link.value)
          }}
        />
      </div>
      <div className="sticky top-4 grid max-h-[calc(100dvh-2rem)] content-start gap-5 self-start overflow-y-auto max-lg:hidden">
        <div
          ref={rail}
          role="tablist"
          aria-label={label}
          aria-orientation="vertical"
          onKeyDown={handleKeyDown}
          className="grid gap-0.5"
        >
          {tabs.map((tab) => (
            <a
              key={tab.value}
              href={hrefOf(tab.value)}
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === entrance ? 0 : -1}
              onClick={(event) => handleClick(event, tab.value)}
              className={entryClasses(tab.value === value)}
            >
              {tab.label}
              {tab.note}
            </a>
          ))}
        </div>
        {more && links.length > 0 && (
          <nav aria-label={more.label} className="grid gap-0.5 border-t border-line pt-4">
            <p className="mb-1 pl-4 text-xs font-semibold text-muted">{more.label}</p>
            {links.map((link) => (
              <a
                key={link.value}
                href={link.href}
                aria-current={link.value === more.value ? 'page' : undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  more.onChange(link.value)
                }}
                className={entryClasses(link.value === more.value)}
              >
                {link.label}
                {link.note}
              </a>
            ))}
          </nav>
        )}
      </div>
      {value === null ? (
        // Named by its own heading: a page is not a panel of the tabs.
        <div id={`${id}-panel`} tabIndex={-1} className="min-w-0">
          {children}
        </div>
      ) : (
        <div role="tabpanel" id={`${id}-panel`} aria-label={chosenLabel} tabIndex={-1} className="min-w-0">
          {children}
        </div>
      )}
    </div>
  )
}
