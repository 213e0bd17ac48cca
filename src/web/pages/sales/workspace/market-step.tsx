import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type Market, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { CountyOutline } from '#web/features/catalogue/county-strip.tsx'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { formatPrice } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePlaceProblem } from '../../store/use-place-problem.ts'
import { SalesLink } from '../sales-navigation.tsx'
import { LeadTypeSelect } from './packages-step.tsx'
import { useMarket } from './use-market.ts'

/** Market Selection. `onPlace` is called when a choice removed the element that had the focus. */
export function MarketStep({ onPlace }: { onPlace: () => void }) {
  const { market, isChosen, chooseMarket } = useMarket()
  const problem = usePlaceProblem({
    ...(market.state ? { state: market.state } : {}),
    ...(market.county ? { county: market.county } : {}),
  })
  const choose = (place: Market) => {
    chooseMarket(place)
    onPlace()
  }
  return (
    <div className="grid gap-4">
      <MarketForm
        market={market}
        onChange={chooseMarket}
        search={<CountySearch current={isChosen ? market : undefined} onChoose={choose} />}
        more={<LeadTypeSelect />}
      />
      <RecentMarkets current={market} onChoose={choose} />
      {problem ? (
        <Notice>
          {problem.isStateKnown
            ? 'We don’t have this county in that state. Search for it above, or choose it from the menu.'
            : 'We don’t have this state. Search for a county above, or choose from the menus.'}
        </Notice>
      ) : isChosen ? (
        <CountyInStock market={market} />
      ) : (
        <EmptyState title="No county chosen yet">
          Type a few letters of the county in the search (press / to jump there), or choose a state and county.
        </EmptyState>
      )}
    </div>
  )
}

function RecentMarkets({ current, onChoose }: { current: Market; onChoose: (market: Market) => void }) {
  const others = recentCounties().filter((one) => one.state !== current.state || one.county !== current.county)
  if (others.length === 0) return null
  return (
    <section aria-label="Recent markets" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h3 className="mr-1 text-muted">Recent markets</h3>
      {others.map((one) => (
        <Button key={`${one.state}/${one.county}`} size="small" onClick={() => onChoose(one)}>
          {one.county}, {one.state}
        </Button>
      ))}
    </section>
  )
}

function CountyInStock({ market }: { market: Market }) {
  const { data: packages, error, refetch } = useQuery(packagesQuery(market))
  const { state, county } = market
  const isShown = packages !== undefined
  // Only a county that was really shown is remembered.
  useEffect(() => {
    if (isShown) rememberCounty({ state, county })
  }, [isShown, state, county])

  if (error && !packages) return <ListTrouble list={{ data: packages, error, refetch }} />
  const fips = packages?.[0] && packageKeyOf(packages[0].id).fips
  const figures = LEAD_TYPES.map((leadType) => {
    const inStock = packages?.filter((one) => one.leadType === leadType && one.available > 0)
    return {
      label: LEAD_TYPE_NAMES[leadType],
      value: inStock && (inStock.length === 0 ? 'Sold out' : `${inStock.length} of 16`),
      note:
        inStock &&
        (inStock.length === 0
          ? 'nothing to sell right now'
          : `packages in stock, from ${formatPrice(Math.min(...inStock.map((one) => one.price)))}`),
    }
  })
  return (
    <section aria-labelledby="county-title" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CountyOutline fips={fips} />
        <div className="mr-auto min-w-0">
          <p className="font-semibold text-muted">{state}</p>
          <h3 id="county-title" className="display text-2xl">
            {county}
          </h3>
        </div>
        <SalesLink tab="packages" look="primary">
          Browse Packages
        </SalesLink>
      </div>
      <FigureStrip label={`In stock in ${county}`} figures={figures} />
    </section>
  )
}
