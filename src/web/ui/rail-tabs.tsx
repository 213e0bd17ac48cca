import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.ts'
import { SelectField } from './field.tsx'

interface RailTabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: string; note?: ReactNode }[]
  value: Value
  /** The address of a tab: each can be opened in a window of its own. */
  hrefOf: (value: Value) => string
  onChange: (value: Value) => void
  children: ReactNode
}

/**
 * The tabs of a dashboard over one panel: a rail at the left on a wide screen, a select on a narrow one. Arrow keys, Home
 * and End move along the rail and Enter opens, because what a tab shows has to be fetched first.
 */
export function RailTabs<Value extends string>({
  label,
  tabs,
  value,
  hrefOf,
  onChange,
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
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChange(chosen)
  }
  const chosenLabel = tabs.find((tab) => tab.value === value)?.label ?? ''

  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div className="lg:hidden">
        <SelectField
          label={label}
          isInline
          options={tabs.map((tab) => tab.label)}
          value={chosenLabel}
          onChange={(event) => {
            const chosen = tabs.find((tab) => tab.label === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        />
      </div>
      <div
        ref={rail}
        role="tablist"
        aria-label={label}
        aria-orientation="vertical"
        onKeyDown={handleKeyDown}
        className="sticky top-4 grid content-start gap-0.5 self-start max-lg:hidden"
      >
        {tabs.map((tab) => (
          <a
            key={tab.value}
            href={hrefOf(tab.value)}
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={(event) => handleClick(event, tab.value)}
            className={classes(
              'flex min-h-11 compact:min-h-9 items-center justify-between gap-2 rounded-md border-l-4 py-1 pr-2 pl-3 text-sm transition-colors duration-150',
              tab.value === value
                ? 'border-accent bg-accent-quiet font-semibold text-ink'
                : 'border-transparent text-muted hover:bg-accent-quiet hover:text-ink',
            )}
          >
            {tab.label}
            {tab.note}
          </a>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-label={chosenLabel} tabIndex={-1} className="min-w-0">
        {children}
      </div>
    </div>
  )
}
