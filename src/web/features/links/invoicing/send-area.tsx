import { Send } from 'lucide-react'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Invoice } from './use-invoice.ts'
import { isUnanswered } from './use-send-invoice.ts'

interface SendTroubleProps {
  error: ApiError
  /** Dollars the rep saw when sending. */
  total: number | string
  isPending: boolean
  onAgree: (total: string) => void
}

/** Why an invoice was not sent, next to the button. A changed amount is shown to agree to; all input is kept. */
function SendTrouble({ error, total, isPending, onAgree }: SendTroubleProps) {
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

interface SendAreaProps {
  invoice: Invoice
  /** Shown in the button; dollars, or null while the cart is empty. */
  total: number | null
}

/** The end of an invoice: its reminder, what went wrong, the submit button, and what is still needed. */
export function SendArea({ invoice: { draft, change, missing, isComplete, send, submit }, total }: SendAreaProps) {
  return (
    <>
      <div className="mt-4 border-t border-line pt-4">
        <Switch label="Reminder" isOn={draft.isReminderOn} onChange={(isReminderOn) => change({ isReminderOn })}>
          One email before the link expires, if it is still unpaid.
        </Switch>
      </div>
      {send.error && (
        <SendTrouble error={send.error} total={send.variables.total} isPending={send.isPending} onAgree={submit} />
      )}
      <Button
        type="submit"
        look="primary"
        disabled={!isComplete}
        aria-disabled={send.isPending || undefined}
        aria-describedby="send-note"
        className="mt-4 w-full"
      >
        <Send size={16} aria-hidden="true" />
        {send.isPending ? 'Sending…' : `Send Invoice to Customer${total === null ? '' : `, ${formatDollars(total)}`}`}
      </Button>
      <p id="send-note" className="mt-2 text-xs text-muted">
        {!isComplete && <span className="block text-ink">Still needed: {missing.join(', ')}.</span>}
        The secure link expires in 24 hours.
      </p>
    </>
  )
}
