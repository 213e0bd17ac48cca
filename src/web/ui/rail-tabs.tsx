import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { usePageKeys } from './page-keys.ts'
import { isSingleKey, Key } from './single-keys.tsx'

interface RailEntry {
  value: string
  label: string
  icon?: LucideIcon
  /** The key that opens it after `g`, and is shown then. */
  shortcut?: string | undefined
  note?: ReactNode
  /** Each can be opened in a new window. */
  href: string
}

/** A run of the rail, under its name: tabs of the dashboard, then pages. */
export interface RailRun {
  name?: string
  tabs?: readonly RailEntry[]
  pages?: readonly RailEntry[]
}

interface RailTabsProps {
  label: string
  runs: readonly RailRun[]
  /** What is open. A tab and a page may have the same value. */
  open: { tab?: string | undefined; page?: string | undefined }
  onTab: (value: string) => void
  onPage?: (value: string) => void
  /** Focuses what a shortcut opened; by default, the panel. */
  onGone?: () => void
  heading: string
  /** On a narrow screen, the page shows in other ways what is open. */
  isNamedElsewhere?: boolean
  /** In the line of the heading, such as a few figures. */
  beside?: ReactNode
  children: ReactNode
}

const ENTRY =
  'flex min-h-11 compact:min-h-9 items-center gap-2 rounded-md border-l-4 py-1 pr-1 pl-2 text-sm transition-colors duration-150'
const entryClasses = (isOpen: boolean) =>
  classes(
    ENTRY,
    isOpen
      ? 'border-accent bg-accent-quiet font-semibold text-ink'
      : 'border-transparent text-muted hover:bg-accent-quiet hover:text-ink',
  )

/**
 * The tabs and pages of a dashboard over one panel: a rail at the left, which a narrow screen replaces by a dock. In a
 * list of tabs, arrow keys, Home and End move and Enter opens, because a tab's content must be loaded first.
 */
export function RailTabs(props: RailTabsProps) {
  const { label, runs, open, onTab, onPage = () => {}, onGone, heading, isNamedElsewhere, beside, children } = props
  const id = useId()
  const rail = useRef<HTMLElement>(null)
  // What is open next, not its entry, is used next.
  const focusPanel = () => requestAnimationFrame(() => document.getElementById(`${id}-panel`)?.focus())
  const isGoing = useGoKeys(rail, onGone ?? focusPanel)
  // A page is not a panel of the tabs.
  const panel = open.tab === undefined ? {} : { role: 'tabpanel', 'aria-label': heading }
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav
        ref={rail}
        aria-label={label}
        data-going={isGoing || undefined}
        className="group/rail sticky top-18 grid max-h-[calc(100dvh-5.5rem)] content-start gap-3 self-start overflow-y-auto max-lg:hidden"
      >
        {runs.map(({ name = '', tabs = [], pages = [] }) => (
          <RailGroup key={name} name={name}>
            {tabs.length > 0 && <TabList label={name || label} tabs={tabs} open={open.tab} id={id} onTab={onTab} />}
            {pages.map((page) => (
              <a
                key={page.value}
                href={page.href}
                aria-keyshortcuts={page.shortcut && `g ${page.shortcut}`}
                aria-current={page.value === open.page ? 'page' : undefined}
                onClick={(event) => handlePlainClick(event, () => onPage(page.value))}
                className={entryClasses(page.value === open.page)}
              >
                <EntryFace {...page} />
              </a>
            ))}
          </RailGroup>
        ))}
      </nav>
      <div {...panel} id={`${id}-panel`} tabIndex={-1} className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-8 *:mb-3">
          <h1 className={classes('display text-2xl max-lg:text-xl', isNamedElsewhere && 'max-lg:sr-only')}>
            {heading}
          </h1>
          {beside}
        </div>
        {children}
      </div>
    </div>
  )
}

/** Entries that belong together, under their name if they have one. */
export const RailGroup = ({ name, children }: { name: string; children: ReactNode }) =>
  name ? (
    <section aria-label={name} className="grid gap-0.5">
      <p aria-hidden="true" className="px-3 pb-0.5 text-xs font-semibold text-muted">
        {name}
      </p>
      {children}
    </section>
  ) : (
    children
  )

const EntryFace = ({ label, icon: Icon, shortcut, note }: RailEntry) => (
  <>
    {Icon && <Icon size={16} aria-hidden="true" className="shrink-0" />}
    <span className="grow">{label}</span>
    {shortcut && (
      <span
        aria-hidden="true"
        className="invisible -my-1 -ml-2 whitespace-nowrap group-data-going/rail:visible [&>kbd]:px-1"
      >
        <Key>g {shortcut}</Key>
      </span>
    )}
    {note}
  </>
)

/** Opens the entry whose key follows `g`. @returns whether `g` was pressed and a key may follow */
function useGoKeys(rail: RefObject<HTMLElement | null>, onGone: () => void): boolean {
  const [isGoing, setIsGoing] = useState(false)
  const wasGoing = useRef(false)
  usePageKeys((event) => {
    if (!isSingleKey(event) || event.repeat) return false
    const entries = [...(rail.current?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? [])]
    const entry = entries.find((one) => wasGoing.current && one.getAttribute('aria-keyshortcuts') === `g ${event.key}`)
    wasGoing.current = event.key === 'g' && entries.length > 0
    setIsGoing(wasGoing.current)
    entry?.click()
    if (entry) onGone()
    return wasGoing.current || entry !== undefined
  })
  return isGoing
}

/** The browser handles a click that opens a new window. */
export function handlePlainClick(event: MouseEvent, act: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}

interface TabListProps {
  label: string
  tabs: readonly RailEntry[]
  open: string | undefined
  /** Of the panel, as a prefix. */
  id: string
  onTab: (value: string) => void
}

function TabList({ label, tabs, open, id, onTab }: TabListProps) {
  const linkAt = (at: number) => document.getElementById(`${id}-${tabs[(at + tabs.length) % tabs.length]?.value}`)
  const handleKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((_tab, at) => linkAt(at) === document.activeElement)
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (event.key === ' ') linkAt(index)?.click()
    else if (target === undefined) return
    else linkAt(target)?.focus()
    event.preventDefault()
  }
  // The keyboard reaches the list through the open tab, or the first one if none of them is open.
  const entrance = tabs.find(({ value }) => value === open)?.value ?? tabs[0]?.value
  return (
    <div
      role="tablist"
      aria-label={label}
      aria-orientation="vertical"
      onKeyDown={handleKeyDown}
      className="grid gap-0.5"
    >
      {tabs.map((tab) => (
        <a
          key={tab.value}
          href={tab.href}
          role="tab"
          id={`${id}-${tab.value}`}
          aria-keyshortcuts={tab.shortcut && `g ${tab.shortcut}`}
          aria-selected={tab.value === open}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === entrance ? 0 : -1}
          onClick={(event) => handlePlainClick(event, () => onTab(tab.value))}
          className={entryClasses(tab.value === open)}
        >
          <EntryFace {...tab} />
        </a>
      ))}
    </div>
  )
}
