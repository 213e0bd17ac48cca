import { type ReactNode, type RefObject, useEffect } from 'react'
import { placeName } from '#contract/catalogue/place-name.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/panel.tsx'
import { usePlaceProblem } from '../../store/use-place-problem.ts'
import { LeadTypeSelect } from './packages-step.tsx'
import { useMarket } from './use-market.ts'

interface MarketStepProps {
  /** Contains the search for a place. */
  region: RefObject<HTMLDivElement | null>
  /** Called when a place is found by the search. */
  onPlace: (place: Market) => void
  /** The packages of the market, once it is chosen. */
  children: ReactNode
}

/** Market Selection: where the caller wants leads and of which kind, with the packages there where they fit. */
export function MarketStep({ region, onPlace, children }: MarketStepProps) {
  const { market, isChosen, chooseMarket } = useMarket()
  const { state, county } = market
  const problem = usePlaceProblem({ ...(state ? { state } : {}), ...(county ? { county } : {}) })
  const isKnown = isChosen && !problem
  useEffect(() => {
    if (isKnown) rememberCounty({ state, county })
  }, [isKnown, state, county])
  const handlePlace = (place: Market) => {
    chooseMarket(place)
    onPlace(place)
  }
  const [last] = recentCounties()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* The search fills its line; the menus share the next one. */}
      <div ref={region} className="sm:[--choice:9rem]">
        <MarketForm
          market={market}
          onChange={chooseMarket}
          search={
            <CountySearch className="col-span-full" current={isChosen ? market : undefined} onChoose={handlePlace} />
          }
          more={<LeadTypeSelect />}
        />
      </div>
      {problem ? (
        <Notice>
          {problem.isStateKnown
            ? 'We don’t have this county in that state. Search for it above, or choose it from the menu.'
            : 'We don’t have this state. Search for a county above, or choose from the menus.'}
        </Notice>
      ) : isChosen ? (
        children
      ) : (
        <EmptyState
          title="Where do they want leads?"
          action={last && <Button onClick={() => handlePlace(last)}>Last: {placeName(last)}</Button>}
        >
          Type a county, a city or a ZIP code. Prices and stock appear here.
        </EmptyState>
      )}
    </div>
  )
}
