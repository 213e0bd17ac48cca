import type { ReactNode } from 'react'

type Props = { href: string; className?: string; children: ReactNode }
/** A link to another site: a new tab without a referrer, marked as such. */
export const ExternalLink = ({ href, className, children }: Props) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
