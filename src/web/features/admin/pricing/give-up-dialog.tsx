import { levelWords, type NamedArea } from '#contract/admin/price-areas.ts'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reachWords } from './price-line.tsx'
import type { ShownPrice } from './price-rules.ts'
import { PricedRows } from './priced-rows.tsx'
import { usePricesPreview } from './pricing-data.ts'
import { useChangePrices } from './use-price-changes.ts'

/** `Use the Texas price`: what an area that gives up its own price gets. */
export const giveUpWords = ({ inheritedLevel }: ShownPrice, area: NamedArea): string =>
  `Use the ${inheritedLevel === 'national' ? 'national price' : levelWords(inheritedLevel, area)}`

interface GiveUpDialogProps {
  area: NamedArea
  priceKey: PriceKey
  shown: ShownPrice
  onDone: () => void
  onClose: () => void
}

/** Asks before an area gives up its own price, with the price that it gets instead. */
export function GiveUpDialog({ area, priceKey, shown, onDone, onClose }: GiveUpDialogProps) {
  const { leadType, tier, size } = priceKey
  const preview = usePricesPreview({
    leadTypes: [leadType],
    tiers: [tier],
    sizes: [size],
    change: { kind: 'inherit' },
    area,
  })
  const change = useChangePrices()
  const rows = preview.data && !preview.isFetching ? preview.data.rows : []
  const error = change.error ?? preview.error
  const isOver = !error && preview.data?.rows.length === 0
  const apply = () => change.mutate({ area, rows }, { onSuccess: onDone })
  return (
    <ConfirmDialog
      title={`${giveUpWords(shown, area)} in ${area.name}?`}
      confirmLabel={giveUpWords(shown, area)}
      pendingLabel="Saving…"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={change.isPending}
      onConfirm={rows.length === 0 ? undefined : apply}
      onClose={onClose}
    >
      {error && (
        <Notice tone="danger" title="The price stays as it is">
          {error.sentence}
        </Notice>
      )}
      {isOver && <p>{priceName(priceKey)} has no price of its own there anymore.</p>}
      {!preview.data && !error && <Skeleton className="h-16" />}
      {preview.data && rows.length > 0 && (
        <>
          <p>{reachWords(preview.data, area)} Links already sent and orders already placed keep their prices.</p>
          <PricedRows label="The price as it is and as it will be" rows={rows} area={area} />
        </>
      )}
    </ConfirmDialog>
  )
}
