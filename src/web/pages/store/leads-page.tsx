import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType } from '#contract/catalogue.ts'
import { AddToCartButton } from '#web/features/cart/add-to-cart-button.tsx'
import { CartCountButton } from '#web/features/cart/cart-button.tsx'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { CountyHeader } from '#web/features/catalogue/county-header.tsx'
import { MarketForm } from '#web/features/catalogue/market-form.tsx'
import { PackageList } from '#web/features/catalogue/package-list.tsx'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PageFrame } from './page-frame.tsx'

const LEAD_TYPE_TABS = LEAD_TYPES.map((value) => ({ value, label: LEAD_TYPE_NAMES[value] }))
const route = getRouteApi(paths.leads)

/** Three choices to a price: state, county, lead type. All of them live in the address. */
export function LeadsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const market: Market = { state: search.state ?? '', county: search.county ?? '' }
  const leadType = leadTypeOf(search)

  const handleMarketChange = ({ state, county }: Market) =>
    navigate({
      search: {
        ...(state ? { state } : {}),
        ...(county ? { county } : {}),
        ...(search.type ? { type: search.type } : {}),
      },
      resetScroll: false,
    })
  const handleTypeChange = (type: LeadType) =>
    navigate({ search: { ...search, type }, resetScroll: false, replace: true })

  return (
    <PageFrame
      title="Browse Premium Leads"
      intro="Choose a county to see what can be bought there right now. What you add is held for you while you check out."
      actions={
        <>
          <Link to={paths.home} className={buttonClasses('quiet')}>
            <ArrowLeft size={16} aria-hidden="true" />
            Back to Home
          </Link>
          <CartCountButton />
        </>
      }
    >
      <MarketForm market={market} onChange={handleMarketChange} />
      {market.state && market.county ? (
        <>
          <CountyHeader market={market} />
          <div className="mt-6">
            <Tabs label="Lead type" tabs={LEAD_TYPE_TABS} value={leadType} onChange={handleTypeChange}>
              <PackageList market={market} leadType={leadType} action={(choice) => <AddToCartButton {...choice} />} />
            </Tabs>
          </div>
        </>
      ) : (
        <p className="py-20 text-center text-muted">
          Please select a state and county to view available lead packages.
        </p>
      )}
    </PageFrame>
  )
}

/** The tab in the address, or the first one for anything else. */
function leadTypeOf({ type }: LeadsSearch): LeadType {
  return LEAD_TYPES.find((one) => one === type) ?? 'vacant'
}
