import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Map as MapIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isPickerView } from '#contract/admin/page-names.ts'
import { fipsOf, LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { leadsTitle } from '#contract/catalogue/leads-title.ts'
import { type Market, PACKAGES_ID, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { PaymentOverlayHost } from '#web/features/links/payment-link/overlay-host.tsx'
import { CartCountButton } from '#web/features/orders/cart/cart-button.tsx'
import { servedHtml, servedLink, servedText, useIsPrerendered } from '#web/lib/served-page.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { nothing, partMissing } from './late-parts.tsx'
import { loadCountyOnSale, loadCountyStrip } from './load-county-on-sale.ts'
import { PageFrame } from './page-frame.tsx'
import { usePlaceProblem } from './use-place-problem.ts'

interface CountyHeadProps {
  market: Market
  servedPlace: string
  keep: LeadsSearch
  compared: string | undefined
  /** The county that was just chosen: its name takes the focus, so screen readers continue here. */
  takesFocus: RefObject<string>
  back: ReactNode
  cart: ReactNode
  search: ReactNode
  children: ReactNode
}

/** The leads page of a chosen county: its name and outline, and the ways on to others. */
function CountyHead(props: CountyHeadProps) {
  const { market, servedPlace, keep, compared, takesFocus, back, cart, search, children } = props
  const { state, county } = market
  const isKnown = state !== ''
  const { data: packages } = useQuery({ ...packagesQuery(market), enabled: isKnown })
  const heading = useRef<HTMLHeadingElement>(null)
  const first = packages?.[0]
  // The served name has its word, such as County, before the packages are here.
  const place =
    first || !servedPlace.startsWith(county) ? countyName({ ...market, fips: first && fipsOf(first.id) }) : servedPlace
  const isCompared = compared !== undefined
  const name = isCompared ? `Compare ${compared === '-' ? '' : `${compared.split(';').length + 1} `}counties` : place

  useEffect(() => {
    if (takesFocus.current !== `${county}, ${state}`) return
    takesFocus.current = ''
    heading.current?.focus()
  }, [county, state, takesFocus])
  return (
    <div className="page-width">
      <title>{leadsTitle(place, keep.type)}</title>
      <div className="flex items-center justify-between gap-2 pt-1 sm:gap-4 sm:pt-3">
        {back}
        {search}
        {cart}
      </div>
      <div className="relative flex flex-wrap items-center gap-x-5 pt-1 sm:pb-2 lg:grid lg:grid-cols-[auto_1fr_58%]">
        <h1 className="w-full text-xs font-semibold text-muted max-sm:pr-[64px]">Browse Premium Leads</h1>
        <h2
          ref={heading}
          tabIndex={-1}
          data-served="placeName"
          className="display mt-1 min-h-8 w-full scroll-mt-4 text-2xl max-sm:pr-[64px] sm:min-h-10 sm:text-3xl lg:col-span-2 lg:row-start-2"
        >
          {name}
        </h2>
        <a href={`#${PACKAGES_ID}`} className="skip-link">
          Skip to packages
        </a>
        {isKnown && (
          <Link
            to={paths.leads}
            search={{ ...keep, ...market, ...(!isCompared && { view: 'choose' }) }}
            resetScroll={false}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline lg:min-h-6"
          >
            {isCompared ? `Back to ${place.split(',')[0]}` : 'Change county'}
          </Link>
        )}
        {!isCompared && (
          <div className="min-h-11 lg:row-span-2 noscript:hidden">
            {isKnown && <LatePart load={loadCountyStrip} props={{ market, keep }} failed={nothing} />}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

const route = getRouteApi(paths.leads)
/** See src/server/features/catalogue/plain-market-form.ts. */
const PLAIN_MARKET_FORM = <noscript>{servedHtml('marketForm')}</noscript>
const loadPaymentOverlay = () => import('../pay/payment-overlay.tsx')
const loadStockMap = () => import('#web/features/catalogue/map/stock-map.tsx')
const loadUnknownPlace = () => import('#web/features/catalogue/search/unknown-place.tsx')

const MAP_ROOM = <Skeleton className="h-175" />
const NOTHING_ASKED: LeadsSearch = {}
const EXACT = { exact: true } as const
/** As tall as any county, so the bottom of the page does not jump. */
const COUNTY_ROOM = 'h-[300dvh] pt-4 noscript:h-auto'

export function LeadsPage() {
  const asked = route.useSearch()
  // The prerendered page is the same for all places, but for the name that the server writes.
  const isPrerendered = useIsPrerendered()
  const [[servedPlace, servedSale]] = useState(() => [servedText('placeName'), servedText('onSale')] as const)
  const search = isPrerendered ? NOTHING_ASKED : asked
  const isCountyAsked = Boolean(asked.state && asked.county)
  const navigate = route.useNavigate()
  const problem = usePlaceProblem(search)
  const market: Market = { state: search.state ?? '', county: search.county ?? '' }
  const isChosen = Boolean(market.state && market.county)
  const leadType = LEAD_TYPES.find((one) => one === search.type) ?? 'vacant'
  const keep: LeadsSearch = search.type ? { type: search.type } : {}
  const isWide = useMedia('(width >= 64rem)')
  const isMapBeside = !isCountyAsked && !problem
  const isMapOpen = search.view === 'map' || (isWide && isMapBeside && !isPrerendered)
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
  const current = isChosen ? market : undefined
  const countySearch = (className: string) => (
    <CountySearch
      current={current}
      onChoose={choose}
      isCompact={isFolded}
      hasFocus={search.view === 'choose'}
      className={className}
    />
  )
  /** What is on sale, in a sentence, until the packages come: another county's is not here. */
  const countyRoom = (
    <p data-served="onSale" className={COUNTY_ROOM}>
      {servedPlace.startsWith(market.county) && servedSale}
    </p>
  )
  const county = isChosen && !problem && (
    <LatePart
      load={loadCountyOnSale}
      props={{ market, leadType, search, isTitled: !isFolded, onTypeChange: handleTypeChange }}
      waiting={countyRoom}
      failed={partMissing('The packages')}
    />
  )

  if (isFolded)
    return (
      <CountyHead
        market={market}
        servedPlace={servedPlace}
        keep={keep}
        compared={search.with}
        takesFocus={countyTakesFocus}
        back={back}
        cart={<CartCountButton />}
        search={countySearch('w-full max-w-88 max-sm:hidden noscript:hidden')}
      >
        {PLAIN_MARKET_FORM}
        {county}
        {isPrerendered && countyRoom}
        <PaymentOverlayHost load={loadPaymentOverlay} />
      </CountyHead>
    )
  return (
    <PageFrame
      title="Browse Premium Leads"
      intro="Choose a county to see what is on sale."
      actions={
        <>
          {back}
          <CartCountButton />
        </>
      }
    >
      {problem && (
        <LatePart
          load={loadUnknownPlace}
          props={{ search, isStateKnown: problem.isStateKnown, keep }}
          waiting={<Skeleton className="mb-6 h-36" />}
          failed={partMissing('Places with a similar name')}
        />
      )}
      <div className={classes('grid gap-4', isMapBeside && 'lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start')}>
        <div>
          <MarketForm
            market={market}
            onChange={handleMarketChange}
            search={countySearch('')}
            aside={<MapSwitch isOpen={search.view === 'map'} isPrerendered={isPrerendered} search={search} />}
            plain={PLAIN_MARKET_FORM}
          />
          {isMapBeside && (
            <p className="pt-4 text-muted max-lg:pb-4 max-lg:text-center">
              Please select a state and county to view available lead packages.
            </p>
          )}
        </div>
        {isMapOpen && (
          <LatePart
            load={loadStockMap}
            props={{
              search: problem?.isStateKnown === false ? { ...keep, view: 'map' } : search,
              onChooseCounty: handleChosen,
            }}
            waiting={MAP_ROOM}
            failed={partMissing('The map')}
          />
        )}
        {isMapBeside && isPrerendered && <div className="max-lg:hidden noscript:hidden">{MAP_ROOM}</div>}
      </div>
      {county}
      {isPrerendered && isCountyAsked && countyRoom}
      <PaymentOverlayHost load={loadPaymentOverlay} />
    </PageFrame>
  )
}

type MapSwitchProps = { isOpen: boolean; isPrerendered: boolean; search: LeadsSearch }
/** A link, because the open map has a URL. The prerendered one is plain: the build does not know the address. */
function MapSwitch({ isOpen, isPrerendered, search: { view: _view, ...place } }: MapSwitchProps) {
  const look = classes(buttonClasses('quiet'), 'max-sm:-ml-4 noscript:hidden', !place.county && 'lg:hidden')
  const label = (
    <>
      <MapIcon size={16} aria-hidden="true" />
      {isOpen ? 'Close the map' : 'Choose on a map'}
    </>
  )
  if (isPrerendered)
    return (
      <a href={servedLink('map')} className={look}>
        {label}
      </a>
    )
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
