import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { usePromises } from '#web/lib/promises.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, NOT_ON_SALE_YET, packagesOf, packagesQuery, whyOut } from './catalogue-data.ts'
import { shownDeals } from './county-on-screen.ts'
import { CELL, commonOffers, type Deals, type PackageAction, PackageCell, type SoldOutAction } from './package-cell.tsx'
import { TierPromise } from './sample/tier-promise.tsx'
import { FreeLeads, TierBadge } from './tier-badge.tsx'

type Props = {
  market: Market
  leadType: catalogue.LeadType
  delivery: ReactNode
  isByText: boolean
  action: PackageAction
  whenOut: SoldOutAction
  /** Whether the buyer has some of a package, perhaps its last. */
  isHeld: (one: catalogue.Package) => boolean
  nearby: (tier: catalogue.Tier) => ReactNode
}

const TIER_GROUPS: readonly { title: string; tiers: readonly catalogue.Tier[] }[] = [
  { title: 'VIP Tier - Exclusive Access', tiers: ['vip'] },
  { title: 'Premier Tier - Semi-Exclusive', tiers: ['premier'] },
  { title: 'Premium & Standard Tier - Volume Options', tiers: ['premium', 'standard'] },
]

/** A row for each tier with a cell for each size. What is true of a row or of all is said once. */
export function PackageBands({ market, delivery, isByText, ...shared }: Props) {
  const { leadType } = shared
  const list = useQuery(packagesQuery(market))
  const { data, error, refetch } = list
  const isOnline = useIsOnline()
  const deals = shownDeals.use()
  useEffect(() => {
    if (error === null) return
    const retry = () => void refetch()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [error, refetch])
  if (list.isPending) return <BandsSkeleton leadType={leadType} />
  // What was loaded once stays on screen, dimmed: the visitor can still read and compare it.
  if (!data)
    return (
      <div className="mt-6">
        <ListTrouble list={list} title="The packages could not be loaded" />
      </div>
    )
  const packages = packagesOf(data, leadType, catalogue.TIERS)
  if (packages.length === 0)
    return <p className="py-16 text-center text-muted">No packages available for this selection.</p>
  const free = commonExtra(packages, deals)
  const known = free > 0 ? [`${formatPlural(free, 'extra lead')} free`] : []
  const common = commonOffers(packages, deals, known)
  const isStale = !isOnline || error !== null
  return (
    <div className={classes('group/bands @container', isStale && 'is-stale')}>
      <TierChips packages={packages} deals={deals} />
      <FactsOfAll leadType={leadType} delivery={delivery} isByText={isByText}>
        {common.told}
      </FactsOfAll>
      <SizeHeads free={free} />
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
                  {...shared}
                  market={market}
                  tier={tier}
                  packages={ofTier}
                  title={index === 0 ? title : null}
                  isNamed={bands.length > 1}
                  known={[...known, ...common.words]}
                  place={countyName({ ...market, fips: catalogue.fipsOf(packages[0]?.id ?? '') })}
                />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

const CHIPS = 'mt-2 grid min-h-12 grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-1 lg:hidden'
/** On a phone, sixteen rows are three screens: what each tier starts at, and the way to its rows. */
const TierChips = ({ packages, deals }: { packages: readonly catalogue.Package[]; deals: Deals }) => (
  <nav aria-label="Tiers" className={CHIPS}>
    {catalogue.TIERS.map((tier) => {
      const prices = packages.filter((one) => one.tier === tier).map(({ id, price }) => deals.get(id)?.price ?? price)
      return (
        prices.length > 0 && (
          <a
            key={tier}
            href={`#${tier}`}
            className="figures grid place-content-center rounded-md border border-control bg-surface py-1 text-center text-xs leading-4 hover:border-accent"
          >
            {catalogue.TIER_FACTS[tier].name}
            <strong className="text-sm font-semibold">{formatPrice(Math.min(...prices))}</strong>
          </a>
        )
      )
    })}
  </nav>
)

interface BandProps extends Pick<Props, 'market' | 'leadType' | 'action' | 'whenOut' | 'isHeld' | 'nearby'> {
  tier: catalogue.Tier
  packages: readonly catalogue.Package[]
  title: string | null
  isNamed: boolean
  known: readonly string[]
  place: string
}

function Band({
  market,
  tier,
  leadType,
  packages,
  title,
  isNamed,
  known,
  place,
  action,
  whenOut,
  isHeld,
  nearby,
}: BandProps) {
  const deals = shownDeals.use()
  const factsId = useId()
  const own = commonOffers(packages, deals, known)
  const isOut = packages.every((one) => one.available <= 0 && !isHeld(one))
  const lowest = lowestPerLead(packages, deals)
  const [smallest] = packages
  return (
    <div id={tier} className={classes(BAND, 'scroll-mt-4')}>
      <div className="flex flex-wrap items-baseline gap-x-2 lg:block">
        {title && <h3 className="display text-base xl:text-lg">{title}</h3>}
        <p className={classes('flex items-baseline gap-2 lg:mt-1', isNamed && title && 'max-lg:mt-2 max-lg:w-full')}>
          {isNamed && <strong className="text-sm font-semibold">{catalogue.TIER_FACTS[tier].name}</strong>}
          <TierBadge tier={tier} />
        </p>
        <TierPromise id={factsId} tier={tier} leadType={leadType} market={market} offers={own.told} />
      </div>
      {isOut && smallest ? (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-md border border-line bg-sunken px-3 py-1.5 text-sm">
          <p>
            {catalogue.TIER_FACTS[tier].name} is {whyOut(packages) === NOT_ON_SALE_YET ? NOT_ON_SALE_YET : 'sold out'}{' '}
            in {place}.
          </p>
          {whenOut({ package: smallest, describedBy: factsId, isOfTier: true })}
          {nearby(tier)}
        </div>
      ) : (
        <ul aria-label={catalogue.TIER_FACTS[tier].name} className={CELLS}>
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
function lowestPerLead(packages: readonly catalogue.Package[], deals: Deals): catalogue.Package['id'] | undefined {
  const inStock = packages.filter(({ available }) => available > 0)
  const perLead = ({ id, price, size }: catalogue.Package) => (deals.get(id)?.price ?? price) / size
  const [first, second] = inStock.toSorted((a, b) => perLead(a) - perLead(b))
  return first && second && perLead(first) < perLead(second) ? first.id : undefined
}

/** The leads that each of the packages has on top of its size; 0 if they differ. */
function commonExtra(packages: readonly catalogue.Package[], deals: Deals): number {
  const [first = 0, ...others] = packages.map(({ id }) => deals.get(id)?.extraLeads ?? 0)
  return others.every((extra) => extra === first) ? first : 0
}

const TYPE_WORDS: Readonly<Record<catalogue.LeadType, string>> = {
  vacant: 'nobody lives in the home, so the owner may want to sell.',
  owner: 'the owner lives in the home, so mail and visits reach them.',
  landlord: 'the owner lives elsewhere and may be tired of renting.',
}

/** The sizes above their columns, for the eye: each package names its own. */
const SizeHeads = ({ free }: { free: number }) => (
  <div className={classes(BAND, 'max-lg:hidden lg:pt-1')}>
    <div aria-hidden="true" className="col-start-2 grid grid-cols-4">
      {catalogue.SIZES.map((size) => (
        <p key={size} className="figures px-3 leading-5 font-semibold">
          {size} leads
          <FreeLeads count={free} />
          <span className="block text-xs leading-4 font-normal text-muted">{catalogue.SIZE_NAMES[size]}</span>
        </p>
      ))}
    </div>
  </div>
)

const BAND =
  'mt-6 grid grid-cols-1 gap-x-4 gap-y-2 lg:mt-2.5 lg:grid-cols-[min(12rem,25%)_minmax(0,1fr)] xl:grid-cols-[min(15rem,25%)_minmax(0,1fr)]'

type FactsProps = { leadType: catalogue.LeadType; delivery?: ReactNode; isByText?: boolean; children?: ReactNode }
/** What the lead type is, where to begin, and what is true of every package. */
const FactsOfAll = ({ leadType, delivery, isByText = false, children }: FactsProps) => (
  <div className="figures mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm leading-5 [grid-template-areas:'type_type'_'advice_advice'_'delivery_words'] @max-[17rem]:grid-cols-1 @max-[17rem]:[grid-template-areas:'type'_'advice'_'delivery'_'words'] lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-y-0.5 lg:[grid-template-areas:'type_delivery'_'advice_delivery'_'words_words']">
    <p className="min-h-10 [grid-area:type] sm:min-h-5">
      <strong className="font-semibold">{catalogue.LEAD_TYPE_NAMES[leadType]}:</strong> {TYPE_WORDS[leadType]}
    </p>
    <p className="[grid-area:advice]">
      <strong className="font-semibold">New here?</strong> Start with <strong className="text-premium">Premium</strong>:
      fresher than Standard. <strong className="text-vip">VIP</strong> for no competition,{' '}
      <strong className="text-premier">Premier</strong> for a balance,{' '}
      <strong className="text-standard">Standard</strong> for the most calls per dollar.
    </p>
    <div className="min-h-8.5 [grid-area:delivery]">{delivery}</div>
    {/* Offers and promises come late, so they have room. */}
    <p className="min-h-16 text-muted [grid-area:words] max-sm:text-[0.8125rem] max-sm:leading-4 lg:min-h-5">
      <span aria-live="polite">We {isByText ? 'text' : 'email'} you a link to your leads</span> within{' '}
      {DELIVERY_HOURS.promised} hours. {children} {usePromises().guarantee}
    </p>
  </div>
)

/** Rows on a phone, else cells side by side. Each draws its right and lower line; the last are cut off. */
const CELLS =
  'grid overflow-clip rounded-md border border-line bg-surface max-lg:divide-y max-lg:divide-line group-[.is-stale]/bands:bg-sunken lg:grid-cols-4'

const BandsSkeleton = ({ leadType }: { leadType: catalogue.LeadType }) => (
  <div className="@container">
    <LoadingWords>Loading packages</LoadingWords>
    <div className={CHIPS} />
    <FactsOfAll leadType={leadType} />
    {catalogue.TIERS.map((tier) => (
      <div key={tier} className={BAND}>
        <Skeleton className="h-12 w-44" />
        <div className={CELLS}>
          {catalogue.SIZES.map((size) => (
            <Skeleton key={size} className={classes(CELL, 'rounded-none')} />
          ))}
        </div>
      </div>
    ))}
  </div>
)
