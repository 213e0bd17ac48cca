import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Map as MapIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { isPickerView } from '#contract/admin/pages.ts'
import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { leadsTitle } from '#contract/catalogue/leads-title.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { PaymentOverlayHost } from '#web/features/links/payment-link/overlay-host.tsx'
import { CartCountButton } from '#web/features/orders/cart/cart-button.tsx'
import { servedHtml, servedLink, servedText, useIsPrerendered } from '#web/lib/served-page.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CountyHead } from './county-head.tsx'
import { partMissing } from './late-parts.tsx'
import { loadCountyOnSale } from './load-county-on-sale.ts'
import { PageFrame } from './page-frame.tsx'
import { usePlaceProblem } from './use-place-problem.ts'

const route = getRouteApi(paths.leads)
/** See src/server/features/catalogue/plain-market-form.ts. */
const PLAIN_MARKET_FORM = <noscript>{servedHtml('marketForm')}</noscript>
const loadPaymentOverlay = () => import('../pay/payment-overlay.tsx')
const loadStockMap = () => import('#web/features/catalogue/map/stock-map.tsx')
const loadUnknownPlace = () => import('#web/features/catalogue/search/unknown-place.tsx')

const NOTHING_ASKED: LeadsSearch = {}
const EXACT = { exact: true } as const
/** As tall as any county, so the bottom of the page does not jump. */
const COUNTY_ROOM = 'h-[300dvh] noscript:h-auto'

/** Three choices that lead to a price: state, county, lead type. All of them are in the URL. */
export function LeadsPage() {
  const asked = route.useSearch()
  // The prerendered page is the same for all places, but for the name that the server writes.
  const isPrerendered = useIsPrerendered()
  const [servedPlace] = useState(() => servedText('placeName'))
  const search = isPrerendered ? NOTHING_ASKED : asked
  const isCountyAsked = Boolean(asked.state && asked.county)
  const navigate = route.useNavigate()
  const problem = usePlaceProblem(search)
  const market: Market = { state: search.state ?? '', county: search.county ?? '' }
  const isChosen = Boolean(market.state && market.county)
  const leadType = LEAD_TYPES.find((one) => one === search.type) ?? 'vacant'
  const keep: LeadsSearch = search.type ? { type: search.type } : {}
  const isMapOpen = search.view === 'map'
  const isFolded = isCountyAsked && !isPickerView(asked.view) && !problem
  // The choice folds away with its control, so the focus moves on to the county's name.
  const countyTakesFocus = useRef('')

  const handleChosen = ({ state, county }: Market) => {
    countyTakesFocus.current = `${county}, ${state}`
  }
  const choose = (found: Market) => {
    handleChosen(found)
    void navigate({ search: { ...keep, ...found }, resetScroll: false })
  }
  const handleMarketChange = ({ state, county }: Market, isByKey: boolean) => {
    if (county && !isByKey) return choose({ state, county })
    // With keys, each step through a menu is a choice; it stays open until another control is used.
    const { state: _state, county: _county, ...rest } = search
    void navigate({
      search: { ...(county && { county, view: 'choose' }), ...rest, ...(state && { state }) },
      resetScroll: false,
    })
  }
  const handleTypeChange = (type: LeadType) =>
    navigate({ search: { ...search, type }, resetScroll: false, replace: true })

  const back = (
    <Link to={paths.home} className={classes(buttonClasses('quiet'), isFolded ? '-ml-4' : 'max-sm:-ml-4')}>
      <ArrowLeft size={16} aria-hidden="true" />
      Back to Home
    </Link>
  )
  const countySearch = (className: string) => (
    <CountySearch
      current={isChosen ? market : undefined}
      onChoose={choose}
      isCompact={isFolded}
      className={className}
    />
  )
  const tabTitle = isCountyAsked && !problem ? leadsTitle(asked) : undefined
  const county = isChosen && !problem && (
    <LatePart
      load={loadCountyOnSale}
      props={{ market, leadType, search, isTitled: !isFolded, onTypeChange: handleTypeChange }}
      waiting={<div className={COUNTY_ROOM} />}
      failed={partMissing('The packages')}
    />
  )
  const countyRoom = isPrerendered && isCountyAsked && <div className={COUNTY_ROOM} />

  if (isFolded) {
    return (
      <CountyHead
        market={market}
        servedPlace={servedPlace}
        keep={keep}
        takesFocus={countyTakesFocus}
        tabTitle={tabTitle}
        back={back}
        cart={<CartCountButton />}
        search={countySearch('w-full max-w-88 max-sm:hidden noscript:hidden')}
      >
        {PLAIN_MARKET_FORM}
        {county}
        {countyRoom}
        <PaymentOverlayHost load={loadPaymentOverlay} />
      </CountyHead>
    )
  }
  return (
    <PageFrame
      title="Browse Premium Leads"
      tabTitle={tabTitle}
      intro="Choose a county to see what you can buy there right now. What you add is reserved for you while you check out."
      actions={
        <>
          {back}
          <CartCountButton />
        </>
      }
    >
      <MarketForm
        market={market}
        onChange={handleMarketChange}
        search={countySearch('')}
        aside={<MapSwitch isOpen={isMapOpen} isPrerendered={isPrerendered} search={search} />}
        plain={PLAIN_MARKET_FORM}
      />
      {problem && (
        <LatePart
          load={loadUnknownPlace}
          props={{ search, isStateKnown: problem.isStateKnown, keep }}
          waiting={<Skeleton className="mt-6 h-36" />}
          failed={partMissing('Places with a similar name')}
        />
      )}
      {isMapOpen && (
        <LatePart
          load={loadStockMap}
          props={{
            search: problem?.isStateKnown === false ? { ...keep, view: 'map' } : search,
            onChooseCounty: handleChosen,
          }}
          waiting={<Skeleton className="mt-4 h-140" />}
          failed={partMissing('The map')}
        />
      )}
      {county}
      {countyRoom}
      {!isCountyAsked && !problem && (
        <p className="py-16 text-center text-muted">
          Please select a state and county to view available lead packages.
        </p>
      )}
      <PaymentOverlayHost load={loadPaymentOverlay} />
    </PageFrame>
  )
}

interface MapSwitchProps {
  isOpen: boolean
  isPrerendered: boolean
  search: LeadsSearch
}

/**
 * Opens or closes the map; a link, because the open map has a URL. The prerendered one is plain: the router would mark
 * it as current where the address has the map, and the build does not know the address.
 */
function MapSwitch({ isOpen, isPrerendered, search: { view: _view, ...place } }: MapSwitchProps) {
  const look = `${buttonClasses('quiet')} max-sm:-ml-4 noscript:hidden`
  const label = (
    <>
      <MapIcon size={16} aria-hidden="true" />
      {isOpen ? 'Close the map' : 'Choose on a map'}
    </>
  )
  if (isPrerendered) {
    return (
      <a href={servedLink('map')} className={look}>
        {label}
      </a>
    )
  }
  return (
    <Link
      to={paths.leads}
      search={isOpen ? place : { ...place, view: 'map' }}
      resetScroll={false}
      activeOptions={EXACT}
      className={look}
    >
      {label}
    </Link>
  )
}
