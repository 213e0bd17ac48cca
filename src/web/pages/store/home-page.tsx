import { Link } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { LowestPrice, PriceSheet } from '#web/features/catalogue/home/price-sheet.tsx'
import { CountySearch, type TypedSearch } from '#web/features/catalogue/search/county-search.tsx'
import { TokenOnHome } from '#web/features/links/payment-link/token-on-home.tsx'
import { usePromises } from '#web/lib/promises.ts'
import { servedBrand, useIsPrerendered } from '#web/lib/served-page.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from './late-parts.tsx'

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
      waiting={<div className="h-[300dvh]" />}
      failed={partMissing('The rest of the page')}
    />
  )
}

export function HomePage() {
  const { data: config } = useStoreConfig()
  useIsPrerendered()
  const { caps, guarantee } = usePromises()
  const search = useRef<TypedSearch>(null)
  const handleBrowse = (event: MouseEvent) => {
    const isForNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isForNewTab && search.current?.takeFirst()) event.preventDefault()
  }
  const brand = (config ?? servedBrand)?.brand
  return (
    <>
      <title>{brand && `${brand}: real-estate leads by county`}</title>
      <section className="border-b border-line bg-surface">
        <div className="page-width grid grid-cols-1 gap-x-14 gap-y-6 py-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_min(30rem,50%)] lg:items-center lg:py-12">
          <div className="lg:self-end">
            <h1 className="display text-2xl xs:text-3xl sm:text-4xl">Call owners in your county. Never oversold.</h1>
            <p className="mt-3 max-w-[50ch] text-muted sm:mt-5 sm:text-lg">
              20 to 100 <span className="max-sm:hidden">vacant-house, owner-occupied or tired-landlord</span> leads with
              phone numbers, in any of 3,142 counties within 24 hours.
            </p>
            <CountySearch
              ref={search}
              className="mt-5 max-w-xl sm:mt-8"
              button={
                <Link to={paths.leads} onClick={handleBrowse} className={buttonClasses('primary', 'large')}>
                  Browse Lead Packages
                </Link>
              }
            />
            <LowestPrice />
          </div>
          <p className="border-l-2 border-accent pl-4 text-sm text-muted lg:self-start">
            <strong className="block text-base font-semibold text-ink">
              Never incentivized, never oversold, always guaranteed quality.
            </strong>
            <span className="figures block">{caps}</span>
            <span className="figures">{guarantee}</span>
          </p>
          <PriceSheet />
        </div>
      </section>
      <BelowHero />
      <TokenOnHome />
    </>
  )
}
