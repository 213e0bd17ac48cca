import { Link } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { PriceSheet } from '#web/features/catalogue/home/price-sheet.tsx'
import { CountySearch, type TypedSearch } from '#web/features/catalogue/search/county-search.tsx'
import { TokenOnHome } from '#web/features/links/payment-link/token-on-home.tsx'
import { usePromises } from '#web/lib/promises.ts'
import { servedBrand, useIsPrerendered } from '#web/lib/served-page.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from './late-parts.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

const load = () => import('./below-hero.tsx').then((file) => ({ default: file.BelowHero }))
/** If the code does not arrive, the served HTML stays as it is, with links that work. */
const ServedPart = lazy(() => load().catch(() => new Promise<never>(() => {})))
/** Always the same element, so React does not look at the served HTML again before the code is here. */
const SERVED = (
  <Suspense>
    <ServedPart />
  </Suspense>
)
const NO_PROPS = {}

/** Hydrates this part of the served page once its code is here, after the first paint. Elsewhere, it loads on demand. */
function BelowHero() {
  const isPrerendered = useIsPrerendered()
  const [isServed] = useState(isPrerendered)
  if (isServed) return SERVED
  return (
    <LatePart
      load={load}
      props={NO_PROPS}
      waiting={<div className="h-[500dvh]" />}
      failed={partMissing('The rest of the page')}
    />
  )
}

export function HomePage() {
  const { data: config } = useStoreConfig()
  useIsPrerendered()
  const { buyers } = usePromises()
  const search = useRef<TypedSearch>(null)
  const handleBrowse = (event: MouseEvent) => {
    const isForNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isForNewTab && search.current?.takeFirst()) event.preventDefault()
  }
  const brand = (config ?? servedBrand)?.brand
  return (
    <>
      <title>{brand ? `${brand}: real-estate leads by county` : 'Real-estate leads by county'}</title>
      <section className="border-b border-line bg-surface">
        <div className="page-width grid grid-cols-1 gap-x-14 gap-y-12 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_30rem] lg:items-center lg:py-16">
          <div>
            <h1 className="display max-w-[22ch] text-3xl sm:text-4xl lg:max-w-[15ch]">
              Real-estate leads by county, never oversold.
            </h1>
            <p className="mt-5 max-w-[50ch] text-lg text-muted">
              Packages of 20 to 100 vacant-house, owner-occupied or tired-landlord leads in any of 3,142 counties, with
              phone numbers and addresses. Delivered within 24 hours.
            </p>
            <p className="figures mt-2 text-sm text-muted">{buyers}</p>
            <CountySearch
              ref={search}
              className="mt-8 max-w-xl"
              button={
                <Link to={paths.leads} onClick={handleBrowse} className={buttonClasses('primary', 'large')}>
                  Browse Lead Packages
                </Link>
              }
            />
            <div className="mt-3 flex flex-wrap gap-3 max-sm:*:grow">
              <VipGroupLink className={buttonClasses('plain', 'large')}>Join VIP Buyers Group</VipGroupLink>
              <Link to={paths.leads} className={buttonClasses('quiet', 'large')}>
                Browse all counties
              </Link>
            </div>
            <p className="mt-8 border-l-2 border-accent pl-4 font-semibold">
              Never incentivized, never oversold, always guaranteed quality.
            </p>
          </div>
          <PriceSheet />
        </div>
      </section>
      <BelowHero />
      <TokenOnHome />
    </>
  )
}
