import { levelOf, type PriceArea } from '#contract/admin/price-areas.ts'
import type { PriceChange, PricedRow } from '#contract/admin/pricing.ts'
import { formatPlural } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { changeName } from './change-story.tsx'
import { keyOf, type ShownPrices, turnedRound } from './price-rules.ts'
import { PricedRows } from './priced-rows.tsx'
import { usePrices } from './pricing-data.ts'
import { useUndoPriceChange } from './use-price-changes.ts'

/** More would push the buttons off a phone's screen. */
const SHOWN_AT_ONCE_MAX = 4

/** Asks before prices are restored, with the prices they go back to. */
export function UndoDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
  const undo = useUndoPriceChange()
  const { error } = undo
  const isOver = error?.code === 'price_changed' || error?.code === 'price_change_open'
  const { data: now } = usePrices(change.area)
  const undone = turnedRound(change.rows).map((row) => (isOwn(row, change.area) ? row : inheriting(row, now)))
  const rows = <PricedRows label="Prices as they are and as they will be" rows={undone} area={change.area} />
  return (
    <ConfirmDialog
      title={`Undo the change of ${changeName(change)}?`}
      confirmLabel={`Restore ${formatPlural(change.rows.length, 'price')}`}
      pendingLabel="Restoring…"
      cancelLabel={isOver ? 'Close' : 'Keep the prices'}
      isPending={undo.isPending}
      onConfirm={isOver ? undefined : () => undo.mutate(change, { onSuccess: onClose })}
      onClose={onClose}
    >
      {error && (
        <Notice tone="danger" title="The prices stay as they are">
          {error.sentence}
        </Notice>
      )}
      <p>
        It applies {change.area ? `in ${change.area.name}` : 'in every county without a price of its own'} right away.
        Buyers are told before they pay. Links already sent and orders already placed keep their prices.
      </p>
      {change.rows.length > SHOWN_AT_ONCE_MAX ? (
        <details>
          <summary className="py-1 font-semibold text-accent hover:underline">Show the old prices</summary>
          {rows}
        </details>
      ) : (
        rows
      )}
    </ConfirmDialog>
  )
}

const isOwn = (row: PricedRow, area: PriceArea | null): boolean => row.afterLevel === levelOf(area)

/** An area that gives up its own price gets what applies there by now. */
function inheriting(row: PricedRow, now: ShownPrices | undefined): PricedRow {
  const shown = now?.prices.get(keyOf(row))
  return shown ? { ...row, after: shown.inherited, afterLevel: shown.inheritedLevel } : row
}
