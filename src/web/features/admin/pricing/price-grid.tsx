import { type ReactNode, useState } from 'react'
import { levelWords, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { EditCell, PackageGrids } from '#web/features/admin/packages/package-grid.tsx'
import { formatPrice } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { EMPTY_PRICE, PriceForm } from './price-form.tsx'
import { describeDifference, isOwnPrice, keyOf, priceError, type ShownPrices } from './price-rules.ts'
import { usePrices, useSetPrice } from './pricing-data.ts'

/** The 48 prices. One is changed in its cell, where an area's own is given up, or in the form below. */
export function PriceGrid({ area, actions }: { area: PriceArea | null; actions: ReactNode }) {
  const list = usePrices(area)
  const { data: prices, isPending } = list
  const [draft, setDraft] = useState(EMPTY_PRICE)
  return (
    <Panel
      title="Current Pricing Structure"
      intro={
        prices?.area
          ? `What packages cost in ${prices.area.name}. Type a price and press Enter to set it there only; empty its cell to go back to the gray one.`
          : 'Change a price in its cell and press Enter. It applies in every county, unless the county or its state has its own.'
      }
      actions={actions}
    >
      <ListTrouble list={list} title="The prices could not be loaded" />
      {isPending && <Loading words="Loading prices" height="h-80" />}
      {prices && (
        <PackageGrids
          chosen={draft.leadType}
          cell={(leadType, tier, size) => (
            <PriceCell
              priceKey={{ leadType, tier, size }}
              prices={prices}
              onChoose={() => setDraft({ leadType, tier, size, price: '' })}
            />
          )}
        >
          <PriceForm prices={prices} draft={draft} onDraft={setDraft} />
        </PackageGrids>
      )}
    </Panel>
  )
}

type PriceCellProps = { priceKey: PriceKey; prices: ShownPrices; onChoose: () => void }
function PriceCell({ priceKey, prices: { area, prices }, onChoose }: PriceCellProps) {
  const set = useSetPrice(area)
  const shown = prices.get(keyOf(priceKey))
  if (!shown) return <span className="px-2 text-muted">none</span>
  const isOwn = isOwnPrice(shown, area)
  const whose = levelWords(shown.level, area?.name ?? null)
  const plain = (price: string) => formatPrice(Number(price)).slice(1)
  return (
    <EditCell
      id={`price-${keyOf(priceKey)}`}
      label={`${priceName(priceKey)}, price${area ? `, ${whose}` : ''}`}
      inputMode="decimal"
      onFocus={onChoose}
      value={area && !isOwn ? '' : plain(shown.price)}
      placeholder={area ? plain(shown.inherited) : undefined}
      mayBeEmpty={isOwn}
      errorOf={priceError}
      now={formatPrice(Number(shown.price))}
      difference={(text) =>
        text !== ''
          ? ` (${describeDifference(shown.price, text)})`
          : isOwn
            ? `, empty: ${formatPrice(Number(shown.inherited))}`
            : ''
      }
      change={set}
      outdated="price_changed"
      onSave={(text, onSuccess) =>
        set.mutate({ ...priceKey, basePrice: text === '' ? null : text, before: shown.price }, { onSuccess })
      }
    >
      {shown.level !== 'national' && (
        <p
          className={classes('truncate pr-2.25 text-xs', isOwn ? 'font-semibold text-accent' : 'text-muted')}
          title={whose}
        >
          {isOwn ? 'Own price' : whose.replace(' price', '')}
        </p>
      )}
    </EditCell>
  )
}
