import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface PanelProps {
  /** None if the page has this name, and nothing else. */
  title?: string
  /** What it is about, below the title. */
  intro?: ReactNode
  /** At the right of title and intro, or below them if both do not fit. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A card: a form of a profile, a summary next to a table. Its heading names the region. */
export function Panel({ title, intro, actions, className, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title && titleId}
      className={classes('rounded-md border border-line bg-surface p-4 sm:p-5', className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <div className={intro ? 'grow basis-72' : undefined}>
          {title && (
            <h2 id={titleId} className="text-base font-semibold">
              {title}
            </h2>
          )}
          {intro && <div className={classes('text-sm text-muted', title && 'mt-1')}>{intro}</div>}
        </div>
        {actions}
      </div>
      <div className="mt-4 first:mt-0">{children}</div>
    </section>
  )
}

/** What few people need, folded until it is asked for. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="text-sm">
    <summary className="min-h-6 cursor-pointer font-semibold text-accent">{title}</summary>
    <div className="mt-2">{children}</div>
  </details>
)

/** A part of a drawer. */
export const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section>
    <h3 className={classes('text-base font-semibold', !note && 'mb-2')}>{title}</h3>
    {note && <p className="mb-2 text-xs text-muted">{note}</p>}
    {children}
  </section>
)
