import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AttentionItem, AttentionKind } from '#contract/admin/attention.ts'
import { useRefundUnknown, useRetryJob, useRetryRefund, useSettleUnknown } from '#web/features/admin/jobs/job-data.ts'
import { useResend } from '#web/features/admin/messages/message-data.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const LOOK = buttonClasses('plain', 'small')

/**
 * What to do about one thing that needs attention: a button if one press is enough, otherwise a link to where it is
 * decided.
 */
export function RowAction({ kind, item }: { kind: AttentionKind; item: AttentionItem }) {
  const { id, words, reference } = item
  const retryRefund = useRetryRefund()
  const retryJob = useRetryJob()
  const resend = useResend()
  const about = <span className="sr-only"> for {words}</span>
  switch (kind) {
    case 'refunds':
      return <Press words={words} isBusy={retryRefund.isPending} onPress={() => retryRefund.mutate({ id })} />
    case 'unknown_payments':
      return <DecideUnknown id={id} words={words} />
    case 'jobs':
      return <Press words={words} isBusy={retryJob.isPending} onPress={() => retryJob.mutate({ id })} />
    case 'messages': {
      const handlePress = () => resend.mutate({ id, state: 'failed', attempts: 0 })
      return <Press words={words} isBusy={resend.isPending} onPress={handlePress} />
    }
    case 'cash_app':
      return (
        <SectionLink section="cash-app" className={LOOK}>
          Verify{about}
        </SectionLink>
      )
    case 'disputes':
      return (
        <SectionLink section="disputes" search={{ open: id }} className={LOOK}>
          Answer{about}
        </SectionLink>
      )
    case 'links':
    case 'cash_app_links':
      return (
        <Link to={paths.sales} search={{ tab: 'requests', ...(reference && { search: reference }) }} className={LOOK}>
          Open link{about}
        </Link>
      )
    default:
      return null
  }
}

const QUESTIONS = {
  settle: {
    title: 'Keep',
    confirmLabel: 'Mark as settled',
    pendingLabel: 'Saving…',
    words:
      'Do this once you have entered the order again with the buyer. Nothing is refunded, and the payment leaves this list.',
  },
  refund: {
    title: 'Refund',
    confirmLabel: 'Refund it all',
    pendingLabel: 'Refunding…',
    words:
      'The restored store does not know this order, so nothing of it is delivered. All of the money goes back the way it came, and that cannot be undone.',
  },
} as const

/** A refund cannot be stopped, and a settled payment is not shown again, so this asks first. */
function DecideUnknown({ id, words }: { id: string; words: string }) {
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const acts = { refund: useRefundUnknown(), settle: useSettleUnknown() }
  const close = () => setAsked(null)
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        <Press words={words} label="Settled" isBusy={acts.settle.isPending} onPress={() => setAsked('settle')} />
        <Press words={words} label="Refund" isBusy={acts.refund.isPending} onPress={() => setAsked('refund')} />
      </div>
      {asked && (
        <ConfirmDialog
          title={`${QUESTIONS[asked].title} ${words}?`}
          confirmLabel={QUESTIONS[asked].confirmLabel}
          pendingLabel={QUESTIONS[asked].pendingLabel}
          isPending={acts[asked].isPending}
          onConfirm={() => acts[asked].mutate(id, { onSettled: close })}
          onClose={close}
        >
          <p>{QUESTIONS[asked].words}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PressProps {
  words: string
  label?: string
  isBusy: boolean
  onPress: () => void
}

const Press = ({ words, label = 'Try again', isBusy, onPress }: PressProps) => (
  <Button size="small" about={` for ${words}`} isBusy={isBusy} onClick={onPress}>
    {isBusy ? 'Trying…' : label}
  </Button>
)
