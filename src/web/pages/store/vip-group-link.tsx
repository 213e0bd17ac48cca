import type { ReactNode } from 'react'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

/** Links to the VIP buyers' group, at the configured address; its place is kept until that is loaded, so nothing moves. */
export function VipGroupLink({ className, children }: { className: string; children: ReactNode }) {
  const { data: config } = useStoreConfig()
  if (!config) return <span className={`${className} invisible`}>{children}</span>
  if (!config.vipGroupUrl) return null
  return (
    <ExternalLink href={config.vipGroupUrl} className={className}>
      {children}
    </ExternalLink>
  )
}
