import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Map as MapIcon } from 'lucide-react'
import { useRef } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { leadsTitle } from '#contract/page-titles.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { PaymentOverlayHost } from '#web/features/links/payment-link/overlay-host.tsx'
import { CartCountButton } from '#web/features/orders/cart/cart-button.tsx'
import { servedHtml, useIsPrerendered } from '#web/lib/served-page.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { loadPaymentOverlay, loadStockMap, loadUnknownPlace, partMissing } from './late-parts.tsx'
import { loadCountyOnSale } from './load-county-on-sale.ts'
import { PageFrame } from './page-frame.tsx'
import { usePlaceProblem } from './use-place-problem.ts'

const route = getRouteApi(paths.leads)
/** See src/server/features/catalogue/plain-market-form.ts. */
const PLAIN_MARKET_FORM = <noscript>{servedHtml('marketForm')}</noscript>
const NOTHING_ASKED: LeadsSearch = {}
/** As tall as any county, so the bottom of the page does not jump. */
const COUNTY_ROOM = 'h-[300dvh] noscript:h-auto'

/** Three choices that lead to a price: state, county, lead type. All of them are in the URL. */
export function LeadsPage() {
  const asked = route.useSearch()
  // The prerendered page is the same for all places.
  const isPrerendered = useIsPrerendered()
  const search = isPrerendered ? NOTHING_ASKED : asked
  const isCountyAsked = Boolean(asked.state && asked.county)
  const navigate = route.useNavigate()
  const problem = usePlaceProblem(search)
  const market: Market = { state: search.state ?? '', county: search.county ?? '' }
  const isChosen = market.state !== '' && market.county !== ''
  const leadType = LEAD_TYPES.find((one) => one === search.type) ?? 'vacant'
  const keep: LeadsSearch = search.type ? { type: search.type } : {}
  const isMapOpen = search.view === 'map'
  // Set by the search and the map, after which reading continues at the county; the menus keep the focus.
  const countyTakesFocus = useRef(false)

  const handleMarketChange = ({ state, county }: Market) =>
    navigate({
      search: {
        ...keep,
        ...(state ? { state } : {}),
        ...(county ? { county } : {}),
        ...(search.view ? { view: search.view } : {}),
      },
      resetScroll: false,
    })
  const handleFound = (found: Market) => {
    countyTakesFocus.current = true
    void navigate({
      search: { ...keep, ...found, ...(search.view === 'compare' ? { view: search.view } : {}) },
      resetScroll: false,
    })
  }
  const handleTypeChange = (type: LeadType) =>
    navigate({ search: { ...search, type }, resetScroll: false, replace: true })

  return (
    <PageFrame
      title="Browse Premium Leads"
      tabTitle={isCountyAsked && !problem ? leadsTitle(asked) : undefined}
      intro="Choose a county to see what can be bought there right now. What you add is held for you while you check out."
      actions={
        <>
          <Link to={paths.home} className={`${buttonClasses('quiet')} max-sm:-ml-4`}>
            <ArrowLeft size={16} aria-hidden="true" />
            Back to Home
          </Link>
          <CartCountButton />
        </>
      }
    >
      <MarketForm
        market={market}
        onChange={handleMarketChange}
        search={<CountySearch current={isChosen ? market : undefined} onChoose={handleFound} />}
        aside={<MapSwitch isOpen={isMapOpen} search={search} />}
        plain={PLAIN_MARKET_FORM}
      />
      {search.type !== undefined && leadType !== search.type && (
        <Notice className="mt-4">
          We do not know the lead type “{search.type.slice(0, 40)}”. {LEAD_TYPE_NAMES[leadType]} are shown instead.
        </Notice>
      )}
      {problem && (
        <LatePart
          load={loadUnknownPlace}
          props={{ state: search.state, county: search.county, isStateKnown: problem.isStateKnown, keep }}
          waiting={<Skeleton className="mt-6 h-36" />}
          failed={partMissing('What is known about this place')}
        />
      )}
      {isMapOpen && (
        <LatePart
          load={loadStockMap}
          props={{
            state: problem?.isStateKnown === false ? undefined : search.state,
            county: search.county,
            keep,
            onChooseCounty: () => {
              countyTakesFocus.current = true
            },
          }}
          waiting={<Skeleton className="mt-4 h-140" />}
          failed={partMissing('The map')}
        />
      )}
      {isChosen && !problem && (
        <LatePart
          load={loadCountyOnSale}
          props={{ market, leadType, search, takesFocus: countyTakesFocus, onTypeChange: handleTypeChange }}
          waiting={<div className={COUNTY_ROOM} />}
          failed={partMissing('The packages')}
        />
      )}
      {isPrerendered && isCountyAsked && <div className={COUNTY_ROOM} />}
      {!isCountyAsked && !problem && (
        <p className="py-16 text-center text-muted">
          Please select a state and county to view available lead packages.
        </p>
      )}
      <PaymentOverlayHost load={loadPaymentOverlay} />
    </PageFrame>
  )
}

/** Opens or closes the map; a link, because the open map has a URL. */
function MapSwitch({ isOpen, search: { view: _view, ...place } }: { isOpen: boolean; search: LeadsSearch }) {
  return (
    <Link
      to={paths.leads}
      search={isOpen ? place : { ...place, view: 'map' }}
      resetScroll={false}
      className={`${buttonClasses('quiet')} max-sm:-ml-4 noscript:hidden`}
    >
      <MapIcon size={16} aria-hidden="true" />
      {isOpen ? 'Close the map' : 'Choose on a map'}
    </Link>
  )
}
