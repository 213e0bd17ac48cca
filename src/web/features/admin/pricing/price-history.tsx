import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { levelWords, listAreaPrices, listPriceAreas, placesWords } from '#contract/admin/price-areas.ts'
import { cancelPriceChange, listPriceChanges, type PriceChange, priceName } from '#contract/admin/pricing.ts'
import { listPricing } from '#contract/catalogue/catalogue.ts'
import { ChangedRows, pricedRow } from '#web/features/admin/packages/many-preview.tsx'
import { callApi, FRESH, queryClient } from '#web/lib/call-api.ts'
import { formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { reload, useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ErrorNotice, Fold, ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { commonPercent } from './price-rules.ts'
import { TOUCHED_PATHS, undoPrices } from './pricing-data.ts'

/** Planned changes are few; the server shows no more at once. */
const PLANNED_MAX = 100
/** Nodes apply a planned change within a second; after this long, prices are reloaded. */
const PLANNED_LATE_MS = 2000
/** Reloaded at least this often, because another administrator may plan or cancel. */
const PLANNED_WATCH_MS = 60_000

const namesOf = ({ areas }: PriceChange): string => placesWords(areas.map(({ name }) => name))

function ChangedPrices({ change }: { change: PriceChange }) {
  const { rows, areas, prices } = change
  const [first] = rows
  if (!first) return null
  return (
    <>
      {areas.length > 0 && <span className="block font-semibold">{namesOf(change)}</span>}
      {prices === 1 ? (
        <>
          {priceName(first)}
          <span className="figures block">
            <FromTo from={formatDollars(first.before)} to={formatDollars(first.after)} />
            {first.place !== null && <span className="text-muted"> ({levelWords(first.afterLevel, first.place)})</span>}
          </span>
        </>
      ) : (
        <Fold title={[formatPlural(prices, 'price'), ...commonPercent(rows)].join(', ')}>
          <ChangedRows label="Prices of this change, old and new" rows={rows.map(pricedRow)} />
          {prices > rows.length && (
            <p className="py-2 text-muted">And {formatPlural(prices - rows.length, 'more price')}.</p>
          )}
        </Fold>
      )}
    </>
  )
}

function ChangeState({ change }: { change: PriceChange }) {
  if (change.state === 'scheduled') return <StatusPill tone="waiting">Planned</StatusPill>
  if (change.state === 'cancelled') return <StatusPill tone="plain">Canceled</StatusPill>
  return change.undoneBy ? <StatusPill tone="plain">Undone</StatusPill> : <StatusPill tone="done">Applied</StatusPill>
}

function changeName(change: PriceChange): string {
  const { rows, areas, prices } = change
  const what = prices === 1 && rows[0] ? priceName(rows[0]) : formatPlural(prices, 'price')
  return areas.length > 0 ? `${what} in ${namesOf(change)}` : what
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
  const { data: planned, error } = list
  const [asked, setAsked] = useState<PriceChange | null>(null)
  const timeZone = useStoreZone()
  // The history says how to plan one.
  if (!planned?.length && !error) return null
  return (
    <Panel title="Planned changes">
      <ListTrouble list={list} title="Planned changes could not be loaded" />
      {planned && (
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

function CancelDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
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

/** Who changed which price and when, with an undo button while that is possible. */
export function PriceHistory() {
  const list = usePages(listPriceChanges, {})
  const undo = useChange({
    affects: TOUCHED_PATHS,
    send: undoPrices,
    toast: ({ prices }) => ({ title: `${formatPlural(prices, 'price')} restored` }),
    failed: 'Not undone',
  })
  return (
    <Panel title="History" intro="Every price change, newest first. To plan one, use Change many packages.">
      <PagedTable
        list={{ ...list, data: list.data?.filter(({ state }) => state !== 'scheduled') }}
        label="Price history"
        columns={columnsOf(({ id }) => undo.mutate(id))}
        rowKey={({ id }) => id}
        errorTitle="The history could not be loaded"
        footnote={timesNote()}
        empty={
          <EmptyState title="No price changes yet">
            Each change appears here with who made it. You can undo it while its prices are in effect.
          </EmptyState>
        }
      />
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
    cell: ({ note, undoes }) => note ?? (undoes ? <span className="text-muted">Undo of a change</span> : '–'),
  },
  { header: 'Status', cell: (change) => <ChangeState change={change} /> },
  actsColumn((change) => {
    if (change.state !== 'applied' || change.undoneBy) return null
    if (!change.isStanding) return <span className="text-xs text-muted">Changed again since</span>
    return (
      <Button size="small" about={` the change of ${changeName(change)}`} onClick={() => onUndo(change)}>
        Undo
      </Button>
    )
  }),
]
