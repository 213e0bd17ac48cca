import { useMemo, useState } from 'react'
import type { PriceChange } from '#contract/admin/pricing.ts'
import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ChangedPrices, ChangeState, changeName } from './change-story.tsx'
import { usePriceHistory } from './pricing-data.ts'
import { UndoDialog } from './undo-dialog.tsx'

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
