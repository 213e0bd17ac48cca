import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ListedRefund } from '#contract/admin/refund-screen.ts'
import { REFUND_COLUMNS, refundRow } from '#contract/admin/refunds-csv.ts'
import { REFUND_STATE_NAMES, refundReason } from '#contract/payments/refund-states.ts'
import { useRetryRefund, useSettleRefund } from '#web/features/admin/jobs/job-data.ts'
import { ChosenExport } from '#web/lib/chosen-export.tsx'
import { ExportButton } from '#web/lib/export-button.tsx'
import { formatDateTime, formatDollars, timeZoneWord } from '#web/lib/format.ts'
import { REFUND_STATE_TONES } from '#web/lib/refund-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { When } from '#web/lib/when.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { exportAddress, filterOf, type RefundFilter, useHasFailed, useRefundCount, useRefunds } from './refund-data.ts'

const FILTERS: Readonly<Record<RefundFilter, string>> = {
  all: 'All refunds',
  failed: 'Failed',
  pending: 'Pending',
  refunded: 'Refunded',
}
const FILTER_NAMES = Object.entries(FILTERS) as [RefundFilter, string][]

const BULK: BulkActions<ListedRefund> = {
  nameOf: ({ reference, amount }) => `${reference}, ${formatDollars(amount)}`,
  actions: (rows, onDone) => (
    <ChosenExport
      name="refunds-chosen.csv"
      columns={REFUND_COLUMNS}
      rowOf={refundRow}
      rows={rows}
      onDone={() => onDone()}
    />
  ),
}

interface RefundsViewProps {
  /** From the address: a state, or `all`. */
  word: string | undefined
  onFilter: (filter: RefundFilter) => void
}

/** All refunds; without a choice in the address, the failed ones if there are any. */
export function RefundsView({ word, onFilter }: RefundsViewProps) {
  const hasFailed = useHasFailed()
  const chosen = filterOf(word)
  return (
    <Panel
      title="Refunds"
      intro="Pending refunds are retried within 6 hours and never sent twice. Failed ones need you."
    >
      {chosen === null && hasFailed === undefined ? (
        <Loading words="Loading: Refunds" height="h-14" count={5} />
      ) : (
        <RefundList filter={chosen ?? (hasFailed ? 'failed' : 'all')} onFilter={onFilter} />
      )}
    </Panel>
  )
}

interface RefundListProps {
  filter: RefundFilter
  onFilter: (filter: RefundFilter) => void
}

function RefundList({ filter, onFilter }: RefundListProps) {
  const list = useRefunds(filter)
  const total = useRefundCount(filter)
  const { mutate: retry } = useRetryRefund()
  const settle = useSettleRefund()
  const [asked, setAsked] = useState<ListedRefund | null>(null)
  const columns = useMemo(() => columnsOf({ onRetry: retry, onSettle: setAsked }), [retry])
  const handleClose = () => {
    setAsked(null)
    settle.reset()
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="State"
          options={FILTER_NAMES.map(([, name]) => name)}
          value={FILTERS[filter]}
          onChange={({ target }) => onFilter(FILTER_NAMES.find(([, name]) => name === target.value)?.[0] ?? 'all')}
          className="min-w-40"
        />
        <ExportButton address={exportAddress(filter)} what="these refunds" />
      </div>
      <PagedTable
        list={list}
        label="Refunds"
        total={total}
        bulk={BULK}
        columns={columns}
        rowKey={({ id }) => id}
        errorTitle="The refunds could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        empty={<NoRefunds filter={filter} onAll={() => onFilter('all')} />}
      />
      {asked && (
        <TextDialog
          title={`Did you refund order ${asked.reference} by hand?`}
          note=""
          label="Where to find it"
          complaint="Enter the provider’s refund ID (re_…), or what you did instead."
          lengthMax={200}
          confirmLabel={`Record ${formatDollars(asked.amount)} as refunded`}
          isPending={settle.isPending}
          error={settle.error}
          onConfirm={(reference) => settle.mutate({ refund: asked, reference }, { onSuccess: handleClose })}
          onClose={handleClose}
        >
          <p>
            The store will stop trying to send it. Check the card provider’s dashboard first, and confirm only if the
            money has really gone back.
          </p>
        </TextDialog>
      )}
    </div>
  )
}

/** The state of a refund, and what to do if the store cannot finish it alone. */
function RefundState({ refund }: { refund: ListedRefund }) {
  const { state, attempts, lastError, nextAt, madeAt, isByHand } = refund
  const isBack = state === 'failed' && lastError === 'refund_failed'
  if (state === 'refunded')
    return (
      <span title={madeAt ? formatDateTime(madeAt) : undefined}>
        <StatusPill tone={REFUND_STATE_TONES.refunded}>{REFUND_STATE_NAMES.refunded}</StatusPill>
        {isByHand && <span className="ml-1.5 text-xs text-muted">by hand</span>}
      </span>
    )
  const failed = isBack ? 'Failed at the bank' : 'Refused for good'
  const due = attempts > 0 ? 'Will be retried' : 'On its way'
  return (
    <>
      <StatusPill tone={REFUND_STATE_TONES[state]}>{state === 'failed' ? failed : due}</StatusPill>
      {isBack && (
        <span className="block text-xs text-muted">
          The provider accepted it, but it failed later. Send it again, or return the money another way.
        </span>
      )}
      {attempts > 0 && (
        <span className="block text-xs text-muted wrap-anywhere">
          {attempts === 1 ? '1 try' : `${attempts} tries`}
          {lastError && `, last answer: ${lastError.replaceAll('_', ' ')}`}
        </span>
      )}
      {nextAt && <span className="block text-xs text-muted">next {formatDateTime(nextAt)}</span>}
    </>
  )
}

interface Acts {
  onRetry: (refund: ListedRefund) => void
  onSettle: (refund: ListedRefund) => void
}

const columnsOf = ({ onRetry, onSettle }: Acts): Column<ListedRefund>[] => [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    isUnbroken: true,
    cell: ({ reference }) => (
      <Link
        to={paths.adminSection}
        params={{ section: 'orders' }}
        search={{ search: reference }}
        className="font-semibold text-accent hover:underline"
      >
        {reference}
      </Link>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: (refund) => <Amount refund={refund} /> },
  {
    key: 'reason',
    header: 'Why',
    cell: (refund) => (
      <span dir="auto" title={refundReason(refund)} className="block @3xl:line-clamp-1 @3xl:min-w-40">
        {refundReason(refund)}
      </span>
    ),
  },
  {
    key: 'by',
    header: 'By',
    isUnbroken: true,
    cell: ({ decidedBy, reason }) => decidedBy ?? (reason === 'admin' ? '–' : 'The store'),
  },
  {
    key: 'state',
    header: 'State',
    cell: (refund) => <RefundState refund={refund} />,
  },
  { key: 'since', header: 'When', isUnbroken: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (refund) =>
      refund.state !== 'refunded' && (
        <div className="flex gap-1.5 @3xl:justify-end">
          <Button size="small" onClick={() => onRetry(refund)}>
            <span>
              Send now<span className="sr-only">: refund of order {refund.reference}</span>
            </span>
          </Button>
          <Button size="small" look="quiet" onClick={() => onSettle(refund)}>
            <span>
              Refunded by hand<span className="sr-only">: refund of order {refund.reference}</span>
            </span>
          </Button>
        </div>
      ),
  },
]

/** What goes back in total, and how much of it as store credit. */
function Amount({ refund: { amount, credit } }: { refund: ListedRefund }) {
  const creditCents = Math.round(Number(credit) * 100)
  const total = (Math.round(Number(amount) * 100) + creditCents) / 100
  return (
    <>
      {formatDollars(total)}
      {creditCents > 0 && (
        <span className="block text-xs text-muted">
          {total * 100 === creditCents ? 'as store credit' : `${formatDollars(credit)} as store credit`}
        </span>
      )}
    </>
  )
}

function NoRefunds({ filter, onAll }: { filter: RefundFilter; onAll: () => void }) {
  return filter === 'all' ? (
    <EmptyState title="No refunds yet">Every refund appears here: open an order under Orders to make one.</EmptyState>
  ) : (
    <EmptyState
      title={`No ${FILTERS[filter].toLowerCase()} refunds`}
      action={<Button onClick={onAll}>Show all refunds</Button>}
    />
  )
}
