import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AttentionKind } from '#contract/admin/attention.ts'
import { paths } from '#web/paths.ts'

const SECTIONS = {
  cash_app: 'cash-app',
  fulfilment: 'fulfilment',
  shortfalls: 'fulfilment',
  claims: 'claims',
  disputes: 'disputes',
  unknown_payments: 'refunds',
  refunds: 'refunds',
  messages: 'messages',
  held_messages: 'messages',
  jobs: 'jobs',
  disk: 'jobs',
  backups: 'jobs',
  log: 'jobs',
} as const

interface AttentionLinkProps {
  kind: AttentionKind
  className: string
  children: ReactNode
}

/** Links to where something of a kind is handled. */
export function AttentionLink({ kind, className, children }: AttentionLinkProps) {
  if (kind === 'links' || kind === 'cash_app_links')
    return (
      <Link
        to={paths.sales}
        search={{ tab: 'requests', ...(kind === 'links' ? { expiring: 'soon' } : { cashApp: 'chosen' }) }}
        className={className}
      >
        {children}
      </Link>
    )
  if (kind === 'low_stock')
    return (
      <Link to={paths.admin} search={{ tab: 'inventory', left: 'fallen' }} className={className}>
        {children}
      </Link>
    )
  return (
    <Link
      to={paths.adminSection}
      params={{ section: SECTIONS[kind] }}
      // Failures are listed with sent messages, including those waiting for their next try.
      search={kind === 'messages' || kind === 'held_messages' ? { status: 'failed' } : {}}
      className={className}
    >
      {children}
    </Link>
  )
}
