import { useState } from 'react'
import { priceName } from '#contract/admin/pricing.ts'
import type { PackageHold } from '#contract/admin/stock-screen.ts'
import { packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { HoldList } from './hold-list.tsx'
import { MovementList } from './movement-list.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { type PackageStock, usePackageStock } from './stock-data.ts'
import { stockWord } from './stock-rules.ts'

/** One package: where its units are, who holds some now, and everything that ever changed them. */
export function PackageStory({ packageId, onClose }: { packageId: string; onClose: () => void }) {
  const query = usePackageStock(packageId)
  const { data: stock, error } = query
  const [asked, setAsked] = useState<PackageHold | null>(null)
  return (
    <>
      <Drawer title={stock ? priceName(packageKeyOf(stock.packageId)) : 'Package'} onClose={onClose}>
        <div className="grid gap-6">
          {stock && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 text-sm text-muted wrap-anywhere">
                {stock.county}, {stock.state}. ID: {packageId}
              </p>
              <CopyButton text={packageId} label="Copy ID" size="small" />
            </div>
          )}
          {error ? (
            <ListTrouble list={query} title="This package could not be loaded" />
          ) : (
            <div>
              <FigureStrip label="Where its units are" figures={figuresOf(stock)} />
              <p className="mt-1.5 text-xs text-muted">{identityWords(stock)}</p>
            </div>
          )}
          {error?.status !== 404 && (
            <>
              <HoldList packageId={packageId} onRelease={setAsked} />
              <MovementList packageId={packageId} />
            </>
          )}
        </div>
      </Drawer>
      {asked && <ReleaseDialog hold={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const figuresOf = (stock: PackageStock | undefined) => [
  { label: 'Placed', value: stock && formatCount(stock.placed) },
  {
    label: 'Available',
    value: stock && (stock.isUnlimited ? 'Unlimited' : formatCount(stock.available)),
    isUrgent: stock?.shown === 0,
  },
  { label: 'Held', value: stock && formatCount(stock.held) },
  { label: 'Sold', value: stock && formatCount(stock.sold) },
]

/** How the four figures relate. */
function identityWords(stock: PackageStock | undefined): string {
  if (!stock) return 'Placed = available + held + sold.'
  const refunds = stock.refunded > 0 ? ` ${formatCount(stock.refunded)} of those placed came back through refunds.` : ''
  return stock.isUnlimited
    ? `Buyers see ${stockWord(stock.shown)}. While stock is unlimited, holds and sales take no units. ${formatCount(stock.available)} counted units are set aside.${refunds}`
    : `Placed = available + held + sold.${refunds}`
}
