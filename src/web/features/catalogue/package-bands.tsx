import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import {
  fipsOf,
  type LeadType,
  type Package,
  SIZE_NAMES,
  SIZES,
  TIER_FACTS,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { usePromises } from '#web/lib/promises.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, NOT_ON_SALE_YET, packagesOf, packagesQuery, whyOut } from './catalogue-data.ts'
import { shownDeals } from './county-on-screen.ts'
import { CELL, commonOffers, type Deals, type PackageAction, PackageCell, type SoldOutAction } from './package-cell.tsx'
import { TierPromise } from './sample/tier-promise.tsx'
import { TierBadge } from './tier-badge.tsx'

type Props = {
  market: Market
  leadType: LeadType
  /** Chooses how what is added is delivered. */
  delivery: ReactNode
  action: PackageAction
  whenOut: SoldOutAction
  /** Whether the buyer has some of a package, perhaps its last. */
  isHeld: (one: Package) => boolean
  /** Where a tier is in stock nearby. */
  nearby: (tier: Tier) => ReactNode
}

const TIER_GROUPS: readonly { title: string; tiers: readonly Tier[] }[] = [
  { title: 'VIP Tier - Exclusive Access', tiers: ['vip'] },
  { title: 'Premier Tier - Semi-Exclusive', tiers: ['premier'] },
  { title: 'Premium & Standard Tier - Volume Options', tiers: ['premium', 'standard'] },
]

/** A row for each tier with a cell for each size. What is true of a row or of all is said once. */
export function PackageBands({ market, leadType, delivery, action, whenOut, isHeld, nearby }: Props) {
  const list = useQuery(packagesQuery(market))
  const { data, error, refetch } = list
  const isOnline = useIsOnline()
  const deals = shownDeals.use()
  useRetryOnceOnline(error !== null, refetch)
  if (list.isPending) return <BandsSkeleton />
  // What was loaded once stays on screen, dimmed: the visitor can still read and compare it.
  if (!data)
    return (
      <div className="mt-6">
        <ListTrouble list={list} title="The packages could not be loaded" />
      </div>
    )
  const packages = packagesOf(data, leadType, TIERS)
  if (packages.length === 0)
    return <p className="py-16 text-center text-muted">No packages available for this selection.</p>
  const common = commonOffers(packages, deals)
  const isStale = !isOnline || error !== null
  return (
    <div className={classes('group/bands', isStale && 'is-stale')}>
      <FactsOfAll delivery={delivery}>{common.told}</FactsOfAll>
      <SizeHeads>{TYPE_WORDS[leadType]}</SizeHeads>
      {TIER_GROUPS.map(({ title, tiers }) => {
        const bands = tiers
          .map((tier) => ({ tier, ofTier: packages.filter((one) => one.tier === tier) }))
          .filter(({ ofTier }) => ofTier.length > 0)
        return (
          bands.length > 0 && (
            <section key={title} aria-label={title}>
              {bands.map(({ tier, ofTier }, index) => (
                <Band
                  key={tier}
                  tier={tier}
                  leadType={leadType}
                  packages={ofTier}
                  title={index === 0 ? title : null}
                  isNamed={bands.length > 1}
                  known={common.words}
                  place={countyName({ ...market, fips: fipsOf(packages[0]?.id ?? '') })}
                  action={action}
                  whenOut={whenOut}
                  isHeld={isHeld}
                  nearby={nearby}
                />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

interface BandProps extends Pick<Props, 'leadType' | 'action' | 'whenOut' | 'isHeld' | 'nearby'> {
  tier: Tier
  packages: readonly Package[]
  /** Of the group of tiers that this one begins. */
  title: string | null
  /** Whether its group has others. */
  isNamed: boolean
  /** Offers that are said of all packages. */
  known: readonly string[]
  place: string
}

function Band({ tier, leadType, packages, title, isNamed, known, place, action, whenOut, isHeld, nearby }: BandProps) {
  const deals = shownDeals.use()
  const factsId = useId()
  const own = commonOffers(packages, deals, known)
  const isOut = packages.every((one) => one.available <= 0 && !isHeld(one))
  const lowest = lowestPerLead(packages, deals)
  const [smallest] = packages
  return (
    <div className={BAND}>
      <div className="flex flex-wrap items-baseline gap-x-2 lg:block">
        {title && <h3 className="display text-base leading-5 xl:text-lg xl:leading-6">{title}</h3>}
        <p className="flex items-baseline gap-2 lg:mt-1">
          {isNamed && <strong className="text-sm font-semibold">{TIER_FACTS[tier].name}</strong>}
          <TierBadge tier={tier} />
        </p>
        <TierPromise id={factsId} tier={tier} leadType={leadType} offers={own.told} />
      </div>
      {isOut && smallest ? (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-md border border-line bg-sunken px-3 py-1.5 text-sm">
          <p>
            {TIER_FACTS[tier].name} is {whyOut(packages) === NOT_ON_SALE_YET ? NOT_ON_SALE_YET : 'sold out'} in {place}.
          </p>
          {whenOut({ package: smallest, describedBy: factsId, isOfTier: true })}
          {nearby(tier)}
        </div>
      ) : (
        <ul aria-label={TIER_FACTS[tier].name} className={CELLS}>
          {packages.map((one) => (
            <PackageCell
              key={one.id}
              package={one}
              known={[...known, ...own.words]}
              isLowest={one.id === lowest}
              isHeld={isHeld(one)}
              factsId={factsId}
              action={action}
              whenOut={whenOut}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The package of a tier whose leads cost least, among those in stock; none if several cost the same. */
function lowestPerLead(packages: readonly Package[], deals: Deals): Package['id'] | undefined {
  const inStock = packages.filter(({ available }) => available > 0)
  const perLead = ({ id, price, size }: Package) => (deals.get(id)?.price ?? price) / size
  const [first, second] = inStock.toSorted((a, b) => perLead(a) - perLead(b))
  return first && second && perLead(first) < perLead(second) ? first.id : undefined
}

const TYPE_WORDS: Readonly<Record<LeadType, string>> = {
  vacant: 'Nobody lives there, so the owner may want to sell.',
  owner: 'The owner lives there, so mail and visits reach them.',
  landlord: 'The owner lives elsewhere and may be tired of renting.',
}

/** What the lead type is, and the sizes above their columns, for the eye: each package names its own. */
const SizeHeads = ({ children }: { children?: ReactNode }) => (
  <div className={BAND}>
    <p className="min-h-4 text-xs leading-4 text-muted">{children}</p>
    <div aria-hidden="true" className="grid grid-cols-4 max-lg:hidden">
      {SIZES.map((size) => (
        <p key={size} className="figures px-3 leading-5 font-semibold">
          {size} leads
          <span className="block text-xs leading-4 font-normal text-muted">{SIZE_NAMES[size]}</span>
        </p>
      ))}
    </div>
  </div>
)

/** The tier beside its cells, or above its rows on a phone. */
const BAND =
  'mt-2 grid grid-cols-1 gap-x-4 gap-y-1 lg:grid-cols-[min(12rem,25%)_minmax(0,1fr)] xl:grid-cols-[min(15rem,25%)_minmax(0,1fr)]'

function useRetryOnceOnline(hasFailed: boolean, retry: () => unknown): void {
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])
}

/** What is true of every package, and where to begin. */
const FactsOfAll = ({ delivery, children }: { delivery?: ReactNode; children?: ReactNode }) => (
  <div className="mt-2 flex min-h-16 items-start gap-x-3 lg:mt-3 lg:min-h-15 lg:gap-x-4 xl:min-h-11">
    <div className="shrink-0">{delivery}</div>
    <p className="figures text-xs leading-4 text-muted lg:text-sm lg:leading-5">
      {/* Offers and promises come late, in either order: each has its own lines, so neither moves the other. */}
      <span className="block min-h-8 lg:min-h-5">
        Delivered within {DELIVERY_HOURS.promised} hours. {children}
      </span>
      <span className="max-lg:hidden">New here? Call alone: VIP · Balance: Premier · Most leads: Standard. </span>
      {usePromises().guarantee}
    </p>
  </div>
)

/** Rows on a phone, else cells side by side. Each draws its right and lower line; the last are cut off. */
const CELLS =
  'grid overflow-clip rounded-md border border-line bg-surface max-lg:divide-y max-lg:divide-line group-[.is-stale]/bands:bg-sunken lg:grid-cols-4'

function BandsSkeleton() {
  return (
    <div>
      <LoadingWords>Loading packages</LoadingWords>
      <FactsOfAll />
      <SizeHeads />
      {TIERS.map((tier) => (
        <div key={tier} className={BAND}>
          <div className="h-11 lg:h-auto">
            <Skeleton className="h-5 w-44" />
          </div>
          <div className={CELLS}>
            {SIZES.map((size) => (
              <div key={size} className={CELL}>
                <Skeleton className="h-5 w-24" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
