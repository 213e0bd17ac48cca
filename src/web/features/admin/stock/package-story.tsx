import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PriceKey, priceName } from '#contract/admin/pricing.ts'
import * as contract from '#contract/admin/stock-screen.ts'
import { type Package, packageKeyOf, type Size } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { formatCount, formatDateTime, formatTimeLeft } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { ListTrouble, MoreButton } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { TOUCHED_PATHS } from './stock-data.ts'
import { stockWord } from './stock-rules.ts'

/** Tells a package from the others in its county. */
export const keyedPackage = ({ leadType, tier, size }: Package): PriceKey => ({ leadType, tier, size: size as Size })

const nameOf = ({ name }: contract.StockParty): string => name ?? 'A former member'

/** The holder, at the beginning of a sentence about one unit. */
function holderOf(by: contract.StockParty): string {
  if (by.kind === 'rep') return nameOf(by)
  if (by.kind === 'link') return `Payment link ${by.reference ?? ''}`.trim()
  if (by.kind === 'order') return `Order ${by.reference ?? ''}`.trim()
  return 'A buyer'
}

/** What happened, in one sentence without a period. */
function movementWords({ kind, by }: contract.StockMovement): string {
  const who = holderOf(by)
  const isCart = by.kind === 'cart' || by.kind === 'rep'
  switch (kind) {
    case 'set':
      return `${by.kind === 'member' ? nameOf(by) : 'The store'} set the stock`
    case 'held':
      return isCart ? `${who} put one into their cart` : `${who} took one`
    case 'sold':
      return `Sold with order ${by.reference ?? ''}`.trim()
    case 'released':
      return isCart ? `${who} put one back` : `${who} gave one back`
    case 'taken_out':
      return `${nameOf(by)} took one out of a cart`
    case 'expired':
      return isCart ? `${who}’s hold ran out` : `${who} ran out of time`
    case 'refunded':
      return `${who} was refunded and its unit put back`
  }
}

function holdWords({ by }: contract.PackageHold): string {
  if (by.kind === 'rep') return `Cart of ${nameOf(by)}`
  if (by.kind === 'link') return `Payment link ${by.reference ?? ''} of ${nameOf(by)}`
  if (by.kind === 'order') return `Order ${by.reference ?? ''}, waiting for its payment`
  return 'A buyer’s cart'
}

/** Why a hold cannot be released here, and what to do instead. */
const stuckWords = ({ by }: contract.PackageHold): string =>
  by.kind === 'link'
    ? 'Reserved for a customer. To release it, cancel the link under Payment Links.'
    : 'A payment is in progress. If it fails, the unit goes back on sale by itself.'

/** More would push the history off the drawer. */
const SHOWN_AT_FIRST = 5

/** Who holds units of a package now, with a button to remove one from a cart. */
function HoldList({ packageId, onRelease }: { packageId: string; onRelease: (hold: contract.PackageHold) => void }) {
  const list = usePages(contract.listPackageHolds, {}, { params: { packageId } })
  const [isWhole, setIsWhole] = useState(false)
  const holds = list.data?.slice(0, isWhole ? undefined : SHOWN_AT_FIRST) ?? []
  const hasMore = list.hasNextPage || holds.length < (list.data?.length ?? 0)
  const showMore = () => {
    if (isWhole) void list.fetchNextPage()
    setIsWhole(true)
  }
  return (
    <section aria-label="Live holds">
      <h3 className="font-semibold">Live holds</h3>
      <div className="mt-2 grid gap-3 text-sm">
        {list.isPending && <Loading words="Loading the holds" height="h-10" />}
        <ListTrouble list={list} title="The holds could not be loaded" />
        {list.data?.length === 0 && <p className="text-muted">No live holds.</p>}
        {holds.length > 0 && (
          <ul className="grid gap-2">
            {holds.map((hold) => (
              <li
                key={hold.holdId}
                className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 border-t border-line pt-2 first:border-t-0 first:pt-0"
              >
                <div className="min-w-0 grow basis-60">
                  <p className="font-semibold">{holdWords(hold)}</p>
                  <p className="figures text-muted">
                    since {formatDateTime(hold.since)}, until {formatDateTime(hold.until)} (
                    {formatTimeLeft(hold.until, serverNow())}){hold.tookUnit ? '' : '; no unit taken (unlimited stock)'}
                  </p>
                  {!hold.isReleasable && <p className="text-muted">{stuckWords(hold)}</p>}
                </div>
                {hold.isReleasable && (
                  <Button size="small" about={` the hold of ${holdWords(hold)}`} onClick={() => onRelease(hold)}>
                    Release
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <Button className="justify-self-center" isBusy={list.isFetchingNextPage} onClick={showMore}>
            {list.isFetchingNextPage ? 'Loading…' : 'Show more holds'}
          </Button>
        )}
        {holds.length > 0 && <p className="text-xs text-muted">{timesNote()}</p>}
      </div>
    </section>
  )
}

function MovementList({ packageId }: { packageId: string }) {
  const list = usePages(contract.listStockMovements, {}, { params: { packageId } })
  const movements = list.data ?? []
  return (
    <section aria-label="History">
      <h3 className="font-semibold">History</h3>
      <div className="mt-2 grid gap-3 text-sm">
        {list.isPending && <Loading words="Loading the history" height="h-12" count={3} />}
        <ListTrouble list={list} title="The history could not be loaded" />
        {list.data?.length === 0 && (
          <p className="text-muted">No history yet: this package was never stocked. Set its count to put it on sale.</p>
        )}
        {movements.length > 0 && (
          <ol className="grid gap-2">
            {movements.map((movement) => (
              <Movement key={movement.id} movement={movement} />
            ))}
          </ol>
        )}
        <MoreButton list={list} />
        {movements.length > 0 && <p className="text-xs text-muted">{timesNote()}</p>}
      </div>
    </section>
  )
}

const Movement = ({ movement }: { movement: contract.StockMovement }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line pt-2 first:border-t-0 first:pt-0">
    <p className="min-w-0 wrap-anywhere">{movementWords(movement)}</p>
    <p className="figures whitespace-nowrap">
      <FromTo from={stockWord(movement.before)} to={stockWord(movement.after)} />
    </p>
    <p className="col-span-full text-muted wrap-anywhere">
      {formatDateTime(movement.at)}
      {movement.note && `: ${movement.note}`}
    </p>
  </li>
)

const ENDED = { sold: 'Someone just bought it.', expired: 'Its time just ran out.' } as const

/** Asks for a reason before a unit is removed from a buyer's cart. */
function ReleaseDialog({ hold, onClose }: { hold: contract.PackageHold; onClose: () => void }) {
  const release = useChange({
    affects: TOUCHED_PATHS,
    send: (reason: string) => callApi(contract.releaseStuckHold, { params: { holdId: hold.holdId }, body: { reason } }),
    toast: ({ state }) =>
      state === 'released'
        ? { title: 'Hold released', description: 'The unit is on sale again, and the cart’s owner is told.' }
        : { title: 'The hold had already ended', description: ENDED[state] },
  })
  return (
    <TextDialog
      title="Release this hold?"
      note="shown in the history with your name"
      fieldError="Say why: others will read it in the history."
      lengthMax={contract.STOCK_REASON_LENGTH_MAX}
      confirmLabel="Release the hold"
      pendingLabel="Releasing…"
      confirmLook="danger"
      cancelLabel="Keep it"
      change={release}
      isOver={/^hold_(of_order|of_link|unknown)$/.test(release.error?.code ?? '')}
      errorTitle="The hold was not released"
      onClose={onClose}
    >
      <p>
        {holdWords(hold)} loses the unit, and it goes back on sale right away. The buyer sees that it left the cart.
        Holds end on their own, so do this only for one that is stuck.
      </p>
    </TextDialog>
  )
}

/** One package: where its units are, who holds some now, and everything that ever changed them. */
export function PackageStory({ packageId, onClose }: { packageId: string; onClose: () => void }) {
  const found = useQuery({ ...query(contract.readPackageStock, { packageId }), ...FRESH })
  const { data: stock, error } = found
  const [asked, setAsked] = useState<contract.PackageHold | null>(null)
  return (
    <>
      <Drawer title={stock ? priceName(packageKeyOf(stock.packageId)) : 'Package'} onClose={onClose}>
        <div className="grid gap-6">
          {stock && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 text-sm text-muted wrap-anywhere">
                {stock.county}, {stock.state}
              </p>
              <CopyButton text={packageId} label="Copy ID" size="small" />
            </div>
          )}
          {error ? (
            <ListTrouble list={found} title="This package could not be loaded" />
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

type PackageStock = ReplyOutputOf<typeof contract.readPackageStock>

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
