import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { fipsOf } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { type Market, packagesQuery } from '#web/features/catalogue/catalogue-data.ts'
import { servedLink } from '#web/lib/served-page.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { nothing } from './late-parts.tsx'
import { loadCountyStrip } from './load-county-on-sale.ts'

interface CountyHeadProps {
  /** Empty while the page must look as it was prerendered. */
  market: Market
  /** The county's name as the server wrote it into the page. */
  servedPlace: string
  /** What links keep in addition to the place. */
  keep: LeadsSearch
  /** The county that was just chosen: its name takes the focus, so screen readers continue here. */
  takesFocus: RefObject<string>
  tabTitle: string | undefined
  back: ReactNode
  cart: ReactNode
  /** Another county, in one field; on a phone there is only the link to the choice. */
  search: ReactNode
  children: ReactNode
}

const CHANGE =
  'inline-flex min-h-8 items-center text-sm font-semibold text-accent underline underline-offset-4 hover:no-underline'
const CHANGE_WORDS = (
  <>
    Change<span className="sr-only"> county</span>
  </>
)

/** The leads page of a chosen county: title and choice are folded into one line, with the county's outline beside it. */
export function CountyHead(props: CountyHeadProps) {
  const { market, servedPlace, keep, takesFocus, tabTitle, back, cart, search, children } = props
  const { state, county } = market
  const isKnown = state !== ''
  const { data: packages } = useQuery({ ...packagesQuery(market), enabled: isKnown })
  const heading = useRef<HTMLHeadingElement>(null)
  const first = packages?.[0]
  // The served name has its word, such as County, before the packages are here.
  const place =
    first || !servedPlace.startsWith(county) ? countyName({ ...market, fips: first && fipsOf(first.id) }) : servedPlace

  useEffect(() => {
    if (takesFocus.current !== `${county}, ${state}`) return
    takesFocus.current = ''
    heading.current?.focus()
  }, [county, state, takesFocus])

  return (
    <div className="page-width">
      <title>{tabTitle}</title>
      <div className="flex items-center justify-between gap-2 pt-1 sm:gap-4 sm:pt-3">
        {back}
        {search}
        {cart}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-1 pt-1 pb-2 sm:pb-4">
        <div className="min-w-0">
          <h1 className="text-xs font-semibold text-muted sm:text-sm">Browse Premium Leads</h1>
          <div className="flex flex-wrap items-baseline gap-x-2">
            <h2
              ref={heading}
              tabIndex={-1}
              data-served="placeName"
              className="display min-h-8 scroll-mt-4 text-2xl sm:min-h-10 sm:text-3xl"
            >
              {place}
            </h2>
            <span aria-hidden="true" className="text-muted">
              ·
            </span>
            {isKnown ? (
              <Link
                to={paths.leads}
                search={{ ...keep, ...market, view: 'choose' }}
                resetScroll={false}
                className={CHANGE}
              >
                {CHANGE_WORDS}
              </Link>
            ) : (
              <a href={servedLink('choose')} className={CHANGE}>
                {CHANGE_WORDS}
              </a>
            )}
          </div>
        </div>
        <div className="min-h-16 min-w-0 max-lg:w-full lg:max-w-[58%] noscript:hidden">
          {isKnown && <LatePart load={loadCountyStrip} props={{ market, keep }} failed={nothing} />}
        </div>
      </div>
      {children}
    </div>
  )
}
