import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { query } from '#web/lib/query.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

/** Links to the VIP buyers' group, at the configured address; its place is kept until that is loaded, so nothing moves. */
export function VipGroupLink({ className, children }: { className: string; children: ReactNode }) {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  if (!config) return <span className={`${className} invisible`}>{children}</span>
  if (!config.vipGroupUrl) return null
  return (
    <ExternalLink href={config.vipGroupUrl} className={className}>
      {children}
    </ExternalLink>
  )
}
