import type { ReactNode } from 'react'

interface BriefNoticeProps {
  isDanger?: boolean
  children: ReactNode
  /** What to do about it. */
  action?: ReactNode
  className?: string
}

/** A notice without icon and title, for pages that count every kilobyte of their first load. */
export const BriefNotice = ({ isDanger, children, action, className }: BriefNoticeProps) => (
  <div
    role={isDanger ? 'alert' : 'status'}
    className={`rounded-md border p-4 text-sm ${isDanger ? 'border-danger/40 bg-danger-quiet' : 'border-line bg-surface'} ${className}`}
  >
    {children}
    {action && <div className="mt-3">{action}</div>}
  </div>
)
