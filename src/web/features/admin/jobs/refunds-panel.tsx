import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { UNMADE_REFUNDS_MAX, type UnmadeRefund } from '#contract/admin/job-desk.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useRetryRefund, useSettleRefund, useUnmadeRefunds } from './job-data.ts'

const REASONS = {
  no_stock: 'Nothing was left when the money came',
  not_ours: 'The money paid for nothing we sell',
  admin: 'An administrator gave it back',
} as const

/** Refunds that haven't gone through yet, with buttons to send them now or record them as made by hand. */
export function RefundsPanel() {
  const query = useUnmadeRefunds()
  const { data } = query
  const { mutate: retry } = useRetryRefund()
  const settle = useSettleRefund()
  const [asked, setAsked] = useState<UnmadeRefund | null>(null)
  const columns = useMemo(() => columnsOf({ onRetry: retry, onSettle: setAsked }), [retry])
  const handleClose = () => {
    setAsked(null)
    settle.reset()
  }
  return (
    <Panel
      title="Refunds not made"
      intro="Money that is decided to go back and did not so far. Each is sent again by itself, at most 6 hours later, unless it waits for you; none is ever made twice."
    >
      <div className="grid gap-4">
        <PagedTable
          list={{ ...query, data: data?.refunds }}
          label="Refunds not made"
          columns={columns}
          rowKey={({ id }) => id}
          errorTitle="The refunds could not be loaded"
          empty={<EmptyState title="Every refund was made" className="py-8" />}
        />
        {data && data.total > UNMADE_REFUNDS_MAX && (
          <p className="text-xs text-muted">
            The first {UNMADE_REFUNDS_MAX} of {data.total}.
          </p>
        )}
      </div>
      {asked && (
        <TextDialog
          title={`Was the refund of order ${asked.reference} made by hand?`}
          note=""
          label="Where it can be found"
          complaint="Name the refund’s id at the provider (re_…), or what was done instead."
          lengthMax={200}
          confirmLabel={`Note ${formatDollars(asked.amount)} as given back`}
          isPending={settle.isPending}
          error={settle.error}
          onConfirm={(reference) => settle.mutate({ refund: asked, reference }, { onSuccess: handleClose })}
          onClose={handleClose}
        >
          <p>
            The store stops sending it. Say yes only once the money really went back: look into the card provider’s
            dashboard first.
          </p>
        </TextDialog>
      )}
    </Panel>
  )
}

/** The state of a refund, and what to do if the store cannot finish it alone. */
function RefundState({ refund }: { refund: UnmadeRefund }) {
  const { state, attempts, lastError, nextAt } = refund
  const isBack = state === 'failed' && lastError === 'refund_failed'
  const failed = isBack ? 'Came back' : 'Refused for good'
  const due = attempts > 0 ? 'Will be retried' : 'On its way'
  return (
    <>
      <StatusPill tone={state === 'failed' ? 'over' : 'waiting'}>{state === 'failed' ? failed : due}</StatusPill>
      {isBack && (
        <span className="block text-xs text-muted">
          The provider took it, and it failed there later. Send it again, or give the money back another way.
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
  onRetry: (refund: UnmadeRefund) => void
  onSettle: (refund: UnmadeRefund) => void
}

const columnsOf = ({ onRetry, onSettle }: Acts): Column<UnmadeRefund>[] => [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    isUnbroken: true,
    cell: ({ reference }) => (
      <Link
        to={paths.adminDesk}
        params={{ section: 'orders' }}
        search={{ search: reference }}
        className="font-semibold text-accent hover:underline"
      >
        {reference}
      </Link>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  { key: 'reason', header: 'Why', cell: ({ reason }) => REASONS[reason] },
  {
    key: 'state',
    header: 'State',
    cell: (refund) => <RefundState refund={refund} />,
  },
  { key: 'since', header: 'Since', isUnbroken: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (refund) => (
      <div className="flex gap-1.5 @3xl:justify-end">
        <Button size="small" onClick={() => onRetry(refund)}>
          <span>
            Send now<span className="sr-only">: refund of order {refund.reference}</span>
          </span>
        </Button>
        <Button size="small" look="quiet" onClick={() => onSettle(refund)}>
          <span>
            Made by hand<span className="sr-only">: refund of order {refund.reference}</span>
          </span>
        </Button>
      </div>
    ),
  },
]
