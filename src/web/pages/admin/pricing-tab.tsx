import { Layers } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PriceArea } from '#contract/admin/price-areas.ts'
import type { PriceKey } from '#contract/admin/pricing.ts'
import { ManyPricesDrawer } from '#web/features/admin/pricing/many-prices.tsx'
import { EMPTY_PRICE, PriceForm, PriceWhere } from '#web/features/admin/pricing/price-form.tsx'
import { PriceGrid } from '#web/features/admin/pricing/price-grid.tsx'
import { PlannedChanges, PriceHistory } from '#web/features/admin/pricing/price-history.tsx'
import { keyOf } from '#web/features/admin/pricing/price-rules.ts'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { Button } from '#web/ui/button.tsx'
import { useTabSearch } from './use-section-search.tsx'

const MANY = 'many-prices'

/** Pricing Management of the admin dashboard. The place is in the URL. */
export default function PricingTab() {
  const { state, county } = useTabSearch().search
  const area = state ? { state, county: county ?? null } : null
  // A price typed for one place must never be saved in another, also when Back changes the place.
  return <PricesOf key={`${state ?? ''}/${county ?? ''}`} area={area} />
}

function PricesOf({ area }: { area: PriceArea | null }) {
  const { search, change } = useTabSearch()
  const [draft, setDraft] = useState(EMPTY_PRICE)
  const priceField = useRef<HTMLInputElement>(null)
  const { leadType, tier, size } = draft
  const setArea = (next: PriceArea | null) => change({ state: next?.state, county: next?.county ?? '' })
  const handleChoose = (key: PriceKey, price: string) => {
    flushSync(() => setDraft({ ...key, price }))
    // Selected as a whole: the first digit typed replaces it.
    priceField.current?.focus()
    priceField.current?.select()
  }
  return (
    <div className="grid gap-5">
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
      <PriceForm area={area} draft={draft} onChange={setDraft} priceField={priceField} />
      <PriceGrid
        area={area}
        chosen={leadType && tier ? keyOf({ leadType, tier, size }) : null}
        onChoose={handleChoose}
        actions={
          <Button icon={Layers} onClick={() => change({ open: MANY })}>
            Change many prices
          </Button>
        }
      />
      <PlannedChanges />
      <PriceHistory />
      <ManyPricesDrawer isOpen={search.open === MANY} area={area} onClose={() => change({ open: '' })} />
    </div>
  )
}
