import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type LeadType, type Package, TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesOf, packagesQuery, TIER_GROUPS } from './catalogue-data.ts'
import { commonOffers } from './common-offers.ts'
import { type PackageAction, PackageCell, type SoldOutAction } from './package-cell.tsx'
import { TierPromise } from './sample/tier-promise.tsx'
import { shownDeals } from './shown-deals.ts'
import { TierBadge } from './tier-badge.tsx'

interface PackageBandsProps {
  market: Market
  leadType: LeadType
  action: PackageAction
  whenOut?: SoldOutAction
}

/**
 * A county's packages of one lead type: a band for each tier, in it a cell for each size. What is true of a whole band,
 * or of all of them, is shown once above it.
 */
export function PackageBands({ market, leadType, action, whenOut }: PackageBandsProps) {
  const { data, error, isPending, refetch } = useQuery(packagesQuery(market))
  const isOnline = useIsOnline()
  const deals = shownDeals.use()
  useRetryOnceOnline(error !== null, refetch)
  if (isPending) return <BandsSkeleton />
  // What was loaded once stays on screen, dimmed: the visitor can still read and compare it.
  if (!data) {
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
  const packages = packagesOf(data, leadType, TIERS)
  if (packages.length === 0) {
    return <p className="py-16 text-center text-muted">No packages available for this selection.</p>
  }
  const common = commonOffers(packages, deals)
  const isStale = !isOnline || error !== null
  const ofTier = (tier: Tier | undefined) => packages.filter((one) => one.tier === tier)
  const ownOf = (tier: Tier | undefined) => commonOffers(ofTier(tier), deals).filter((one) => !common.includes(one))
  return (
    <div className={classes('group/bands', isStale && 'is-stale')}>
      <FactsOfAll>
        {common.length > 0 && `Offers counted here: ${listed(common)}. `}
        {packages.some(({ id }) => deals.get(id)?.extraLeads) && 'Extra leads are not counted in the price per lead.'}
      </FactsOfAll>
      {TIER_GROUPS.map(({ title, tiers }) => {
        const shown = tiers.filter((tier) => ofTier(tier).length > 0)
        return (
          shown.length > 0 && (
            <section key={title} aria-label={title} className="mt-3 sm:mt-6">
              <BandTitle
                title={title}
                tiers={tiers}
                leadType={leadType}
                own={tiers.length === 1 ? ownOf(tiers[0]) : []}
              />
              <div>
                {shown.map((tier) => (
                  <TierBand
                    key={tier}
                    tier={tier}
                    leadType={leadType}
                    hasTitle={tiers.length > 1}
                    packages={ofTier(tier)}
                    known={common}
                    own={ownOf(tier)}
                    action={action}
                    whenOut={whenOut}
                  />
                ))}
              </div>
            </section>
          )
        )
      })}
    </div>
  )
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words)

/** When the connection comes back, retries without a click. */
function useRetryOnceOnline(hasFailed: boolean, retry: () => unknown): void {
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])
}

/** What is true of every package. Its space is kept, because offers arrive after the packages. */
function FactsOfAll({ children }: { children: ReactNode }) {
  return (
    <p className="figures mt-2 -mb-1 min-h-8 text-xs leading-4 text-muted sm:mt-3 sm:-mb-3 sm:min-h-5 sm:leading-5 lg:text-sm">
      Delivered within {DELIVERY_HOURS.promised} hours. {children}
    </p>
  )
}

interface BandTitleProps {
  title: string
  tiers: readonly Tier[]
  leadType: LeadType
  /** The offers of the one tier, beyond those named above all bands. */
  own: readonly string[]
}

/** A group of one tier has its facts beside its title; in a group of several, each tier has its own. */
function BandTitle({ title, tiers, leadType, own }: BandTitleProps) {
  const [tier] = tiers
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2 sm:gap-x-4">
      <h3 className="display text-lg leading-6 sm:text-xl">{title}</h3>
      {tiers.length === 1 && tier && (
        <>
          <TierPromise
            tier={tier}
            leadType={leadType}
            isNamed={false}
            offers={own}
            className="max-sm:order-last max-sm:w-full sm:grow sm:basis-0"
          />
          <TierBadge tier={tier} />
        </>
      )}
    </div>
  )
}

interface TierBandProps {
  tier: Tier
  leadType: LeadType
  /** Whether it shares its title with another tier. */
  hasTitle: boolean
  packages: readonly Package[]
  /** The offers that were named above all bands. */
  known: readonly string[]
  own: readonly string[]
  action: PackageAction
  whenOut: SoldOutAction | undefined
}

function TierBand({ tier, leadType, hasTitle, packages, known, own, action, whenOut }: TierBandProps) {
  const { name } = TIER_FACTS[tier]
  return (
    <div className="not-first:mt-2 sm:not-first:mt-4">
      {hasTitle && (
        <div className="flex items-baseline justify-between gap-x-4">
          <TierPromise tier={tier} leadType={leadType} isNamed offers={own} className="grow" />
          <TierBadge tier={tier} />
        </div>
      )}
      <ul aria-label={name} className={CELLS}>
        {packages.map((one) => (
          <PackageCell key={one.id} package={one} known={[...known, ...own]} action={action} whenOut={whenOut} />
        ))}
      </ul>
    </div>
  )
}

/** Rows on a phone, cells side by side in a wider window. Each cell draws its right and lower line; the last are cut off. */
const CELLS =
  'mt-1 grid overflow-clip rounded-md border border-line bg-surface group-[.is-stale]/bands:bg-sunken sm:mt-2 sm:grid-cols-2 lg:grid-cols-4'

/** After this long without a reply, silence would look like an error. */
const SLOW_MS = 6_000
const CELL_KEYS = ['20', '30', '50', '100'] as const

/** Bands in the size of real ones. */
function BandsSkeleton() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div>
      <LoadingWords>{isSlow ? 'Still loading packages; the connection is slow' : 'Loading packages'}</LoadingWords>
      <FactsOfAll>{isSlow && <span aria-hidden="true">Still loading. The connection is slow.</span>}</FactsOfAll>
      {TIER_GROUPS.map(({ title, tiers }) => (
        <div key={title} className="mt-3 sm:mt-6">
          <p aria-hidden="true" className="display text-lg leading-6 text-muted sm:text-xl">
            {title}
          </p>
          {tiers.map((tier) => (
            <div key={tier} className="not-nth-2:mt-2 sm:not-nth-2:mt-4">
              <p className={tiers.length === 1 ? 'h-4 sm:hidden' : 'h-8 sm:h-5'} />
              <div className={CELLS}>
                {CELL_KEYS.map((key) => (
                  <div key={key} className="-mr-px -mb-px h-22 border-r border-b border-line px-3 py-2 sm:h-44 sm:p-4">
                    <Skeleton className="h-5 w-36" />
                    <Skeleton className="mt-2 h-4 w-24" />
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
