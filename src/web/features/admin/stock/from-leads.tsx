import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import type { Ref } from 'react'
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { paths } from '#web/paths.ts'
import type { Place } from './stock-data.ts'
import { leadsLeftWords } from './stock-rules.ts'

/** Marks stock that is not set by hand. */
export function FromLeadsMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold whitespace-nowrap text-muted">
      <FileUp size={12} aria-hidden="true" />
      From leads
    </span>
  )
}

interface FollowsFromLeadsProps {
  place: Place
  pool: BackedPool
  /** Gets the focus instead of the count when a package is selected. */
  wayRef: Ref<HTMLAnchorElement>
}

/** Shown instead of a count: why it cannot be set, and where the stock comes from. */
export function FollowsFromLeads({ place, pool, wayRef }: FollowsFromLeadsProps) {
  const { state, county } = place
  const link = 'font-semibold text-accent hover:underline'
  return (
    <div role="status" className="col-span-full grid gap-1 rounded-md border border-line bg-sunken p-4 text-sm">
      <p>
        This stock comes from leads.{' '}
        <Link ref={wayRef} to={paths.adminSection} params={{ section: 'lead-files' }} className={link}>
          Upload a lead file
        </Link>{' '}
        to change it. {leadsLeftWords(pool.leads)}
      </p>
      <p className="text-muted">
        To set a count by hand again, open{' '}
        <Link to={paths.adminSection} params={{ section: 'leads' }} search={{ state, county }} className={link}>
          the leads of {county}, {state}
        </Link>
        .
      </p>
    </div>
  )
}
