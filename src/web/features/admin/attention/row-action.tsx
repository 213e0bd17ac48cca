import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AttentionItem, AttentionKind } from '#contract/admin/attention.ts'
import { useRefundUnknown, useRetryJob, useRetryRefund, useSettleUnknown } from '#web/features/admin/jobs/job-data.ts'
import { useResend } from '#web/features/admin/messages/message-data.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface RowActionProps {
  kind: AttentionKind
  item: AttentionItem
}

/**
 * What to do about one thing that needs attention: a button if one press is enough, otherwise a link to where it is
 * decided.
 */
export function RowAction({ kind, item }: RowActionProps) {
  const { id, words, reference } = item
  const retryRefund = useRetryRefund()
  const retryJob = useRetryJob()
  const resend = useResend()
  switch (kind) {
    case 'refunds':
      return <Press words={words} isPending={retryRefund.isPending} onPress={() => retryRefund.mutate({ id })} />
    case 'unknown_payments':
      return <DecideUnknown id={id} words={words} />
    case 'jobs':
      return <Press words={words} isPending={retryJob.isPending} onPress={() => retryJob.mutate({ id })} />
    case 'messages':
      return (
        <Press
          words={words}
          isPending={resend.isPending}
          onPress={() => resend.mutate({ id, state: 'failed', attempts: 0 })}
        />
      )
    case 'cash_app':
      return (
        <Link to={paths.adminSection} params={{ section: 'cash-app' }} className={LOOK}>
          <About words={words}>Verify</About>
        </Link>
      )
    case 'disputes':
      return (
        <Link to={paths.adminSection} params={{ section: 'disputes' }} search={{ open: id }} className={LOOK}>
          <About words={words}>Answer</About>
        </Link>
      )
    case 'links':
    case 'cash_app_links':
      return (
        <Link to={paths.sales} search={{ tab: 'requests', ...(reference && { search: reference }) }} className={LOOK}>
          <About words={words}>Open link</About>
        </Link>
      )
    case 'fulfilment':
    case 'shortfalls':
    case 'claims':
    case 'held_messages':
    case 'disk':
    case 'backups':
    case 'log':
    case 'low_stock':
      return null
  }
}

const LOOK = buttonClasses('plain', 'small')

/** A refund cannot be stopped, and a settled payment is not shown again, so this asks first. */
function DecideUnknown({ id, words }: { id: string; words: string }) {
  const [asked, setAsked] = useState<'refund' | 'settle' | null>(null)
  const refund = useRefundUnknown()
  const settle = useSettleUnknown()
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        <Press words={words} label="Settled" isPending={settle.isPending} onPress={() => setAsked('settle')} />
        <Press words={words} label="Refund" isPending={refund.isPending} onPress={() => setAsked('refund')} />
      </div>
      {asked === 'settle' && (
        <ConfirmDialog
          title={`Keep ${words}?`}
          confirmLabel="Mark as settled"
          pendingLabel="Saving…"
          isPending={settle.isPending}
          onConfirm={() => settle.mutate({ id }, { onSettled: close })}
          onClose={close}
        >
          <p>
            Do this once you have entered the order again with the buyer. Nothing is refunded, and the payment leaves
            this list.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'refund' && (
        <ConfirmDialog
          title={`Refund ${words}?`}
          confirmLabel="Refund it all"
          pendingLabel="Refunding…"
          isPending={refund.isPending}
          onConfirm={() => refund.mutate({ id }, { onSettled: close })}
          onClose={close}
        >
          <p>
            The restored store does not know this order, so nothing of it is delivered. All of the money goes back the
            way it came, and that cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PressProps {
  words: string
  label?: string
  isPending: boolean
  onPress: () => void
}

const Press = ({ words, label = 'Try again', isPending, onPress }: PressProps) => (
  <Button size="small" aria-disabled={isPending || undefined} onClick={() => !isPending && onPress()}>
    <About words={words}>{isPending ? 'Trying…' : label}</About>
  </Button>
)

const About = ({ words, children }: { words: string; children: ReactNode }) => (
  <span>
    {children}
    <span className="sr-only"> for {words}</span>
  </span>
)
