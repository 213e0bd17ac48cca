import type { ReactNode } from 'react'

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
