import { useQuery } from '@tanstack/react-query'
import { type LeadType, type Package, TIER_FACTS, type Tier } from '#contract/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesOf, packagesQuery, TIER_GROUPS } from './catalogue-data.ts'
import { type PackageAction, PackageRow } from './package-row.tsx'

interface PackageListProps {
  market: Market
  leadType: LeadType
  action: PackageAction
}

/** A county's packages of one lead type, in the three tier groups. */
export function PackageList({ market, leadType, action }: PackageListProps) {
  const { data: packages, error, isPending, refetch } = useQuery(packagesQuery(market))
  if (isPending) return <PackageListSkeleton />
  if (error) {
    return (
      <Notice
        tone="danger"
        title="The packages could not be loaded"
        className="mt-6"
        action={error.status !== 404 && <Button onClick={() => refetch()}>Try again</Button>}
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
  return groups.map((group) => <TierGroup key={group.title} {...group} action={action} />)
}

interface TierGroupProps {
  title: string
  tiers: readonly Tier[]
  packages: readonly Package[]
  action: PackageAction
}

function TierGroup({ title, tiers, packages, action }: TierGroupProps) {
  return (
    <section aria-label={title} className="mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="display text-xl">{title}</h3>
        <p className="figures text-sm text-muted">
          {tiers
            .map((tier) => `${tiers.length > 1 ? `${TIER_FACTS[tier].name} ` : 'Leads '}${TIER_FACTS[tier].age} old`)
            .join(' · ')}
        </p>
      </div>
      {tiers.map((tier) => (
        <ul
          key={tier}
          aria-label={TIER_FACTS[tier].name}
          className="mt-3 divide-y divide-line overflow-clip rounded-md border border-line bg-surface"
        >
          {packages
            .filter((one) => one.tier === tier)
            .map((one) => (
              <PackageRow key={one.id} package={one} action={action} />
            ))}
        </ul>
      ))}
    </section>
  )
}

function PackageListSkeleton() {
  return (
    <div className="mt-8">
      <LoadingWords>Loading packages</LoadingWords>
      {TIER_GROUPS.slice(0, 2).map((group) => (
        <div key={group.title} className="mb-8">
          <Skeleton className="mb-3 h-7 w-64" />
          <Skeleton className="h-80" />
        </div>
      ))}
    </div>
  )
}
