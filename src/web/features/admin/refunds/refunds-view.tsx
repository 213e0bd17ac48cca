import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settleRefund } from '#contract/admin/job-screen.ts'
import * as contract from '#contract/admin/refund-screen.ts'
import { type RefundState, refundReason } from '#contract/payments/refund-states.ts'
import { JOB_CHANGE, useRetryRefund } from '#web/features/admin/jobs/job-data.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { addressOf, callApi, query } from '#web/lib/call-api.ts'
import { ChosenExport, ExportButton } from '#web/lib/export-button.tsx'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { REFUND_STATUSES } from '#web/lib/order-statuses.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useCount, usePages } from '#web/lib/use-pages.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote, When } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { TwoLines } from '#web/ui/cell-values.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

/** `all` is said in the address, because without a word failed ones come first. */
type RefundFilter = 'all' | RefundState
const FILTERS = ['all', 'failed', 'pending', 'refunded'] as const satisfies readonly RefundFilter[]
const filterName = (filter: RefundFilter) =>
  filter === 'all' ? 'All refunds' : { failed: 'Failed', pending: 'Pending', refunded: 'Refunded' }[filter]

const BULK: BulkActions<contract.ListedRefund> = {
  nameOf: ({ reference, amount }) => `${reference}, ${formatDollars(amount)}`,
  actions: (rows, onDone) => (
    <ChosenExport name="refunds-chosen.csv" cells={contract.REFUND_CELLS} rows={rows} onDone={() => onDone()} />
  ),
}

/** All refunds; without a choice in the address, the failed ones if there are any. */
export default function RefundsView() {
  const { search, change } = useTeamSearch()
  const { data, isPending } = useQuery({ ...query(contract.countRefunds, {}, { state: 'failed' }), staleTime: 0 })
  const chosen = FILTERS.find((one) => one === search.status)
  return (
    <Panel intro="Pending refunds are retried within 6 hours and never sent twice. Failed ones need you.">
      {!chosen && isPending ? (
        <Loading words="Loading: Refunds" height="h-14" count={5} />
      ) : (
        <RefundList
          filter={chosen ?? (data && data.count > 0 ? 'failed' : 'all')}
          onFilter={(status) => change({ status })}
        />
      )}
    </Panel>
  )
}

function RefundList({ filter, onFilter }: { filter: RefundFilter; onFilter: (filter: RefundFilter) => void }) {
  const words = { state: filter === 'all' ? undefined : filter }
  const list = usePages(contract.listRefunds, words, {
    // A pending refund is sent within seconds.
    againMs: 5_000,
    isWatched: (rows) => rows.some(({ state }) => state === 'pending'),
  })
  const total = useCount(contract.countRefunds.path, words)
  const retry = useRetryRefund()
  const [asked, setAsked] = useState<contract.ListedRefund | null>(null)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Status"
          options={FILTERS}
          nameOf={filterName}
          value={filter}
          onChange={onFilter}
          className="min-w-40"
        />
        <ExportButton address={addressOf(contract.exportRefunds.path, { query: words })} what="these refunds" />
      </div>
      <PagedTable
        list={list}
        label="Refunds"
        total={total}
        bulk={BULK}
        columns={columnsOf({ onRetry: retry.mutate, onSettle: setAsked })}
        rowKey={({ id }) => id}
        errorTitle="The refunds could not be loaded"
        footnote={timesNote()}
        empty={
          filter === 'all' ? (
            <EmptyState title="No refunds yet">
              Every refund appears here: open an order under Orders to make one.
            </EmptyState>
          ) : (
            <EmptyState
              title={`No ${filter} refunds`}
              action={<Button onClick={() => onFilter('all')}>Show all refunds</Button>}
            />
          )
        }
      />
      {asked && <SettleDialog refund={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

function SettleDialog({ refund, onClose }: { refund: contract.ListedRefund; onClose: () => void }) {
  const settle = useChange({
    ...JOB_CHANGE,
    send: (reference: string) => callApi(settleRefund, { params: { refundId: refund.id }, body: { reference } }),
    toast: () => ({ title: 'Refund recorded', description: 'The store will not send this refund again.' }),
  })
  return (
    <TextDialog
      title={`Did you refund order ${refund.reference} by hand?`}
      note=""
      label="Where to find it"
      fieldError="Enter the provider’s refund ID (re_…), or what you did instead."
      confirmLabel={`Record ${formatDollars(refund.amount)} as refunded`}
      change={settle}
      onClose={onClose}
    >
      <p>
        The store will stop trying to send it. Check the card provider’s dashboard first, and confirm only if the money
        has really gone back.
      </p>
    </TextDialog>
  )
}

/** The state of a refund, and what to do if the store cannot finish it alone. */
function RefundStatus({ refund }: { refund: contract.ListedRefund }) {
  const { state, attempts, lastError, nextAt, madeAt, isByHand } = refund
  if (state === 'refunded')
    return (
      <span title={madeAt ? formatDateTime(madeAt) : undefined}>
        <StatusPill tone={REFUND_STATUSES.refunded.tone}>{REFUND_STATUSES.refunded.name}</StatusPill>
        {isByHand && <span className="ml-1.5 text-xs text-muted">by hand</span>}
      </span>
    )
  const isBack = state === 'failed' && lastError === 'refund_failed'
  const failed = isBack ? 'Failed at the bank' : 'Refused for good'
  const due = attempts > 0 ? 'Will be retried' : 'On its way'
  return (
    <>
      <StatusPill tone={REFUND_STATUSES[state].tone}>{state === 'failed' ? failed : due}</StatusPill>
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

type Act = (refund: contract.ListedRefund) => void

const columnsOf = ({ onRetry, onSettle }: { onRetry: Act; onSettle: Act }): Column<contract.ListedRefund>[] => [
  {
    header: 'Order',
    isTitle: true,
    isUnbroken: true,
    cell: ({ reference }) => (
      <SectionLink section="orders" search={{ search: reference }}>
        {reference}
      </SectionLink>
    ),
  },
  { header: 'Buyer', isOptional: true, cell: ({ fullName }) => <span dir="auto">{fullName}</span> },
  { header: 'Amount', isNumber: true, cell: (refund) => <Amount refund={refund} /> },
  {
    header: 'Why',
    cell: (refund) => (
      <span dir="auto" title={refundReason(refund)} className="block @3xl:line-clamp-1 @3xl:min-w-40">
        {refundReason(refund)}
      </span>
    ),
  },
  {
    header: 'By',
    isUnbroken: true,
    cell: ({ decidedBy, reason }) => decidedBy ?? (reason === 'admin' ? '–' : 'The store'),
  },
  { header: 'Status', cell: (refund) => <RefundStatus refund={refund} /> },
  { header: 'When', isUnbroken: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  actsColumn((refund) => {
    const about = `: refund of order ${refund.reference}`
    return (
      refund.state !== 'refunded' && (
        <>
          <Button size="small" about={about} onClick={() => onRetry(refund)}>
            Send now
          </Button>
          <Button size="small" look="quiet" about={about} onClick={() => onSettle(refund)}>
            Refunded by hand
          </Button>
        </>
      )
    )
  }),
]

function Amount({ refund: { amount, credit } }: { refund: contract.ListedRefund }) {
  const creditCents = Math.round(Number(credit) * 100)
  const totalCents = Math.round(Number(amount) * 100) + creditCents
  const share = totalCents === creditCents ? '' : `${formatDollars(credit)} `
  return <TwoLines isSmall top={formatDollars(totalCents / 100)} below={creditCents > 0 && `${share}as store credit`} />
}
