import type { ApiError } from '#web/lib/api-error.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isUnanswered } from './use-send-invoice.ts'

interface SendTroubleProps {
  error: ApiError
  /** Dollars the rep saw when sending. */
  total: number | string
  isPending: boolean
  onAgree: (total: string) => void
}

/** Why an invoice was not sent, next to the button. A changed amount is shown to agree to; all input is kept. */
export function SendTrouble({ error, total, isPending, onAgree }: SendTroubleProps) {
  const changed = error.code === 'amount_changed' ? error.details.total : undefined
  if (typeof changed !== 'string') {
    const isOpen = isUnanswered(error)
    return (
      <Notice
        tone="danger"
        title={isOpen ? 'We can’t tell yet whether the invoice was sent' : 'The invoice was not sent'}
        className="mt-4"
      >
        {error.sentence}
        {isOpen && ' Then press the button again. If the invoice already went out, we won’t send it twice.'}
      </Notice>
    )
  }
  return (
    <Notice
      tone="attention"
      title="The amount changed"
      className="mt-4"
      action={
        <Button look="primary" aria-disabled={isPending || undefined} onClick={() => !isPending && onAgree(changed)}>
          {isPending ? 'Sending…' : `Agree and send, ${formatDollars(changed)}`}
        </Button>
      }
    >
      <p className="figures">
        <s className="text-muted">
          <span className="sr-only">was </span>
          {formatDollars(total)}
        </s>{' '}
        <span aria-hidden="true">→ </span>
        <span className="sr-only">now </span>
        <strong>{formatDollars(changed)}</strong>
      </p>
      <p>Nothing was sent. Tell your customer before you continue.</p>
    </Notice>
  )
}
