import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import {
  LEAD_TYPE_NAMES,
  LEAD_TYPES,
  type LeadType,
  type Package,
  packageKeyOf,
} from '#contract/catalogue/catalogue.ts'
import { type Market, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { CountyHeader } from '#web/features/catalogue/county-header.tsx'
import { PackageList } from '#web/features/catalogue/package-list.tsx'
import { rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { AddToCartButton } from '#web/features/orders/cart/add-to-cart-button.tsx'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { loadCompareView, loadLivePackages, loadNeighborsInStock, nothing, partMissing } from './late-parts.tsx'

const LEAD_TYPE_TABS = LEAD_TYPES.map((value) => ({ value, label: LEAD_TYPE_NAMES[value] }))

interface CountyOnSaleProps {
  market: Market
  leadType: LeadType
  search: LeadsSearch
  takesFocus: RefObject<boolean>
  onTypeChange: (leadType: LeadType) => void
}

/** One county: its header, its packages by lead type as a list or side by side, kept up to date while visible. */
export function CountyOnSale({ market, leadType, search, takesFocus, onTypeChange }: CountyOnSaleProps) {
  const { state, county } = market
  const { data: packages } = useQuery(packagesQuery(market))
  const keep: LeadsSearch = {
    ...(search.type ? { type: search.type } : {}),
    ...(search.view === 'compare' ? { view: search.view } : {}),
  }
  const isComparing = search.view === 'compare'
  const fips = packages?.[0] && packageKeyOf(packages[0].id).fips
  const ofType = packages?.filter((one) => one.leadType === leadType)
  const isSoldOut = packages?.every(isOut)
  const isShown = packages !== undefined

  // Only a county that was really shown is remembered, so a mistyped URL is not offered again.
  useEffect(() => {
    if (isShown) rememberCounty({ state, county })
  }, [isShown, state, county])

  return (
    <>
      <CountyHeader market={market} keep={keep} takesFocus={takesFocus} />
      <div className="mt-5">
        <Tabs label="Lead type" tabs={LEAD_TYPE_TABS} value={leadType} onChange={onTypeChange}>
          {fips && ofType?.every(isOut) && (
            <LatePart
              load={loadNeighborsInStock}
              props={{
                fips,
                state,
                keep,
                county,
                leadType: isSoldOut ? null : leadType,
                out: isSoldOut ? packages : ofType,
              }}
              waiting={<Skeleton className="mt-6 h-44 sm:h-37" />}
              failed={nothing}
            />
          )}
          <ViewSwitch search={search} isComparing={isComparing} />
          {isComparing && packages ? (
            <LatePart
              load={loadCompareView}
              props={{ market, leadType }}
              waiting={<Skeleton className="mt-6 h-140" />}
              failed={partMissing('The comparison')}
            />
          ) : (
            <PackageList market={market} leadType={leadType} action={(choice) => <AddToCartButton {...choice} />} />
          )}
        </Tabs>
      </div>
      {isShown && <LatePart load={loadLivePackages} props={{ market, leadType }} failed={nothing} />}
    </>
  )
}

const isOut = ({ available }: Package) => available <= 0

/** The two views of the same packages, as links because each has a URL. */
function ViewSwitch({ search: { view: _view, ...place }, isComparing }: { search: LeadsSearch; isComparing: boolean }) {
  const linkClasses = (isCurrent: boolean) =>
    classes(
      'inline-flex min-h-10 items-center px-3 not-first:border-l not-first:border-control focus-visible:-outline-offset-2',
      isCurrent ? 'bg-accent-quiet font-semibold text-ink' : 'text-muted hover:text-ink',
    )
  return (
    <nav aria-label="View" className="mt-4 -mb-3 flex sm:justify-end">
      <span className="inline-flex overflow-clip rounded-md border border-control bg-surface text-sm">
        <Link
          to={paths.leads}
          search={place}
          resetScroll={false}
          aria-current={isComparing ? undefined : 'true'}
          className={linkClasses(!isComparing)}
        >
          List
        </Link>
        <Link
          to={paths.leads}
          search={{ ...place, view: 'compare' }}
          resetScroll={false}
          aria-current={isComparing ? 'true' : undefined}
          className={linkClasses(isComparing)}
        >
          Compare
        </Link>
      </span>
    </nav>
  )
}
