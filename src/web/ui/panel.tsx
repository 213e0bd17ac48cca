/** Cards and what they show: a state as a pill, an empty lot while there is nothing, or why it could not be loaded. */
import { CircleCheck, CircleDashed, CircleDot, CircleSlash } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Notice } from './notice.tsx'

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

/** `waiting`: needs an action. `done`: succeeded. `over`: ended without success. `closed`: nothing is left to do. `plain`: none of these. */
export type StatusTone = 'waiting' | 'done' | 'over' | 'plain' | 'closed'

const TONES = {
  waiting: { mark: CircleDot, look: 'border-attention/40 bg-attention-quiet text-attention' },
  done: { mark: CircleCheck, look: 'border-accent/40 bg-accent-quiet text-accent' },
  over: { mark: CircleSlash, look: 'border-danger/40 bg-danger-quiet text-danger' },
  plain: { mark: CircleDashed, look: 'border-line bg-sunken text-muted' },
  closed: { mark: CircleCheck, look: 'border-line bg-sunken text-muted' },
} as const

type StatusPillProps = { tone: StatusTone; note?: string | undefined; children: string }
/** A status as a word with a mark; the color only repeats them. `note`: what the word leaves open. */
export function StatusPill({ tone, note, children }: StatusPillProps) {
  const { mark: Mark, look } = TONES[tone]
  return (
    <>
      <span
        className={classes(
          'inline-flex items-center gap-1 rounded-full border px-2 text-xs/5 font-semibold whitespace-nowrap',
          look,
        )}
      >
        <Mark size="1em" aria-hidden="true" />
        {children}
      </span>
      {note && <span className="text-xs whitespace-nowrap text-muted">{note}</span>}
    </>
  )
}

interface EmptyStateProps {
  /** What goes here, or why there is nothing. */
  title: string
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

/** Shown for an empty list: an empty lot on the map, what goes there, and the next step. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="grid justify-items-center rounded-md border border-dashed border-line px-4 py-12 text-center in-[.card]:border-0 in-[.card]:py-4">
    <svg viewBox="0 0 48 32" width="60" height="40" aria-hidden="true" className="text-muted">
      <path
        d="M1 3 47 1v28L1 31Z M16 2.4V30.4 M32 1.7V29.7 M1 17.5 16 16.8 M32 16 47 15.2"
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
      />
      <path d="M16 2.4 32 1.7v28L16 30.4Z" fill="none" stroke="currentColor" strokeDasharray="2 3" />
    </svg>
    <p className="mt-4 font-semibold">{title}</p>
    {children && <div className="mt-1 max-w-[52ch] text-sm text-muted">{children}</div>}
    {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)

interface ErrorNoticeProps {
  error: { sentence: string } | null | undefined
  title?: string
  action?: ReactNode
  /** Offers to try again. */
  onRetry?: (() => unknown) | undefined
  className?: string
}

/** Why something failed; nothing while all is well. */
export const ErrorNotice = ({ error, action, onRetry, ...rest }: ErrorNoticeProps) =>
  error && (
    <Notice tone="danger" action={onRetry ? <Button onClick={() => onRetry()}>Try again</Button> : action} {...rest}>
      {error.sentence}
    </Notice>
  )

interface ListTroubleProps {
  /** A list as a query returns it. */
  list: { data: unknown; error: { sentence: string } | null; refetch: () => unknown }
  /** Shown if no rows are shown. */
  title?: string
}

/** What went wrong when a list could not be loaded or reloaded, with a retry button; nothing while all is well. */
export function ListTrouble({ list: { data, error, refetch }, title = '' }: ListTroubleProps) {
  const isShown = Array.isArray(data) ? data.length > 0 : data !== undefined
  return <ErrorNotice error={error} title={isShown ? 'This list may be out of date' : title} onRetry={refetch} />
}

interface MoreButtonProps {
  /** A list that is loaded page by page. */
  list: { hasNextPage?: boolean; isFetchingNextPage?: boolean; fetchNextPage?: () => unknown }
}

/** Loads the next page of a list; nothing at its end. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <Button className="justify-self-center" isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage?.()}>
      {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
    </Button>
  )
}
