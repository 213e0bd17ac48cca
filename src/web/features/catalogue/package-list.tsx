import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LeadType, type Package, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesOf, packagesQuery, TIER_GROUPS } from './catalogue-data.ts'
import { type PackageAction, PackageRow } from './package-row.tsx'
import { TierPromise } from './sample/tier-promise.tsx'

interface PackageListProps {
  market: Market
  leadType: LeadType
  action: PackageAction
}

/** A county's packages of one lead type, in the three tier groups. */
export function PackageList({ market, leadType, action }: PackageListProps) {
  const { data: packages, error, isPending, refetch } = useQuery(packagesQuery(market))
  useRetryOnceOnline(error !== null, refetch)
  if (isPending) return <PackageListSkeleton />
  if (error) {
    return (
      <Notice
        tone="danger"
        title="The packages could not be loaded"
        className="mt-6"
        action={<Button onClick={() => refetch()}>Try again</Button>}
      >
        {error.sentence}
      </Notice>
    )
  }
  const groups = TIER_GROUPS.map(({ title, tiers }) => ({
    title,
    tiers,
    packages: packagesOf(packages, leadType, tiers),
  })).filter((group) => group.packages.length > 0)
  if (groups.length === 0) {
    return <p className="py-16 text-center text-muted">No packages available for this selection.</p>
  }
  return groups.map((group) => <TierGroup key={group.title} {...group} leadType={leadType} action={action} />)
}

/** When the connection comes back, retries without a click. */
function useRetryOnceOnline(hasFailed: boolean, retry: () => unknown): void {
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])
}

interface TierGroupProps {
  title: string
  tiers: readonly Tier[]
  packages: readonly Package[]
  leadType: LeadType
  action: PackageAction
}

function TierGroup({ title, tiers, packages, leadType, action }: TierGroupProps) {
  return (
    <section aria-label={title} className="mt-8">
      <h3 className="display text-xl">{title}</h3>
      {tiers.map((tier) => (
        <div key={tier} className="mt-1 not-last:mb-5">
          <TierPromise tier={tier} leadType={leadType} isNamed={tiers.length > 1} />
          <ul
            aria-label={TIER_FACTS[tier].name}
            className="mt-2 divide-y divide-line overflow-clip rounded-md border border-line bg-surface"
          >
            {packages
              .filter((one) => one.tier === tier)
              .map((one) => (
                <PackageRow key={one.id} package={one} action={action} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** After this long without a reply, silence would look like an error. */
const SLOW_MS = 6_000
const ROWS = ['20', '30', '50', '100'] as const

/** Rows in the size of real ones, so nothing moves when those arrive. */
function PackageListSkeleton() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div>
      <LoadingWords>{isSlow ? 'Still loading packages; the connection is slow' : 'Loading packages'}</LoadingWords>
      {TIER_GROUPS.flatMap(({ title, tiers }) => (
        <div key={title} className="mt-8">
          <p aria-hidden="true" className="display text-xl text-muted">
            {title}
          </p>
          {tiers.map((tier) => (
            <div key={tier} className="mt-1 not-last:mb-5">
              <p aria-hidden="true" className="min-h-5 text-sm text-muted max-sm:min-h-10">
                {isSlow && tier === 'vip' ? 'Still loading. The connection is slow.' : '\u00a0'}
              </p>
              <div className="mt-2 divide-y divide-line rounded-md border border-line bg-surface">
                {ROWS.map((row) => (
                  <div key={row} className="h-66 px-4 py-4 sm:px-5 lg:h-24">
                    <Skeleton className="h-5 w-44" />
                    <Skeleton className="mt-2 h-4 w-4/5 max-w-96" />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
