import { getRouteApi } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PriceKey } from '#contract/admin/pricing.ts'
import { ManyPricesDrawer } from '#web/features/admin/pricing/many-prices.tsx'
import { PlannedChanges } from '#web/features/admin/pricing/planned-changes.tsx'
import { EMPTY_PRICE, PriceForm } from '#web/features/admin/pricing/price-form.tsx'
import { PriceGrid } from '#web/features/admin/pricing/price-grid.tsx'
import { PriceHistory } from '#web/features/admin/pricing/price-history.tsx'
import { keyOf } from '#web/features/admin/pricing/price-rules.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

const route = getRouteApi(paths.admin)
const MANY = 'many-prices'

/** Pricing Management of the admin dashboard. */
export function PricingTab() {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const [draft, setDraft] = useState(EMPTY_PRICE)
  const priceField = useRef<HTMLInputElement>(null)
  const { leadType, tier, size } = draft
  const setOpen = (next: string | undefined) =>
    void navigate({
      search: ({ open: _closed, ...rest }) => (next ? { ...rest, open: next } : rest),
      resetScroll: false,
    })
  const handleChoose = (key: PriceKey, price: string) => {
    flushSync(() => setDraft({ ...key, price }))
    // Selected as a whole: the first digit typed replaces it.
    priceField.current?.focus()
    priceField.current?.select()
  }
  return (
    <div className="grid gap-5">
      <PriceForm draft={draft} onChange={setDraft} priceField={priceField} />
      <PriceGrid
        chosen={leadType && tier ? keyOf({ leadType, tier, size }) : null}
        onChoose={handleChoose}
        actions={
          <Button onClick={() => setOpen(MANY)}>
            <Layers size={16} aria-hidden="true" />
            Change many prices
          </Button>
        }
      />
      <PlannedChanges />
      <PriceHistory />
      <ManyPricesDrawer isOpen={open === MANY} onClose={() => setOpen(undefined)} />
    </div>
  )
}
