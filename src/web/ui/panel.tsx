import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

interface PanelProps {
  /** None if the page has this name: then what is in it needs no frame either. */
  title?: string
  /** What it is about, below the title. */
  intro?: ReactNode
  /** At the right of title and intro, or below them if both do not fit. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A card: a form of a profile, a summary next to a table. Its heading names the region; without one, it has no frame. A table in it runs to its edge. */
export function Panel({ title, intro, actions, className, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title && titleId}
      className={classes(
        title && 'card rounded-md border border-line bg-surface p-4 [--edge:1rem] sm:p-5 sm:[--edge:1.25rem]',
        className,
      )}
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
export const Fold = ({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) => (
  <details className="text-sm" open={isOpen}>
    <summary className="min-h-6 cursor-pointer pointer-coarse:py-3 font-semibold text-accent">{title}</summary>
    <div className="mt-2">{children}</div>
  </details>
)

interface EndableRowProps {
  /** The word on the button. */
  end: string
  /** What it ends, for people who only hear it. */
  label: string
  onEnd: () => void
  /** Shown in place of the button, if it cannot be ended here. */
  instead?: ReactNode
  children: ReactNode
}

/** One of the things that a card lists, with a red button that ends it. */
export const EndableRow = ({ end, label, onEnd, instead, children }: EndableRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
    <div className="min-w-0">{children}</div>
    {instead || (
      <Button look="danger" size="small" className="max-sm:-ml-3" onClick={onEnd} aria-label={label}>
        {end}
      </Button>
    )}
  </li>
)

/** A part of a drawer. */
export const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section>
    <h3 className={classes('text-base font-semibold', !note && 'mb-2')}>{title}</h3>
    {note && <p className="mb-2 text-xs text-muted">{note}</p>}
    {children}
  </section>
)
