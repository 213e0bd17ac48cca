import { Send } from 'lucide-react'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { SendTrouble } from './send-trouble.tsx'
import type { Invoice } from './use-invoice.ts'

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
