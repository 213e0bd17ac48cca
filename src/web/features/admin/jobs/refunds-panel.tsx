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
  no_stock: 'Sold out before the payment came in',
  not_ours: 'Payment that matches no order',
  admin: 'Refunded by an administrator',
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
      title="Failed refunds"
      intro="Refunds that have not gone through yet. We retry each one within 6 hours unless it needs you, and never send one twice."
    >
      <div className="grid gap-4">
        <PagedTable
          list={{ ...query, data: data?.refunds }}
          label="Failed refunds"
          columns={columns}
          rowKey={({ id }) => id}
          errorTitle="The refunds could not be loaded"
          empty={
            <EmptyState title="Every refund went through" className="py-8">
              <Link
                to={paths.adminDesk}
                params={{ section: 'orders' }}
                search={{ status: 'refunded' }}
                className="text-accent underline underline-offset-2"
              >
                See refunded orders
              </Link>
            </EmptyState>
          }
        />
        {data && data.total > UNMADE_REFUNDS_MAX && (
          <p className="text-xs text-muted">
            The first {UNMADE_REFUNDS_MAX} of {data.total}.
          </p>
        )}
      </div>
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
    </Panel>
  )
}

/** The state of a refund, and what to do if the store cannot finish it alone. */
function RefundState({ refund }: { refund: UnmadeRefund }) {
  const { state, attempts, lastError, nextAt } = refund
  const isBack = state === 'failed' && lastError === 'refund_failed'
  const failed = isBack ? 'Failed at the bank' : 'Refused for good'
  const due = attempts > 0 ? 'Will be retried' : 'On its way'
  return (
    <>
      <StatusPill tone={state === 'failed' ? 'over' : 'waiting'}>{state === 'failed' ? failed : due}</StatusPill>
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
            Refunded by hand<span className="sr-only">: refund of order {refund.reference}</span>
          </span>
        </Button>
      </div>
    ),
  },
]
