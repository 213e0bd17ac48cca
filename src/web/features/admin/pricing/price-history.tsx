import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { levelOf, levelWords, listAreaPrices, listPriceAreas } from '#contract/admin/price-areas.ts'
import {
  cancelPriceChange,
  listPriceChanges,
  type PriceChange,
  priceName,
  undoPriceChange,
} from '#contract/admin/pricing.ts'
import { listPricing } from '#contract/catalogue/catalogue.ts'
import { callApi, FRESH, queryClient } from '#web/lib/call-api.ts'
import { formatDateTime, formatPlural } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { reload, useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { OldAndNew, PricedRows } from './price-line.tsx'
import { keyOf, turnedRound } from './price-rules.ts'
import { TOUCHED_PATHS, usePrices } from './pricing-data.ts'

/** Planned changes are few; the server shows no more at once. */
const PLANNED_MAX = 100
/** Nodes apply a planned change within a second; after this long, prices are reloaded. */
const PLANNED_LATE_MS = 2000
/** Reloaded at least this often, because another administrator may plan or cancel. */
const PLANNED_WATCH_MS = 60_000

function ChangedPrices({ change: { rows, area } }: { change: PriceChange }) {
  const [first] = rows
  if (!first) return null
  return (
    <>
      {area && <span className="block font-semibold">{area.name}</span>}
      {rows.length === 1 ? (
        <>
          {priceName(first)}
          <span className="block">
            <OldAndNew before={first.before} after={first.after} />
            {area && <span className="text-muted"> ({levelWords(first.afterLevel, area)})</span>}
          </span>
        </>
      ) : (
        <details>
          <summary className="-mt-0.5 py-0.5 font-semibold text-accent hover:underline">
            {formatPlural(rows.length, 'price')}
          </summary>
          <div className="mt-1 sm:rounded-md sm:border sm:border-line sm:px-3 sm:pb-1">
            <PricedRows label="Prices of this change, old and new" rows={rows} area={area} />
          </div>
        </details>
      )}
    </>
  )
}

function ChangeState({ change }: { change: PriceChange }) {
  if (change.state === 'scheduled') return <StatusPill tone="waiting">Planned</StatusPill>
  if (change.state === 'cancelled') return <StatusPill tone="plain">Canceled</StatusPill>
  return change.undoneBy ? <StatusPill tone="plain">Undone</StatusPill> : <StatusPill tone="done">Applied</StatusPill>
}

function changeName({ rows, area }: PriceChange): string {
  const [first] = rows
  const prices = rows.length === 1 && first ? priceName(first) : formatPlural(rows.length, 'price')
  return area ? `${prices} in ${area.name}` : prices
}

const startOf = ({ startsAt, createdAt }: PriceChange): number => Date.parse(startsAt ?? createdAt)

/** Planned changes, next one first. When one is due, prices are reloaded. */
function usePlannedChanges() {
  const planned = useQuery<PriceChange[]>({
    queryKey: [listPriceChanges.path, 'planned'],
    queryFn: ({ signal }) => callApi(listPriceChanges, { query: { state: 'scheduled', limit: PLANNED_MAX }, signal }),
    select: (changes) => changes.toSorted((a, b) => startOf(a) - startOf(b)),
    ...FRESH,
    refetchInterval: ({ state }) => {
      if (!state.data?.length) return false
      const next = Math.min(...state.data.map(startOf)) - serverNow() + PLANNED_LATE_MS
      return Math.min(Math.max(next, PLANNED_LATE_MS), PLANNED_WATCH_MS)
    },
  })
  const waiting = planned.data?.map(({ id }) => id).join()
  const waitedBefore = useRef(waiting)
  useEffect(() => {
    const before = waitedBefore.current
    if (waiting === undefined || waiting === before) return
    waitedBefore.current = waiting
    if (before === undefined) return
    void reload([listPricing.path, listAreaPrices.path, listPriceAreas.path])
    // The history, without the planned changes that have just been read.
    void queryClient.invalidateQueries({ queryKey: [listPriceChanges.path, {}] })
  }, [waiting])
  return planned
}

export function PlannedChanges() {
  const list = usePlannedChanges()
  const { data: planned, isPending } = list
  const [asked, setAsked] = useState<PriceChange | null>(null)
  const timeZone = useStoreZone()
  return (
    <Panel title="Planned changes">
      {isPending && <Skeleton className="h-10" />}
      <ListTrouble list={list} title="Planned changes could not be loaded" />
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
              <Button about={` the planned change of ${changeName(change)}`} onClick={() => setAsked(change)}>
                Cancel
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && <CancelDialog change={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

type ChangeDialogProps = { change: PriceChange; onClose: () => void }

function CancelDialog({ change, onClose }: ChangeDialogProps) {
  const cancel = useChange({
    affects: TOUCHED_PATHS,
    send: () => callApi(cancelPriceChange, { params: { changeId: change.id } }),
    toast: () => ({ title: 'Planned change canceled', description: 'The prices stay as they are.' }),
  })
  const timeZone = useStoreZone()
  const isOver = cancel.error?.code === 'price_change_made'
  return (
    <ConfirmDialog
      title={`Cancel the planned change of ${changeName(change)}?`}
      confirmLabel="Cancel the change"
      pendingLabel="Canceling…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it planned'}
      isPending={cancel.isPending}
      onConfirm={isOver ? undefined : () => cancel.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {change.startsAt && (
        <p>It was due to start {formatStoreMoment(change.startsAt, timeZone)}. Prices stay as they are.</p>
      )}
      <ErrorNotice error={cancel.error} />
    </ConfirmDialog>
  )
}

/** More would push the buttons off a phone's screen. */
const SHOWN_AT_ONCE_MAX = 4

/** Asks before prices are restored, with the prices they go back to. */
function UndoDialog({ change, onClose }: ChangeDialogProps) {
  const { area } = change
  const undo = useChange({
    affects: TOUCHED_PATHS,
    send: () => callApi(undoPriceChange, { params: { changeId: change.id } }),
    toast: ({ rows }) => ({ title: `${formatPlural(rows.length, 'price')} restored` }),
  })
  const isOver = undo.error?.code === 'price_changed' || undo.error?.code === 'price_change_open'
  const { data: now } = usePrices(area)
  const undone = turnedRound(change.rows).map((row) => {
    // An area that gives up its own price gets what applies there by now.
    const shown = row.afterLevel === levelOf(area) ? undefined : now?.prices.get(keyOf(row))
    return shown ? { ...row, after: shown.inherited, afterLevel: shown.inheritedLevel } : row
  })
  const rows = <PricedRows label="Prices as they are and as they will be" rows={undone} area={area} />
  return (
    <ConfirmDialog
      title={`Undo the change of ${changeName(change)}?`}
      confirmLabel={`Restore ${formatPlural(change.rows.length, 'price')}`}
      pendingLabel="Restoring…"
      cancelLabel={isOver ? 'Close' : 'Keep the prices'}
      isPending={undo.isPending}
      onConfirm={isOver ? undefined : () => undo.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorNotice title="The prices stay as they are" error={undo.error} />
      <p>
        It applies {area ? `in ${area.name}` : 'in every county without a price of its own'} right away. Buyers are told
        before they pay. Links already sent and orders already placed keep their prices.
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

/** Who changed which price and when, with an undo button while that is possible. */
export function PriceHistory() {
  const list = usePages(listPriceChanges, {})
  const [asked, setAsked] = useState<PriceChange | null>(null)
  return (
    <Panel title="History" intro="Every price change, newest first.">
      <PagedTable
        list={{ ...list, data: list.data?.filter(({ state }) => state !== 'scheduled') }}
        label="Price history"
        columns={columnsOf(setAsked)}
        rowKey={({ id }) => id}
        errorTitle="The history could not be loaded"
        footnote={timesNote()}
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
  { header: 'Change', isTitle: true, cell: (change) => <ChangedPrices change={change} /> },
  {
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
    header: 'Note',
    cell: ({ note, undoes }) => note ?? (undoes ? <span className="text-muted">Undid a change</span> : '–'),
  },
  { header: 'Status', cell: (change) => <ChangeState change={change} /> },
  {
    header: 'Undo',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (change) => {
      if (change.state !== 'applied' || change.undoneBy) return null
      if (!change.isStanding) return <span className="text-xs text-muted">Changed again since</span>
      return (
        <Button size="small" about={` the change of ${changeName(change)}`} onClick={() => onUndo(change)}>
          Undo
        </Button>
      )
    },
  },
]
