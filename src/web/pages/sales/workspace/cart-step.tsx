import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { packageName, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { TierBadge } from '#web/features/catalogue/tier-badge.tsx'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldBar } from '#web/features/orders/cart/hold-bar.tsx'
import { HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { forgetLostLines } from '#web/features/orders/cart/lost-lines.ts'
import { LostLinesNotice } from '#web/features/orders/cart/lost-lines-notice.tsx'
import { OutdatedNotice } from '#web/features/orders/cart/price-change-notice.tsx'
import { useRemoveFromCart } from '#web/features/orders/cart/use-remove-from-cart.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { leadsWords, offerEffects, sumRows } from '#web/lib/line-offers.tsx'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
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
  const { mutate, isPending: isRemoving, variables } = useRemoveFromCart()
  const root = useRef<HTMLDivElement>(null)
  const removing = isRemoving ? variables.holdId : undefined
  const columns = useMemo(
    () =>
      columnsOf(removing, (line) =>
        // The pressed button disappears with its line; the focus stays in the cart, even if that was the last one.
        mutate(line, { onSettled: () => root.current?.focus() }),
      ),
    [mutate, removing],
  )
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
          <DataTable label="Packages in your cart" columns={columns} rows={lines} rowKey={(line) => line.holdId} />
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

type Remove = (line: CartLine) => void

function columnsOf(removing: CartLine['holdId'] | undefined, onRemove: Remove): readonly Column<CartLine>[] {
  return [
    {
      header: 'Tier',
      isTitle: true,
      cell: (line) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{TIER_FACTS[line.tier].name}</span>
          <TierBadge tier={line.tier} />
        </span>
      ),
    },
    { header: 'Size', cell: (line) => `${sizeName(line.size)}, ${leadsWords(line)}` },
    { header: 'Lead Type', cell: (line) => line.leadTypeName },
    { header: 'Location', cell: (line) => `${line.county}, ${line.state}` },
    { header: 'Delivery', cell: (line) => DELIVERY_METHOD_NAMES[line.deliveryMethod] },
    { header: 'Reserved for', cell: (line) => <HoldCountdown endsAtMs={Date.parse(line.expiresAt)} size={16} /> },
    {
      header: 'Price',
      isNumber: true,
      cell: (line) => (
        <>
          <PriceCut was={formatDollars(line.price)} now={formatDollars(priceAfterOffers(line))} />
          <NameValues label="Offers" rows={offerEffects(line.offers)} className="text-xs" />
        </>
      ),
    },
    {
      header: 'Remove',
      isHeaderHidden: true,
      cell: (line) => (
        <Button
          icon={Trash2}
          look="danger"
          size="small"
          className="-my-1.5 @max-3xl:-ml-3"
          disabled={removing === line.holdId}
          onClick={() => onRemove(line)}
          aria-label={`Remove ${packageName(line)}, ${line.county}`}
        >
          Remove
        </Button>
      ),
    },
  ]
}
