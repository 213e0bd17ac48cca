import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { leadsWords, packageName, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { forgetLostLines } from '#web/features/orders/cart/lost-lines.ts'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { OutdatedNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { useRemoveFromCart } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { groupSame, offerEffects, sumRows } from '#web/lib/line-offers.tsx'
import { sumsOf } from '#web/lib/line-sums.ts'
import { NameValues, PriceCut, Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { SalesLink } from '../sales-navigation.tsx'

export function CartStep() {
  const { lines, sums, error, isPending, isOutdated } = useCart()
  // Notes about lines that left are shown once; coming back later they are old news.
  useEffect(() => forgetLostLines, [])
  const { mutate, isPending: isRemoving } = useRemoveFromCart()
  const root = useRef<HTMLDivElement>(null)
  // The pressed button may disappear with its row; the focus stays in the cart, even if that was the last one.
  const handleRemove = (line: CartLine) => mutate(line, { onSettled: () => root.current?.focus() })
  return (
    <div ref={root} tabIndex={-1} className="grid gap-4">
      <LostLinesNotice />
      {isOutdated && <OutdatedNotice />}
      {isPending ? (
        <Loading words="Loading the cart" height="h-64" />
      ) : error ? (
        <ErrorNotice error={error} title="The cart could not be loaded" />
      ) : lines.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          action={
            <>
              <SalesLink tab="packages" look="primary">
                Browse Packages
              </SalesLink>
              <SalesLink tab="market">Market Selection</SalesLink>
            </>
          }
        >
          Packages you add are reserved for your customer. Once you send the invoice, they stay reserved until its link
          expires.
        </EmptyState>
      ) : (
        <>
          <HoldBar lines={lines} advice="Please send the invoice" />
          <DataTable
            label="Packages in your cart"
            columns={columnsOf(isRemoving, handleRemove)}
            rows={groupSame(lines)}
            rowKey={({ line }) => line.holdId}
          />
          <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-3 border-t border-line pt-4">
            <Sums
              rows={sumRows(sums)}
              name={`Total for ${formatPlural(lines.length, 'package')}`}
              amount={formatDollars(sums.total)}
            />
            <SalesLink tab="invoice" look="primary">
              Generate Invoice
            </SalesLink>
          </div>
        </>
      )}
    </div>
  )
}

/** Lines that read the same are one row; Remove takes the newest of them. */
type Row = { line: CartLine; same: readonly CartLine[] }

function columnsOf(isRemoving: boolean, onRemove: (line: CartLine) => void): readonly Column<Row>[] {
  return [
    {
      header: 'Tier',
      isTitle: true,
      cell: ({ line }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{TIER_FACTS[line.tier].name}</span>
          <TierBadge tier={line.tier} />
        </span>
      ),
    },
    { header: 'Size', cell: ({ line }) => `${sizeName(line.size)}, ${leadsWords(line)}` },
    { header: 'Lead Type', cell: ({ line }) => line.leadTypeName },
    { header: 'Location', cell: ({ line }) => `${line.county}, ${line.state}` },
    { header: 'Delivery', cell: ({ line }) => DELIVERY_METHOD_NAMES[line.deliveryMethod] },
    { header: 'Quantity', isNumber: true, cell: ({ same }) => same.length },
    {
      header: 'Price',
      isNumber: true,
      cell: ({ same }) => (
        <>
          <PriceCut was={formatDollars(sumsOf(same).subtotal)} now={formatDollars(sumsOf(same).total)} />
          <NameValues label="Offers" rows={same.flatMap(({ offers }) => offerEffects(offers))} className="text-xs" />
        </>
      ),
    },
    {
      header: 'Remove',
      isHeaderHidden: true,
      cell: ({ line, same }) => (
        <Button
          icon={Trash2}
          look="danger"
          size="small"
          className="-my-1.5 @max-3xl:-ml-3"
          disabled={isRemoving}
          onClick={() => onRemove(same.at(-1) ?? line)}
          aria-label={`Remove ${same.length > 1 ? 'one ' : ''}${packageName(line)}, ${line.county}`}
        >
          {same.length > 1 ? 'Remove one' : 'Remove'}
        </Button>
      ),
    },
  ]
}
