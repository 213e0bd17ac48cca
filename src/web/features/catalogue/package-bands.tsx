import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type LeadType, TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type Market, packagesOf, packagesQuery, TIER_GROUPS } from './catalogue-data.ts'
import { shownDeals } from './county-on-screen.ts'
import { commonOffers, type PackageAction, PackageCell, type SoldOutAction } from './package-cell.tsx'
import { TierPromise } from './sample/tier-promise.tsx'
import { TierBadge } from './tier-badge.tsx'

type Props = { market: Market; leadType: LeadType; action: PackageAction; whenOut?: SoldOutAction | undefined }
/** A band for each tier, in it a cell for each size. What is true of a whole band is shown once above it. */
export function PackageBands({ market, leadType, action, whenOut }: Props) {
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
  const ofTier = (tier: Tier) => packages.filter((one) => one.tier === tier)
  const ownOf = (tier: Tier) => commonOffers(ofTier(tier), deals).filter((one) => !common.includes(one))
  const promise = (tier: Tier, isNamed: boolean) => (
    <>
      <TierPromise
        tier={tier}
        leadType={leadType}
        isNamed={isNamed}
        offers={ownOf(tier)}
        className={isNamed ? 'grow' : 'max-sm:order-last max-sm:w-full sm:grow sm:basis-0'}
      />
      <TierBadge tier={tier} />
    </>
  )
  return (
    <div className={classes('group/bands', isStale && 'is-stale')}>
      <FactsOfAll>
        {common.length > 0 && `Offers counted here: ${listed(common)}. `}
        {packages.some(({ id }) => deals.get(id)?.extraLeads) && 'Extra leads are not counted in the price per lead.'}
      </FactsOfAll>
      {TIER_GROUPS.map(({ title, tiers }) => {
        const shown = tiers.filter((tier) => ofTier(tier).length > 0)
        // A group of one tier has its facts beside its title; in a group of several, each tier has its own.
        const only = tiers.length === 1 && tiers[0]
        return (
          shown.length > 0 && (
            <section key={title} aria-label={title} className="mt-3 sm:mt-6">
              <div className="flex flex-wrap items-baseline justify-between gap-x-2 sm:gap-x-4">
                <h3 className="display text-lg leading-6 sm:text-xl">{title}</h3>
                {only && promise(only, false)}
              </div>
              <div>
                {shown.map((tier) => (
                  <div key={tier} className="not-first:mt-2 sm:not-first:mt-4">
                    {!only && <div className="flex items-baseline justify-between gap-x-4">{promise(tier, true)}</div>}
                    <ul aria-label={TIER_FACTS[tier].name} className={CELLS}>
                      {ofTier(tier).map((one) => {
                        const known = [...common, ...ownOf(tier)]
                        return (
                          <PackageCell key={one.id} package={one} known={known} action={action} whenOut={whenOut} />
                        )
                      })}
                    </ul>
                  </div>
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

function useRetryOnceOnline(hasFailed: boolean, retry: () => unknown): void {
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])
}

const FactsOfAll = ({ children }: { children: ReactNode }) => (
  <p className="figures mt-2 -mb-1 min-h-8 text-xs leading-4 text-muted sm:mt-3 sm:-mb-3 sm:min-h-5 sm:leading-5 lg:text-sm">
    Delivered within {DELIVERY_HOURS.promised} hours. {children}
  </p>
)

/** Rows on a phone, else cells side by side. Each draws its right and lower line; the last are cut off. */
const CELLS =
  'mt-1 grid overflow-clip rounded-md border border-line bg-surface group-[.is-stale]/bands:bg-sunken sm:mt-2 sm:grid-cols-2 lg:grid-cols-4'

/** After this long without a reply, silence would look like an error. */
const SLOW_MS = 6_000
const CELL_KEYS = ['20', '30', '50', '100'] as const

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
