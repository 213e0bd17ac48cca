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
        className="flex flex-wrap border-line max-sm:gap-1 sm:border-b"
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
              'max-sm:grow max-sm:rounded-md max-sm:border max-sm:border-line',
              // Side by side, because stacked they would push their panel out of sight; but large text gets lines of its own.
              tabs.length === 5 ? 'max-sm:basis-12' : tabs.length === 3 ? 'max-sm:basis-22' : 'max-sm:basis-[45%]',
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
