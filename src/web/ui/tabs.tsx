import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.ts'
import { dismissOldNews } from './toast.ts'

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

/** Tabs over one panel. Arrow keys, Home and End select immediately: the panel's data is already loaded. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const choose = (next: Value) => {
    dismissOldNews()
    onChange(next)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === value)
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : (tabs[(target + tabs.length) % tabs.length] ?? undefined)
    if (!next) return
    event.preventDefault()
    choose(next.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className={classes(
          'border-line max-sm:gap-1 sm:flex sm:flex-row sm:flex-wrap sm:border-b',
          // Four stacked tabs would push their panel out of sight.
          tabs.length === 5 ? 'grid grid-cols-5' : tabs.length === 3 ? 'grid grid-cols-3' : 'grid grid-cols-2',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => choose(tab.value)}
            className={classes(
              'min-h-11 px-4 text-left text-sm font-semibold transition-colors duration-150 sm:-mb-px sm:border-b-2',
              'max-sm:rounded-md max-sm:border max-sm:border-line',
              tabs.length % 2 === 1 && 'max-sm:px-1 max-sm:text-center max-sm:text-xs max-sm:leading-4',
              tab.value === value
                ? 'border-accent text-accent max-sm:border-accent max-sm:bg-accent-quiet'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
