import { Layers } from 'lucide-react'
import type { PriceArea } from '#contract/admin/price-areas.ts'
import { ManyPackagesDrawer } from '#web/features/admin/packages/many-packages.tsx'
import { PriceForm, PriceWhere } from '#web/features/admin/pricing/price-form.tsx'
import { PriceGrid } from '#web/features/admin/pricing/price-grid.tsx'
import { PlannedChanges, PriceHistory } from '#web/features/admin/pricing/price-history.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { Button } from '#web/ui/button.tsx'

const MANY = 'many-packages'

/** Pricing Management of the admin dashboard. The place is in the URL. */
export default function PricingTab() {
  const { search, change } = useTeamSearch()
  const { state, county } = search
  const area = state ? { state, county: county || null } : null
  const setArea = (next: PriceArea | null) => change({ state: next?.state, county: next?.county ?? '' })
  // A price typed for one place must never be saved in another, also when Back changes the place.
  const key = `${state ?? ''}/${county ?? ''}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PriceWhere
        area={area}
        onChange={setArea}
        search={
          <CountySearch
            current={area?.county ? { state: area.state, county: area.county } : undefined}
            onChoose={setArea}
          />
        }
      />
      <PriceForm key={`form ${key}`} area={area} />
      <PriceGrid
        key={`grid ${key}`}
        area={area}
        actions={
          <Button icon={Layers} onClick={() => change({ open: MANY })}>
            Change many packages
          </Button>
        }
      />
      <PlannedChanges />
      <PriceHistory />
      <ManyPackagesDrawer
        isOpen={search.open === MANY}
        what="price"
        searchWith={(onChoose) => <CountySearch onChoose={onChoose} />}
        onClose={() => change({ open: '' })}
      />
    </div>
  )
}
