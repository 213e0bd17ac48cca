import { Layers } from 'lucide-react'
import { MANY, ManyPackages } from '#web/features/admin/packages/many-packages.tsx'
import { OwnAreas } from '#web/features/admin/pricing/price-form.tsx'
import { PriceGrid } from '#web/features/admin/pricing/price-grid.tsx'
import { PlannedChanges, PriceHistory } from '#web/features/admin/pricing/price-history.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { PlaceBar } from './place-bar.tsx'

/** Pricing Management of the admin dashboard. The place is in the URL. */
export default function PricingTab() {
  const { search, change } = useTeamSearch()
  const { state = '', county = '' } = search
  const area = state ? { state, county: county || null } : null
  return (
    <ManyPackages
      isOpen={search.open === MANY}
      what="price"
      place={{ state, county }}
      backTo="Pricing Management"
      searchWith={(onChoose) => <CountySearch onChoose={onChoose} />}
      onClose={(changed) => change({ ...changed, open: '' })}
    >
      <PlaceBar place={{ state, county }} onPlace={change} />
      <OwnAreas area={area} onChange={(next) => change({ state: next?.state, county: next?.county ?? '' })} />
      <PriceGrid
        // A price typed for one place must never be saved in another, also when Back changes the place.
        key={`${state}/${county}`}
        area={area}
        actions={
          <Button id={MANY} icon={Layers} onClick={() => change({ open: MANY })}>
            Change many packages
          </Button>
        }
      />
      <PlannedChanges />
      <PriceHistory />
    </ManyPackages>
  )
}
