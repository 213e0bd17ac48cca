import { useMemo, useState } from 'react'
import { levelOf, levelWords, type PriceArea } from '#contract/admin/price-areas.ts'
import { type PriceChange, type PricedRow, priceName } from '#contract/admin/pricing.ts'
import { formatDateTime, formatPlural, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { OldAndNew } from './price-line.tsx'
import { keyOf, type ShownPrices, turnedRound } from './price-rules.ts'
import { PricedRows } from './priced-rows.tsx'
import {
  useCancelPriceChange,
  usePlannedChanges,
  usePriceHistory,
  usePrices,
  useUndoPriceChange,
} from './pricing-data.ts'

/** Describes a change: its one price with old and new, or how many there are, folded. */
function ChangedPrices({ change }: { change: PriceChange }) {
  const [first] = change.rows
  if (!first) return null
  const place = change.area && <span className="block font-semibold">{change.area.name}</span>
  if (change.rows.length === 1)
    return (
      <>
        {place}
        {priceName(first)}
        <span className="block">
          <OldAndNew before={first.before} after={first.after} />
          {change.area && <span className="text-muted"> ({levelWords(first.afterLevel, change.area)})</span>}
        </span>
      </>
    )
  return (
    <>
      {place}
      <details>
        <summary className="-mt-0.5 py-0.5 font-semibold text-accent hover:underline">
          {formatPlural(change.rows.length, 'price')}
        </summary>
        <div className="mt-1 sm:rounded-md sm:border sm:border-line sm:px-3 sm:pb-1">
          <PricedRows label="Prices of this change, old and new" rows={change.rows} area={change.area} />
        </div>
      </details>
    </>
  )
}

/** The state of a change. */
function ChangeState({ change }: { change: PriceChange }) {
  if (change.state === 'scheduled') return <StatusPill tone="waiting">Planned</StatusPill>
  if (change.state === 'cancelled') return <StatusPill tone="plain">Canceled</StatusPill>
  return change.undoneBy ? <StatusPill tone="plain">Undone</StatusPill> : <StatusPill tone="done">Applied</StatusPill>
}

/** Names a change in a question about it. */
function changeName({ rows, area }: Pick<PriceChange, 'rows' | 'area'>): string {
  const [first] = rows
  const prices = rows.length === 1 && first ? priceName(first) : formatPlural(rows.length, 'price')
  return area ? `${prices} in ${area.name}` : prices
}

/** Planned changes, next one first. */
export function PlannedChanges() {
  const query = usePlannedChanges()
  const { data: planned, isPending } = query
  const [asked, setAsked] = useState<PriceChange | null>(null)
  const timeZone = useStoreZone()
  return (
    <Panel title="Planned changes">
      {isPending && <Skeleton className="h-10" />}
      <ListTrouble list={query} title="Planned changes could not be loaded" />
      {planned?.length === 0 && (
        <p className="text-sm text-muted">
          Nothing is planned. Use Change many prices to schedule prices, e.g. for Monday at midnight.
        </p>
      )}
      {planned && planned.length > 0 && (
        <ul aria-label="Planned changes" className="grid gap-3">
          {planned.map((change) => (
            <li
              key={change.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
            >
              <div className="min-w-0 grow basis-60">
                {change.startsAt && (
                  <p className="font-semibold">
                    {formatStoreMoment(change.startsAt, timeZone)}
                    <span className="font-normal text-muted">{waitWords(change.startsAt, serverNow())}</span>
                  </p>
                )}
                <ChangedPrices change={change} />
                <p className="text-muted wrap-anywhere">
                  by {change.createdBy}
                  {change.note && `: ${change.note}`}
                </p>
              </div>
              <Button onClick={() => setAsked(change)}>
                Cancel<span className="sr-only"> the planned change of {changeName(change)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && <CancelDialog change={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

function CancelDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
  const cancel = useCancelPriceChange()
  const timeZone = useStoreZone()
  const { error } = cancel
  const isOver = error?.code === 'price_change_made'
  return (
    <ConfirmDialog
      title={`Cancel the planned change of ${changeName(change)}?`}
      confirmLabel="Cancel the change"
      pendingLabel="Canceling…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it planned'}
      isPending={cancel.isPending}
      onConfirm={isOver ? undefined : () => cancel.mutate(change, { onSuccess: onClose })}
      onClose={onClose}
    >
      {change.startsAt && (
        <p>It was due to start {formatStoreMoment(change.startsAt, timeZone)}. Prices stay as they are.</p>
      )}
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}

/** More would push the buttons off a phone's screen. */
const SHOWN_AT_ONCE_MAX = 4

/** Asks before prices are restored, with the prices they go back to. */
function UndoDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
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

/** Who changed which price and when, with an undo button while that is possible. */
export function PriceHistory() {
  const list = usePriceHistory()
  const [asked, setAsked] = useState<PriceChange | null>(null)
  const columns = useMemo(() => columnsOf(setAsked), [])
  return (
    <Panel title="History" intro="Every price change, newest first.">
      <PagedTable
        list={list}
        label="Price history"
        columns={columns}
        rowKey={({ id }) => id}
        errorTitle="The history could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        empty={
          <EmptyState title="No price changes yet">
            Each change appears here with who made it. You can undo it while its prices are in effect.
          </EmptyState>
        }
      />
      {asked && <UndoDialog change={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

const columnsOf = (onUndo: (change: PriceChange) => void): Column<PriceChange>[] => [
  { key: 'what', header: 'Change', isTitle: true, cell: (change) => <ChangedPrices change={change} /> },
  {
    key: 'when',
    header: 'When',
    isUnbroken: true,
    cell: ({ appliedAt, createdAt, createdBy }) => (
      <>
        {formatDateTime(appliedAt ?? createdAt)}
        <span className="block max-w-48 truncate text-muted">by {createdBy}</span>
      </>
    ),
  },
  {
    key: 'note',
    header: 'Note',
    cell: ({ note, undoes }) => note ?? (undoes ? <span className="text-muted">Undid a change</span> : '–'),
  },
  { key: 'state', header: 'State', cell: (change) => <ChangeState change={change} /> },
  {
    key: 'undo',
    header: 'Undo',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (change) => <UndoCell change={change} onUndo={onUndo} />,
  },
]

interface UndoCellProps {
  change: PriceChange
  onUndo: (change: PriceChange) => void
}

function UndoCell({ change, onUndo }: UndoCellProps) {
  if (change.state !== 'applied' || change.undoneBy) return null
  if (!change.isStanding) return <span className="text-xs text-muted">Changed again since</span>
  return (
    <Button size="small" onClick={() => onUndo(change)}>
      Undo<span className="sr-only"> the change of {changeName(change)}</span>
    </Button>
  )
}
