import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminSection } from '#contract/admin/page-names.ts'
import { paths, type TeamSearch } from '#web/paths.ts'

interface SectionLinkProps {
  section: AdminSection
  search?: TeamSearch
  id?: string
  className?: string
  children: ReactNode
}

/** A link to another page of the dashboard. */
export const SectionLink = ({ section, search = {}, id, className, children }: SectionLinkProps) => (
  <Link
    to={paths.adminSection}
    params={{ section }}
    search={search}
    id={id}
    className={className ?? 'font-semibold text-accent hover:underline'}
  >
    {children}
  </Link>
)
